import type { RecordFile } from '@trowel/contract/files.js'
import { describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { openFileStorage } from '../../testing/object-server.js'
import { oneEngine, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { addFile } from './service.js'

describe.each(oneEngine)('when the bytes cannot be kept (%s)', (engine) => {
  test('a storage that is gone is told, rows stay as they were, and what was begun is noted down', async () => {
    const storage = await openFileStorage('objects')
    const dig = await openDig(engine, storage.environment)
    try {
      const upload = () => sendFile(dig, '/api/record/contexts/1/file', 'a.txt', 'text', 'writer')
      const { file } = (await upload()).json<{ file: RecordFile }>()
      expect((await dig.get('/readyz')).statusCode).toBe(200)
      await storage.close()
      for (const reply of [await upload(), await dig.get(`/${file.url}`), await dig.get('/readyz')]) {
        expect(reply.statusCode).toBe(503)
        expect(reply.json()).toMatchObject({ code: 'overloaded', detail: 'files_unavailable' })
        expect(reply.headers['retry-after']).toBeDefined()
      }
      expect((await dig.get('/api/files', 'reader')).json()).toMatchObject({ total: 1 })
      const noted = await dig.application.db.quick.all<{ leaving: number }>(
        sql`SELECT "leaving" FROM "sys_file_transit"`,
      )
      expect(noted.map(({ leaving }) => leaving)).toEqual([1])
      // Everything that needs no bytes goes on.
      expect((await dig.patch(`/api/file/${file.id}`, { keywords: 'x' }, 'writer')).statusCode).toBe(200)
      expect((await dig.delete(`/api/file/${file.id}`, undefined, 'writer')).statusCode).toBe(200)
    } finally {
      await dig.close()
    }
  })

  test('a full disk is told as such', async () => {
    const dig = await openDig(engine)
    try {
      async function* full(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half')
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
      const sent = { name: 'a.txt', content: full() }
      const adding = addFile(await scopeAs(dig, 'writer'), dig.services, 'contexts', 1, sent)
      await expect(adding).rejects.toMatchObject({ problem: 'disk_full' })
    } finally {
      await dig.close()
    }
  })
})
