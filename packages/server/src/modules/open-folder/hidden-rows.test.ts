import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dig } from '../../testing/open-dig.js'
import { oneEngine, openDig } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { textsInZip } from '../../testing/texts-in-zip.js'

describe.each(oneEngine)('everything as open files, for who does not see all (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.patch('/api/record/contexts/6', { core: { ctx_no: 'HIDDEN' } }, 'writer')
    await dig.application.db.write(async (tx) => {
      for (const [first, second] of [
        [5, 6],
        [6, 4],
      ] as const)
        await tx.insert('sys_rs', { tb: 'contexts', first, relation: 1, second })
      const place = { table_link: 'contexts', id_link: 6, geometry: 'POINT (12 41)' }
      await tx.insert('sys_geodata', place)
    })
    await sendFile(dig, '/api/record/contexts/6/file', 'secret.txt', 'of the hidden context', 'writer')
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 6 } })
  })
  afterAll(() => dig.close())

  const exported = async (as: 'reader' | 'writer') =>
    textsInZip((await dig.get('/api/export/all', as)).rawPayload)

  test('nothing names a hidden record: no relation from either end, no place, no file', async () => {
    const told = /HIDDEN|secret|of the hidden context|\[\s*12,\s*41\s*\]/g
    expect(new Set((await exported('writer')).match(told))).toEqual(
      new Set(['HIDDEN', 'secret', 'of the hidden context', '[12,41]']),
    )
    expect((await exported('reader')).match(told)).toBeNull()
  })
})
