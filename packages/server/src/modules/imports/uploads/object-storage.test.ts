import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, preview } from '../../../testing/import-file.js'
import { openFileStorage, type TestFileStorage } from '../../../testing/object-server.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

describe.each(oneEngine)('uploads in object storage (%s)', (engine) => {
  let dig: Dig
  let storage: TestFileStorage
  beforeAll(async () => {
    storage = await openFileStorage('objects')
    dig = await openDig(engine, storage.environment)
  })
  afterAll(async () => {
    await dig.close()
    await storage.close()
  })

  const names = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { name } of dig.services.binaries.list('dig', 'imports')) found.push(name)
    return found.sort()
  }

  test('are seen by every node, and nothing of them lies on this machine', async () => {
    const { temp_id } = (await preview(dig, csvForm('no,w\nN1,1\nN2,heavy\n'))).json()
    expect(await names()).toEqual([temp_id, `${temp_id}.json`])
    const body = {
      temp_id,
      tb: 'finds',
      mapping: { no: 'inv_no', w: 'weight_g' },
      key_field: 'inv_no',
      on_error: 'skip',
    }
    const reply = await dig.post('/api/import/data', body, 'writer')
    expect(reply.json()).toMatchObject({ inserted: 1, refused: 1 })
    expect((await dig.get(`/${reply.json().refused_file}`, 'writer')).body).toContain('N2,heavy,3,')
    expect(await names()).toEqual([`${temp_id}.json`, `${temp_id}.refused`])
    expect(await readdir(join(dig.service.dataFolder, 'incoming'))).toEqual([])
  })
})
