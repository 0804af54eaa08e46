import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows } from '../../../testing/scope-as.js'

describe.each(engines)('cells of many records (%s)', (engine) => {
  let dig: Dig
  let number = 0

  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  const finds = (...materials: (string | null)[]): Promise<number[]> =>
    dig.application.db.write((tx) =>
      tx.insertMany(
        'finds',
        ['inv_no', 'material', 'weight_g', 'creator'],
        materials.map((material) => [`E${++number}`, material, 5, dig.userId('writer')]),
      ),
    )
  const stored = async (ids: readonly number[]) => {
    const rows = await dig.application.db.quick.all<{
      id: number
      material: string | null
      weight_g: number | null
      context: number | null
    }>(sql`SELECT "id", "material", "weight_g", "context" FROM "finds"`)
    return ids.map((id) => rows.find((row) => row.id === id))
  }
  const edit = (records: unknown, as: Role = 'writer') =>
    dig.patch('/api/records/finds/cells', { records }, as)

  test('get values of their own in one change set, which one undo takes back', async () => {
    const [one = 0, two = 0, three = 0] = await finds('stone', 'stone', 'stone')
    const reply = await edit([
      { id: one, core: { material: 'bone', weight_g: '2.5' }, before: { material: 'stone', weight_g: 5 } },
      { id: String(two), core: { material: '' } },
      { id: three, core: { material: 'stone' }, before: { material: 'stone' } },
    ])
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: 'success', code: 'success_saved', updated: 2 },
    ])
    expect(await stored([one, two, three])).toMatchObject([
      { material: 'bone', weight_g: 2.5 },
      { material: null, weight_g: 5 },
      { material: 'stone', weight_g: 5 },
    ])
    const set = Number(reply.headers['x-change-set'])
    const undone = await dig.post(`/api/change-set/${set}/undo`, {}, 'writer')
    expect(undone.statusCode).toBe(200)
    expect(await stored([one, two])).toMatchObject([
      { material: 'stone', weight_g: 5 },
      { material: 'stone', weight_g: 5 },
    ])
  })

  test('that somebody else has written meanwhile are named, and nothing is written', async () => {
    const [one = 0, two = 0] = await finds('stone', 'stone')
    await edit([{ id: one, core: { material: 'glass' } }])
    const reply = await edit([
      { id: one, core: { material: 'bone' }, before: { material: 'stone' } },
      { id: two, core: { material: 'bone' }, before: { material: 'stone' } },
    ])
    expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
      412,
      'stale_record',
      { tb: 'finds', cells: [{ id: one, field: 'material', value: 'glass' }] },
    ])
    expect(await stored([two])).toMatchObject([{ material: 'stone' }])
    // Another cell of the same record is free to be written.
    const other = await edit([{ id: one, core: { weight_g: 7 }, before: { weight_g: 5 } }])
    expect(other.json().updated).toBe(1)
  })

  test('name records by what people call them', async () => {
    const [one = 0, two = 0] = await finds('stone', 'stone')
    const reply = await edit([
      { id: one, labels: { context: 'C2' }, before: { context: null } },
      { id: two, core: { material: 'bone' }, labels: { context: 'C1' } },
    ])
    expect(reply.json().updated).toBe(2)
    expect(await stored([one, two])).toMatchObject([{ context: 2 }, { context: 1, material: 'bone' }])
    const unknown = await edit([{ id: one, core: { weight_g: 'much' }, labels: { context: 'C999' } }])
    expect(unknown.statusCode).toBe(422)
    expect(unknown.json().errors).toMatchObject([
      { field: 'context', rule: 'reference', record: one },
      { field: 'weight_g', rule: 'number', record: one },
    ])
    const emptied = await edit([{ id: one, labels: { context: '' } }])
    expect(emptied.json().updated).toBe(1)
    expect(await stored([one])).toMatchObject([{ context: null }])
    const noLookup = await edit([{ id: one, labels: { material: 'jet' } }])
    expect(noLookup.json().updated).toBe(1)
    expect(await stored([one])).toMatchObject([{ material: 'jet' }])
  })

  test('do not name records that the caller may not read', async () => {
    const [one = 0] = await finds('stone')
    await hideRows(dig, 'writer', 'contexts', { ctx_no: { _neq: 'C2' } })
    const reply = await edit([{ id: one, labels: { context: 'C2' } }])
    expect(reply.json().errors).toMatchObject([{ field: 'context', rule: 'reference', record: one }])
  })

  test('are refused as a whole with every problem and its record', async () => {
    const [one = 0, two = 0, three = 0] = await finds('stone', 'stone', 'stone')
    const reply = await edit([
      { id: one, core: { weight_g: 'heavy' } },
      { id: two, core: { inv_no: 'F1' } },
      { id: three, core: { material: 'bone' } },
    ])
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'validation_failed'])
    expect(reply.json().errors).toMatchObject([
      { field: 'weight_g', rule: 'number', record: one },
      { field: 'inv_no', rule: 'no_dupl', record: two },
    ])
    expect(await stored([three])).toMatchObject([{ material: 'stone' }])
  })

  test('are those of records that the caller may change, his own too', async () => {
    const [foreign = 0] = await finds('stone')
    const created = await dig.post(
      '/api/record/finds',
      { core: { inv_no: `E${++number}`, context: 1 } },
      'self_writer',
    )
    const own = created.json().id
    const reply = await edit([{ id: own, core: { material: 'jet' } }], 'self_writer')
    expect(reply.json().updated).toBe(1)
    const refused = await edit(
      [own, foreign].map((id) => ({ id, core: { material: 'tin' } })),
      'self_writer',
    )
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      403,
      'not_enough_privilege',
      { tb: 'finds', ids: [foreign] },
    ])
    expect((await edit([{ id: foreign, core: { material: 'tin' } }], 'reader')).statusCode).toBe(403)
    const missing = await edit([{ id: 99_999, core: { material: 'tin' } }])
    expect([missing.statusCode, missing.json().detail]).toEqual([404, { tb: 'finds', ids: [99_999] }])
  })

  test('cannot move a record outside the rows of the caller', async () => {
    const [one = 0] = await finds('bone')
    await hideRows(dig, 'writer', 'finds', { material: { _eq: 'bone' } })
    const reply = await edit([{ id: one, core: { material: 'stone' } }])
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'outside_row_filter'])
    expect(await stored([one])).toMatchObject([{ material: 'bone' }])
  })

  test.each([
    ['no records', {}, 'parameter_missing'],
    ['an empty list', { records: [] }, 'parameter_missing'],
    ['no list', { records: { id: 1 } }, 'invalid_parameter'],
    ['values that are none', { records: [{ id: 1, core: 'x' }] }, 'invalid_parameter'],
    [
      'a record twice',
      {
        records: [
          { id: 1, core: { material: 'x' } },
          { id: '1', core: { material: 'y' } },
        ],
      },
      'invalid_parameter',
    ],
    [
      'too many',
      { records: Array.from({ length: 1001 }, (_, k) => ({ id: k + 1, core: { material: 'x' } })) },
      'invalid_parameter',
    ],
    ['an unknown field', { records: [{ id: 1, core: { colour: 'x' } }] }, 'unknown_field'],
  ])('are refused with %s', async (_what, body, code) => {
    const reply = await dig.patch('/api/records/finds/cells', body, 'writer')
    expect([reply.statusCode, reply.json().code]).toEqual([400, code])
  })
})
