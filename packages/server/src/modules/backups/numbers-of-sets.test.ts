import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { makeOne } from './testing/carry-backup.js'

interface Told {
  readonly last: number
  readonly data: readonly { readonly id: number }[]
}

describe.each(oneEngine)('numbers of change sets after a restore (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const save = async (material: string): Promise<void> => {
    const reply = await dig.patch('/api/record/finds/1', { core: { material } }, 'key20')
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const newest = async (): Promise<{ set: number; change: number }> =>
    (await dig.application.db.quick.get(sql`SELECT (SELECT max("id") FROM "sys_change_sets") AS "set",
      (SELECT max("id") FROM "sys_changes") AS "change"`)) ?? { set: 0, change: 0 }
  const follow = async (after: number): Promise<Told> =>
    (await dig.get(`/api/changes?after=${after}`, 'key30')).json()
  /** Everybody has to log in again after a restore. */
  const asSuper = () => new Dig(dig.service, dig.application)
  const restore = async (file: string): Promise<string> => {
    const reply = await asSuper().post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ safety_backup: string }>().safety_backup
  }
  const listed = (asOf: number | string) => dig.get(`/api/records/finds?columns=*&as_of=${asOf}`, 'key30')

  test('are above those of the backup and of what it replaced, there and back', async () => {
    await dig.token('key30')
    await dig.token('key20')
    await save('in the backup')
    const inBackup = await newest()
    const then = (await listed(inBackup.set)).json()
    const file = await makeOne(dig)
    await save('after it')
    await save('long after it')
    const before = await newest()
    expect((await listed(before.set)).statusCode).toBe(200)

    const safety = await restore(file)
    const marked = before.set + 1
    const told = await follow(before.set)
    expect(told).toMatchObject({
      last: marked,
      data: [{ id: marked, origin: 'restore', incomplete: true, undoable: false, counts: {}, changes: [] }],
    })
    expect((await follow(inBackup.set)).data.map(({ id }) => id)).toEqual([marked])
    expect((await asSuper().get(`/api/change-set/${marked}`, 'admin')).json()).toMatchObject({
      change_set: { note: file, title: 'Everything as it is in a backup' },
      total: 0,
      changes: [],
    })
    // What the backup does not have is no set any more; what it has is as it was.
    expect((await listed(before.set)).json()).toMatchObject({ code: 'change_set_not_found' })
    expect((await listed(inBackup.set)).json()).toEqual(then)
    expect((await listed(marked)).json()).toMatchObject({ as_of: { set: marked }, data: then.data })
    expect((await asSuper().post(`/api/change-set/${marked}/undo`, {}, 'admin')).json()).toMatchObject({
      code: 'not_undoable',
    })

    await save('after the restore')
    const after = await newest()
    expect(after.set).toBe(marked + 1)
    expect(after.change).toBeGreaterThan(before.change)
    expect((await follow(marked)).data.map(({ id }) => id)).toEqual([after.set])
    expect((await listed(marked)).json()).toMatchObject({ data: then.data })

    await restore(safety)
    const back = await newest()
    expect(back.set).toBe(after.set + 1)
    expect((await listed(after.set)).json()).toMatchObject({ code: 'change_set_not_found' })
    expect((await follow(after.set)).data.map(({ id }) => id)).toEqual([back.set])
    expect((await listed(back.set)).json().data[0]).toMatchObject({ material: 'long after it' })
  })
})
