import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../storage/sql.js'
import { type Dig, engines, openDig } from '../testing/open-dig.js'

describe.each([...engines])('overrides on a table (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(() => dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`)))

  /** What an administrator set for the reader. */
  const override = (table: string, privilege: number, filter?: unknown, outside = 'hide') =>
    dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('reader'),
        table_name: table,
        privilege,
        filter: filter === undefined ? null : typeof filter === 'string' ? filter : JSON.stringify(filter),
        outside,
      }),
    )
  const list = async (url: string): Promise<{ total: number; ids: number[] }> => {
    const { total, data } = (await dig.get(url, 'reader')).json()
    return { total, ids: data.map((row: { id: number }) => row.id) }
  }

  test('a hidden table is refused, whether or not the record exists', async () => {
    await override('finds', 40)
    for (const url of [
      '/api/records/finds',
      '/api/record/finds/1',
      '/api/record/finds/999',
      '/api/records/finds/export',
    ]) {
      const reply = await dig.get(url, 'reader')
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 403, 'not_enough_privilege'])
    }
    expect((await dig.get('/api/records/contexts', 'reader')).statusCode).toBe(200)
    const { tables } = (await dig.get('/api/tables', 'reader')).json()
    expect(tables.map((table: { name: string }) => table.name)).toEqual(['trenches', 'contexts'])
  })

  test('a refusal names the label of a table only to those who may read the table', async () => {
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_cfg_tables" SET "label" = 'Unpublished hoard' WHERE "name" = 'finds'`),
    )
    await dig.application.reload()
    const refusal = async () => {
      const reply = await dig.get('/api/record/finds/new', 'reader')
      return [reply.statusCode, reply.json().text]
    }
    expect(await refusal()).toEqual([403, 'You may not create records in the table "Unpublished hoard".'])
    await override('finds', 40)
    expect(await refusal()).toEqual([403, 'You may not create records in this table.'])
  })

  test('of a table with a row filter only its rows exist, in lists, totals, exports and alone', async () => {
    await override('finds', 30, { material: { _in: ['flint', 'iron'] } })
    expect(await list('/api/records/finds')).toEqual({ total: 2, ids: [1, 7] })
    expect(await list('/api/records/finds?filter[weight_g][_gt]=10')).toEqual({ total: 1, ids: [7] })
    expect((await dig.get('/api/records/finds/export', 'reader')).body.trim().split('\n')).toHaveLength(3)
    expect((await dig.get('/api/record/finds/1', 'reader')).statusCode).toBe(200)
    const hidden = await dig.get('/api/record/finds/2', 'reader')
    const absent = await dig.get('/api/record/finds/999', 'reader')
    expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'record_not_found'])
    expect(hidden.body.replaceAll('2', '#')).toBe(absent.body.replaceAll('999', '#'))
  })

  test('rows outside a filter that hides are those for which it is not true, unknown ones included', async () => {
    await override('finds', 40, { material: { _eq: 'flint' } }, 'global')
    expect(await list('/api/records/finds')).toEqual({ total: 7, ids: [2, 3, 4, 5, 6, 7, 8] })
  })

  test('a filter may speak of the person who asks', async () => {
    const mine = { creator: { _eq: '$CURRENT_USER' } }
    await override('finds', 30, mine)
    expect(await list('/api/records/finds')).toEqual({ total: 0, ids: [] })
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "finds" SET "creator" = ${dig.userId('reader')} WHERE "id" = 3`),
    )
    expect(await list('/api/records/finds')).toEqual({ total: 1, ids: [3] })
  })

  test('plugin rows of a hidden record are hidden with it', async () => {
    await override('contexts', 30, { ctx_no: { _eq: 'C3' } })
    expect(await list('/api/records/samples')).toEqual({ total: 1, ids: [3] })
    expect((await dig.get('/api/record/samples/1', 'reader')).statusCode).toBe(404)
  })

  test('conditions on another table see only the rows that the person sees', async () => {
    await override('contexts', 30, { ctx_no: { _eq: 'C1' } })
    expect((await list('/api/records/finds?filter[context][ctx_type][_nnull]=1')).ids).toEqual([1, 2])
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_user_table_privs" SET "privilege" = 40, "filter" = NULL`),
    )
    const reply = await dig.get('/api/records/finds?filter[context][ctx_type][_nnull]=1', 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
  })

  test('a filter that the table no longer understands hides the table and stands once in the log', async () => {
    await override('finds', 20, { gone: { _eq: 1 } }, 'global')
    for (let k = 0; k < 3; k++) expect((await dig.get('/api/records/finds', 'reader')).statusCode).toBe(403)
    const rows = () =>
      dig.application.db.quick.all(sql`
        SELECT "id" FROM "sys_log" WHERE "level" = 300 AND "message" LIKE 'row_filter_invalid%'`)
    await expect.poll(rows).toHaveLength(1)
  })

  test('an override raises as it lowers, and does not touch administrators', async () => {
    expect((await dig.get('/api/records/finds', 'reader')).json().can_add).toBe(false)
    await override('finds', 20)
    expect((await dig.get('/api/records/finds', 'reader')).json().can_add).toBe(true)
    expect((await dig.get('/api/config/tables', 'reader')).statusCode).toBe(403)
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', { user_id: dig.userId('admin'), table_name: 'finds', privilege: 40 }),
    )
    expect((await dig.get('/api/records/finds', 'admin')).json()).toMatchObject({ total: 8, can_add: true })
  })
})
