import type { Change, ChangeSet } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import { storedRows } from '../../testing/stored-rows.js'
import { sweepPendingBinaries } from '../files/pending-binaries.js'
import { endKeeping } from '../files/pending-binaries-store.js'

const as = 'writer'
type Reply = Awaited<ReturnType<Dig['get']>>
const must = async (asked: Promise<Reply>) => {
  const reply = await asked
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const add = async (dig: Dig, content: string): Promise<number> =>
  (await must(sendFile(dig, '/api/record/contexts/1/file', 'a.txt', content, as))).file.id
const replace = (dig: Dig, id: number, content: string) =>
  must(sendFile(dig, `/api/file/${id}/replace`, 'b.txt', content, as))
const remove = (dig: Dig, id: number) => must(dig.delete(`/api/file/${id}`, undefined, as))
const content = async (dig: Dig, id: number) => {
  const reply = await dig.get(`/api/file/${id}/content`, as)
  return reply.statusCode === 200 ? reply.body : reply.statusCode
}
const newest = async (dig: Dig): Promise<number> =>
  (await must(dig.get('/api/change-sets?per_page=1', as))).data.map(({ id }: ChangeSet) => id)[0]
const undo = (dig: Dig, id: number, body: object = {}) => dig.post(`/api/change-set/${id}/undo`, body, as)
const undone = async (dig: Dig): Promise<number> => (await must(undo(dig, await newest(dig)))).change_set.id
/** As an hourly sweep does it, so many milliseconds from now. */
const sweep = async ({ services, application: { db } }: Dig, later: number) => {
  await db.write((tx) => endKeeping(tx, Date.now() + later - 365 * 86_400_000))
  return sweepPendingBinaries(services.binaries, db, 0)
}
const waiting = async (dig: Dig) =>
  (await dig.application.db.quick.all(sql`SELECT "name" FROM "sys_file_transit"`)).length

describe.each(oneEngine)('undo of what was done to files (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('of a record that was made with files takes all of it, and redo brings it back with their bytes', async () => {
    const start = await storedRows(dig)
    const { upload } = await must(sendFile(dig, '/api/record/finds/file', 'staged.txt', 'staged', as))
    const made = await dig.post('/api/record/finds', { core: { inv_no: 'F90' }, uploads: [upload] }, as)
    expect(made.statusCode, made.body).toBe(200)
    const after = await storedRows(dig)
    const [file] = (await must(dig.get(`/api/record/finds/${made.json().id}`, as))).files
    const first = await undone(dig)
    expect(await storedRows(dig)).toEqual(start)
    await must(undo(dig, first))
    expect(await storedRows(dig)).toEqual(after)
    expect(await content(dig, file.id)).toBe('staged')
  })

  test('brings back the bytes of deleted and replaced files, and redo those of an upload', async () => {
    const start = await storedRows(dig)
    const id = await add(dig, 'first')
    const upload = await newest(dig)
    const added = await storedRows(dig)
    await replace(dig, id, 'second')
    await remove(dig, id)
    expect(await content(dig, id)).toBe(404)
    expect(await sweep(dig, 0), 'nothing is removed before its time').toBe(0)
    await undone(dig)
    expect(await content(dig, id)).toBe('second')
    await must(undo(dig, upload + 1))
    expect(await content(dig, id)).toBe('first')
    expect(await storedRows(dig)).toEqual(added)
    const gone = (await must(undo(dig, upload))).change_set.id
    expect(await storedRows(dig)).toEqual(start)
    expect(await content(dig, id)).toBe(404)
    await must(undo(dig, gone))
    expect(await content(dig, id)).toBe('first')
    expect(await waiting(dig), 'the second bytes alone').toBe(1)
  })

  test('is refused when the bytes are not kept any more', async () => {
    const id = await add(dig, 'old')
    await remove(dig, id)
    const deletion = async () => {
      const { changes } = await must(dig.get(`/api/change-set/${await newest(dig)}`, as))
      return changes.find(({ entity }: Change) => entity === 'file')
    }
    expect(await deletion()).not.toHaveProperty('bytes_gone')
    const year = 365 * 86_400_000
    expect(await sweep(dig, year + 1000)).toBeGreaterThan(0)
    expect(await waiting(dig)).toBe(0)
    expect(await deletion()).toMatchObject({ id, operation: 'deleted', bytes_gone: true })
    const refused = await undo(dig, await newest(dig))
    expect(refused.statusCode, refused.body).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'undo_refused',
      errors: [{ entity: 'file', table: null, id, code: 'not_available' }],
    })
    expect((await undo(dig, await newest(dig), { preview: true })).json()).toEqual(refused.json())
  })

  test('bytes of which the journal does not speak are not kept', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_file_transit', { name: 'forgotten.txt', leaving: 2, at: Date.now() }),
    )
    expect(await sweep(dig, 0)).toBe(1)
  })
})

describe.each(oneEngine)('a service that keeps no replaced bytes (%s)', (engine) => {
  test('removes them at once, and refuses to undo', async () => {
    const dig = await openDig(engine, { TROWEL_KEEP_REPLACED_DAYS: '0' })
    try {
      const id = await add(dig, 'old')
      await replace(dig, id, 'new')
      expect(await waiting(dig)).toBe(0)
      expect((await undo(dig, await newest(dig))).json()).toMatchObject({ code: 'undo_refused' })
      expect(await content(dig, id)).toBe('new')
    } finally {
      await dig.close()
    }
  })
})
