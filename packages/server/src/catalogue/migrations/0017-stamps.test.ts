import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { stamps } from './0017-stamps.js'

type Row = Readonly<Record<string, unknown>>

describe.each(engines)('records from before there were stamps (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const at = (hour: number): number => Date.UTC(2025, 2, 4, hour)
  const time = (hour: number): string => `2025-03-04T${String(hour).padStart(2, '0')}:00:00Z`
  const stampsOf = async (id: number) => {
    const { metadata } = (await dig.get(`/api/record/finds/${id}`, 'reader')).json()
    return { created: metadata.created, changed: metadata.last_changed }
  }

  test('have those of their creations and newest versions, else their creator', async () => {
    const { db } = dig.application
    const [admin, writer, owner] = [dig.userId('admin'), dig.userId('writer'), dig.userId('self_writer')]
    await db.write(
      async (tx) => {
        await tx.run(sql`DELETE FROM "sys_stamps"`)
        const creation = { tb: 'finds', operation: 'insert', head: null }
        const ofImport = { ...creation, userid: writer, time: at(8), first_id: 1, last_id: 3, records: 3 }
        await tx.insert('sys_creations', ofImport)
        const ofProgram = { ...creation, userid: 0, time: at(9), first_id: 4, last_id: null, records: 1 }
        await tx.insert('sys_creations', ofProgram)
        const version = { tb: 'finds', content: '{}', operation: 'update' }
        await tx.insert('sys_versions', { ...version, rowid: 2, userid: admin, time: at(10) })
        await tx.insert('sys_versions', { ...version, rowid: 2, userid: writer, time: at(11) })
        await tx.insert('sys_versions', { ...version, rowid: 8, userid: admin, time: at(12) })
        await stamps.up(tx)
      },
      { schema: true },
    )
    const stamp = (user: number, hour: number | null, user_name: string | null) => ({
      set: null,
      time: hour === null ? null : time(hour),
      user,
      user_name,
    })
    const imported = stamp(writer, 8, 'writer')
    expect(await stampsOf(1)).toEqual({ created: imported, changed: imported })
    expect(await stampsOf(2)).toEqual({ created: imported, changed: stamp(writer, 11, 'writer') })
    expect(await stampsOf(4)).toEqual({ created: stamp(0, 9, null), changed: stamp(0, 9, null) })
    const made = stamp(owner, null, 'self_writer')
    expect(await stampsOf(7)).toEqual({ created: made, changed: made })
    expect(await stampsOf(8)).toEqual({ created: made, changed: stamp(admin, 12, 'admin') })
    const listed = await dig.get(
      '/api/records/finds?columns=id&sort_field=sys_changed_at&sort_dir=desc',
      'reader',
    )
    const ids = listed.json().data.map(({ id }: { id: number }) => id)
    expect(ids.slice(0, 5)).toEqual([8, 2, 4, 3, 1])
    const changed = await dig.get(
      '/api/records/finds?filter[sys_changed_at][_gte]=2025-03-04T10:00:00Z',
      'reader',
    )
    expect(changed.json().total).toBe(2)
    const people = 'columns=id,sys_created_by,sys_changed_by&per_page=200&sort_field=id'
    const all = (await dig.get(`/api/records/finds?${people}`, 'reader')).json().data
    for (const column of ['sys_created_by', 'sys_changed_by']) {
      for (const user of [0, admin, writer, owner]) {
        const theirs = await dig.get(`/api/records/finds?${people}&filter[${column}][_eq]=${user}`, 'reader')
        expect(theirs.json().data).toEqual(all.filter((row: Row) => row[column] === user))
      }
    }
    await dig.patch('/api/record/finds/1', { core: { weight_g: 9 } }, 'admin')
    expect(await stampsOf(1)).toMatchObject({ created: imported, changed: { user: admin } })
  })
})
