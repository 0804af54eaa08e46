import type { RecordFile } from '@trowel/contract/files.js'
import { describe, expect, test } from 'vitest'
import { oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { text } from './testing/files-of-a-dig.js'

describe.each(oneEngine)('the addresses of older clients (%s)', (engine) => {
  test.each([{ isOpen: false }, { isOpen: true }])('open to everybody: $isOpen', async ({ isOpen }) => {
    const dig = await openDig(engine, isOpen ? { TROWEL_PUBLIC_FILES: '1' } : {})
    try {
      const reply = await sendFile(dig, '/api/record/contexts/5/file', 'a.txt', text, 'writer')
      const { id } = reply.json<{ file: RecordFile }>().file
      await hideRows(dig, 'reader', 'contexts', { id: { _neq: 5 } })
      const status = async (path: string, as?: Role) => (await dig.get(path, as)).statusCode
      const path = `/projects/dig/files/${id}.txt`
      expect((await dig.get(path, 'writer')).body).toBe(text)
      expect((await dig.request({ method: 'HEAD', url: path }, 'writer')).headers['content-length']).toBe(
        String(text.length),
      )
      expect((await dig.get(path, 'writer')).headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('authorization'),
      })
      expect(await status(path)).toBe(isOpen ? 200 : 401)
      expect(await status(path, 'reader')).toBe(isOpen ? 200 : 404)
      expect(await status(`/projects/dig/files/${id}.TXT`, 'writer')).toBe(200)
      expect(await status(`/projects/dig/files/${id}.jpg`, 'writer')).toBe(404)
      expect(await status(`/projects/dig/files/99999.txt`, 'writer')).toBe(404)
      expect(await status(`/projects/other/files/${id}.txt`, 'writer')).toBe(404)
      expect(await status(`/projects/dig/files/${id}.txt/..`, 'writer')).toBe(404)
      expect(await status(`/projects/dig/files/x.txt`, 'writer')).toBe(404)
    } finally {
      await dig.close()
    }
  })
})
