import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestFileStorage } from '../../testing/object-server.js'
import { type Dig, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { linked, openDigWithFiles, places, text, uploaded } from './testing/files-of-a-dig.js'

describe.each(places)('who may change a shared file ($engine, $storage)', (place) => {
  let dig: Dig
  let storage: TestFileStorage
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, storage, close } = await openDigWithFiles(place))
  })
  afterAll(() => close())

  const changes = [
    ['patch', (id: number, as: Role) => dig.patch(`/api/file/${id}`, { keywords: 'x' }, as)],
    ['replace', (id: number, as: Role) => sendFile(dig, `/api/file/${id}/replace`, 'a.txt', 'x', as)],
    ['delete', (id: number, as: Role) => dig.delete(`/api/file/${id}`, undefined, as)],
  ] as const

  test.each(changes)('%s: only who may change all of its records', async (_what, change) => {
    const { id } = await uploaded(dig, 7, 'shared.txt', text, { table: 'finds' })
    await linked(dig, id, 1, 'contexts')
    // F7 is the self_writer's own, C1 is not.
    expect((await change(id, 'self_writer')).statusCode).toBe(403)
    expect((await change(id, 'reader')).statusCode).toBe(403)
    expect((await change(id, 'writer')).statusCode).toBe(200)
  })

  test.each(changes)('%s: what he made himself, also on the record of another', async (_what, change) => {
    const { id } = await uploaded(dig, 7, 'own.txt', text, { as: 'self_writer', table: 'finds' })
    await linked(dig, id, 1, 'contexts', 'writer')
    expect((await change(id, 'self_writer')).statusCode).toBe(200)
  })

  test('records that he cannot see count too, and are not told of', async () => {
    const [own, other] = [dig, await openDig(place.engine, storage.environment)]
    dig = other
    try {
      const ids: number[] = []
      const hidden: number[] = []
      for (const [what] of changes) {
        const { id } = await uploaded(dig, 1, `${what}.txt`, text, { as: 'admin', table: 'finds' })
        hidden.push((await linked(dig, id, 5, 'contexts', 'admin')).json().file.link_id)
        ids.push(id)
      }
      const statuses = (as: Role) =>
        Promise.all(changes.map(async ([, change], k) => (await change(ids[k] ?? 0, as)).statusCode))
      await hideRows(other, 'writer', 'contexts', { id: { _neq: 5 } })
      expect((await other.get(`/api/file/${ids[0]}/content`, 'writer')).statusCode).toBe(200)
      expect(await statuses('writer')).toEqual([403, 403, 403])
      const link = (id: number) => other.delete(`/api/file-link/${id}`, undefined, 'writer')
      const order = (id: number) => other.post('/api/files/sort', { order: [id] }, 'writer')
      expect((await link(hidden[0] ?? 0)).body).toBe((await link(99_999)).body)
      expect((await order(hidden[0] ?? 0)).body).toBe((await order(99_999)).body)
      await hideTable(other, 'writer', 'finds')
      expect(await statuses('writer')).toEqual([404, 404, 404])
      expect(await statuses('admin')).toEqual([200, 200, 200])
    } finally {
      dig = own
      await other.close()
    }
  })

  test('an orphan belongs to writers and to who made it', async () => {
    const orphan = async (as: Role, table: string, record: number) => {
      const { id, link_id } = await uploaded(dig, record, 'orphan.txt', text, { as, table })
      await dig.delete(`/api/file-link/${link_id}`, undefined, 'admin')
      return id
    }
    const [foreign, own] = [await orphan('writer', 'contexts', 1), await orphan('self_writer', 'finds', 7)]
    expect((await dig.patch(`/api/file/${foreign}`, { keywords: 'x' }, 'self_writer')).statusCode).toBe(403)
    expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'self_writer')).statusCode).toBe(200)
    expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'writer')).statusCode).toBe(200)
    expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'reader')).statusCode).toBe(403)
    await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')
    expect((await dig.patch(`/api/file/${own}`, { keywords: 'x' }, 'writer')).statusCode).toBe(403)
    await dig.put('/api/config/app', { status: 'on' }, 'super_admin')
  })
})
