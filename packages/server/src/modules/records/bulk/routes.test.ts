import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { countStatements } from '../../../testing/count-statements.js'
import { type Dig, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows } from '../../../testing/scope-as.js'
import { versionsIn } from '../../../testing/versions.js'

describe.each(oneEngine)('many records at once (%s)', (engine) => {
  let dig: Dig
  let number = 0

  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
  })

  /** New contexts of these kinds. @returns their ids */
  const contexts = (...kinds: (string | null)[]): Promise<number[]> =>
    dig.application.db.write((tx) =>
      tx.insertMany(
        'contexts',
        ['ctx_no', 'ctx_type', 'creator'],
        kinds.map((kind) => [`B${++number}`, kind, dig.userId('writer')]),
      ),
    )
  const kinds = async (ids: readonly number[]): Promise<unknown[]> => {
    const rows = await dig.application.db.quick.all<{ id: number; ctx_type: string | null }>(
      sql`SELECT "id", "ctx_type" FROM "contexts"`,
    )
    const byId = new Map(rows.map((row) => [row.id, row.ctx_type]))
    return ids.map((id) => byId.get(id))
  }
  const versions = async (ids: readonly number[]) =>
    (await versionsIn(dig))
      .filter(({ tb, rowid, userid }) => tb === 'contexts' && ids.includes(rowid) && userid > 0)
      .sort((one, other) => one.rowid - other.rowid || one.id - other.id)
  const edit = (body: unknown, as: Role = 'writer', table = 'contexts') =>
    dig.patch(`/api/records/${table}`, body, as)

  describe('an edit of many records', () => {
    test('gives them the same values, and each that changes keeps its state before', async () => {
      const ids = await contexts('cut', 'fill', null)
      const core = { ctx_type: 'fill', id: 7, creator: 1 }
      const reply = await edit({ ids: [...ids, String(ids[0])], core })
      expect(reply.json()).toEqual({ status: 'success', code: 'success_saved', updated: 2 })
      expect(await kinds(ids)).toEqual(['fill', 'fill', 'fill'])
      const kept = await versions(ids)
      expect(kept.map((version) => [version.rowid, version.operation, version.userid])).toEqual([
        [ids[0], 'update', dig.userId('writer')],
        [ids[2], 'update', dig.userId('writer')],
      ])
      expect(kept[0]?.content).toMatchObject({
        core: { id: ids[0], ctx_type: 'cut', creator: dig.userId('writer') },
        plugins: { samples: [] },
      })
    })

    test('keeps the plugin rows in the versions', async () => {
      await edit({ ids: [1, 3], core: { notes: 'seen' } })
      const kept = await versions([1, 3])
      expect(kept.map(({ content }) => content.plugins['samples']?.length)).toEqual([2, 1])
    })

    test('writes nothing where nothing changes, and clears a field with an empty text', async () => {
      const ids = await contexts('cut', 'cut')
      expect((await edit({ ids, core: { ctx_type: 'cut' } })).json().updated).toBe(0)
      expect((await edit({ ids, core: { id: 5 } })).json().updated).toBe(0)
      expect(await versions(ids)).toEqual([])
      expect((await edit({ ids, core: { ctx_type: '' } })).json().updated).toBe(2)
      expect(await kinds(ids)).toEqual([null, null])
    })

    test('changes only the fields that differ, record by record', async () => {
      const ids = await contexts('cut', 'fill')
      await edit({ ids: ids.slice(0, 1), core: { notes: 'x' } })
      const reply = await edit({ ids, core: { ctx_type: 'fill', notes: 'x', count_of: '3' } })
      expect(reply.json().updated).toBe(2)
      const rows = await dig.application.db.quick.all(
        sql`SELECT "ctx_type", "notes", "count_of" FROM "contexts" WHERE "id" IN (${ids[0] ?? 0}, ${ids[1] ?? 0})`,
      )
      expect(rows).toEqual(Array(2).fill({ ctx_type: 'fill', notes: 'x', count_of: 3 }))
    })

    test('is refused as a whole when one record would not be valid, and names the record', async () => {
      const ids = await contexts('cut', 'cut')
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "contexts" SET "chrono_to" = 5 WHERE "id" = ${ids[1] ?? 0}`),
      )
      const reply = await edit({ ids, core: { ctx_type: 'fill', chrono_from: 9 } })
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'validation_failed'])
      expect(reply.json().errors).toMatchObject([
        { field: 'chrono_from', rule: 'chrono_range', tb: 'contexts', row: null, record: ids[1] },
      ])
      expect(await kinds(ids)).toEqual(['cut', 'cut'])
      expect(await versions(ids)).toEqual([])
    })

    test('cannot give several records a value that has to be unique', async () => {
      const ids = await contexts(null, null)
      const reply = await edit({ ids, core: { ctx_no: `B${++number}` } })
      expect(reply.json().errors).toMatchObject([{ field: 'ctx_no', rule: 'no_dupl', record: ids[1] }])
      const taken = await edit({ ids: ids.slice(0, 1), core: { ctx_no: 'C1' } })
      expect(taken.json().errors).toMatchObject([{ field: 'ctx_no', rule: 'no_dupl', record: ids[0] }])
    })

    test('names every record that is missing or hidden', async () => {
      const [first = 0, second = 0] = await contexts('cut', 'fill')
      await hideRows(dig, 'writer', 'contexts', { ctx_type: { _neq: 'fill' } })
      const reply = await edit({ ids: [first, second, 99_999], core: { notes: 'x' } })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'record_not_found'])
      expect(reply.json().detail).toEqual({ tb: 'contexts', ids: [second, 99_999] })
    })

    test('is for those who may change a record whoever made it', async () => {
      const reply = await edit({ ids: [7], core: { material: 'tin' } }, 'self_writer', 'finds')
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
      await dig.application.db.write((tx) =>
        tx.insert('sys_user_table_privs', {
          user_id: dig.userId('self_writer'),
          table_name: 'finds',
          privilege: 20,
          filter: JSON.stringify({ material: { _eq: 'bone' } }),
          outside: 'global',
        }),
      )
      const own = await edit({ ids: [3, 7], core: { weight_g: 1 } }, 'self_writer', 'finds')
      expect([own.statusCode, own.json().code, own.json().detail]).toEqual([
        403,
        'not_enough_privilege',
        { tb: 'finds', ids: [7] },
      ])
      const others = await edit({ ids: [3], core: { weight_g: 1 } }, 'self_writer', 'finds')
      expect(others.json().updated).toBe(1)
    })

    test('cannot move a record outside the rows of the caller', async () => {
      const ids = await contexts('cut', 'cut')
      await hideRows(dig, 'writer', 'contexts', { ctx_type: { _eq: 'cut' } })
      for (const preview of [true, false]) {
        const reply = await edit({ ids, core: { ctx_type: 'fill' }, preview })
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'outside_row_filter'])
      }
      expect(await kinds(ids)).toEqual(['cut', 'cut'])
    })

    test('asks the database no more often for many records than for a few', async () => {
      const core = { ctx_type: 'fill', trench: 1, notes: 'n' }
      const statements = (ids: readonly number[]) =>
        countStatements(dig, async () => expect((await edit({ ids, core })).json().updated).toBe(ids.length))
      await statements(await contexts('cut', 'fill'))
      const few = await statements(await contexts('cut', 'fill'))
      expect(await statements(await contexts(...Array<string>(100).fill('cut'), 'fill'))).toBe(few)
    })

    test('is refused while the application is frozen, and so is its preview', async () => {
      const { db } = dig.application
      const set = async (status: string) => {
        await db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = ${status}`))
        await dig.application.reload()
      }
      await set('frozen')
      for (const preview of [true, false]) {
        const reply = await edit({ ids: [1], core: { notes: 'x' }, preview }, 'super_admin')
        expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
      }
      await set('on')
    })
  })

  describe('a preview', () => {
    test('counts what would change and says what is not valid, and writes nothing', async () => {
      const ids = await contexts('cut', 'fill', null)
      const reply = await edit({ ids, core: { ctx_type: 'fill' }, preview: true })
      expect(reply.json()).toEqual({
        status: 'success',
        code: 'success_previewed',
        updated: 2,
        unchanged: 1,
        sample: [
          { id: ids[0], fields: [{ field: 'ctx_type', label: 'Type', before: 'cut', after: 'fill' }] },
          { id: ids[2], fields: [{ field: 'ctx_type', label: 'Type', before: null, after: 'fill' }] },
        ],
        errors: [],
      })
      const refused = await edit({ ids, core: { ctx_type: 'fill', trench: 77 }, preview: true })
      expect(refused.json()).toMatchObject({ updated: 3, unchanged: 0 })
      expect(refused.json().errors).toMatchObject(
        ids.map((record) => ({ field: 'trench', rule: 'reference', record })),
      )
      expect(await kinds(ids)).toEqual(['cut', 'fill', null])
      expect(await versions(ids)).toEqual([])
    })

    test('counts exactly what the edit then changes', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom('cut', 'fill', 'wall', null), { minLength: 1, maxLength: 8 }),
          fc.constantFrom('cut', 'fill', ''),
          async (before, ctx_type) => {
            const ids = await contexts(...before)
            const preview = await edit({ ids, core: { ctx_type }, preview: true })
            const done = await edit({ ids, core: { ctx_type } })
            expect(preview.json()).toMatchObject({ updated: done.json().updated, errors: [] })
            expect((await versions(ids)).length).toBe(done.json().updated)
            expect(await kinds(ids)).toEqual(before.map(() => ctx_type || null))
          },
        ),
        { numRuns: 15 },
      )
    })
  })

  test.each<[string, unknown, Role | undefined, string, number, string]>([
    ['no token', {}, undefined, 'contexts', 401, 'unauthenticated'],
    ['a reader', { ids: [1], core: { notes: 'x' } }, 'reader', 'contexts', 403, 'not_enough_privilege'],
    ['an unknown table', { ids: [1], core: { notes: 'x' } }, 'writer', 'coins', 404, 'unknown_table'],
    [
      'a plugin table',
      { ids: [1], core: { lab: 'x' } },
      'writer',
      'samples',
      422,
      'plugin_table_not_allowed',
    ],
    ['no ids', { core: { notes: 'x' } }, 'writer', 'contexts', 400, 'parameter_missing'],
    [
      'an empty list of ids',
      { ids: [], core: { notes: 'x' } },
      'writer',
      'contexts',
      400,
      'parameter_missing',
    ],
    [
      'ids that are no list',
      { ids: 1, core: { notes: 'x' } },
      'writer',
      'contexts',
      400,
      'invalid_parameter',
    ],
    [
      'an id that is none',
      { ids: [1, 'x'], core: { notes: 'x' } },
      'writer',
      'contexts',
      400,
      'invalid_parameter',
    ],
    [
      'an id beyond all',
      { ids: [1e20], core: { notes: 'x' } },
      'writer',
      'contexts',
      400,
      'invalid_parameter',
    ],
    ['no values', { ids: [1] }, 'writer', 'contexts', 400, 'parameter_missing'],
    ['an empty object of values', { ids: [1], core: {} }, 'writer', 'contexts', 400, 'parameter_missing'],
    ['values that are a list', { ids: [1], core: [1] }, 'writer', 'contexts', 400, 'invalid_parameter'],
    ['an unknown field', { ids: [1], core: { nope: 1 } }, 'writer', 'contexts', 400, 'unknown_field'],
    [
      'a value that is none',
      { ids: [1], core: { depth_cm: 'deep' } },
      'writer',
      'contexts',
      422,
      'validation_failed',
    ],
    [
      'a preview that is a text',
      { ids: [1], core: { notes: 'x' }, preview: 'x' },
      'writer',
      'contexts',
      400,
      'invalid_parameter',
    ],
  ])('an edit is refused: %s', async (_what, body, as, table, status, code) => {
    const reply = await dig.patch(`/api/records/${table}`, body, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  describe('a copy of a record', () => {
    test('has its fields, a creator of its own, and nothing that hangs from it', async () => {
      await dig.post('/api/record/contexts/1', { core: { chrono_from: -5, chrono_to: 7 } }, 'writer')
      const reply = await dig.post('/api/record/contexts/1/duplicate', undefined, 'self_writer')
      expect(reply.json()).toEqual({ status: 'success', code: 'success_duplicated', id: expect.any(Number) })
      const { id } = reply.json()
      const original = (await dig.get('/api/record/contexts/1', 'reader')).json()
      const copy = (await dig.get(`/api/record/contexts/${id}`, 'reader')).json()
      expect(copy.core).toEqual({
        ...original.core,
        id: { ...original.core.id, val: id },
        creator: { ...original.core.creator, val: dig.userId('self_writer') },
      })
      expect(copy.plugins.samples.metadata.tot).toBe(0)
      expect(await versions([id])).toEqual([])
    })

    test('belongs to nobody when an API key makes it', async () => {
      const { id } = (await dig.post('/api/record/finds/1/duplicate', {}, 'key20')).json()
      expect((await dig.get(`/api/record/finds/${id}`, 'reader')).json().core.creator.val).toBeNull()
    })

    test('cannot be made of a record that is hidden, nor outside the rows of the caller', async () => {
      await hideRows(dig, 'writer', 'finds', { inv_no: { _eq: 'F1' } })
      const hidden = await dig.post('/api/record/finds/2/duplicate', {}, 'writer')
      expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'record_not_found'])
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
      await hideRows(dig, 'writer', 'finds', { id: { _eq: 1 } })
      const outside = await dig.post('/api/record/finds/1/duplicate', {}, 'writer')
      expect([outside.statusCode, outside.json().code]).toEqual([403, 'outside_row_filter'])
    })

    test.each<[string, string, Role | undefined, number, string]>([
      ['no token', 'contexts/1', undefined, 401, 'unauthenticated'],
      ['a reader', 'contexts/1', 'reader', 403, 'not_enough_privilege'],
      ['a missing record', 'contexts/99999', 'writer', 404, 'record_not_found'],
      ['an id beyond all', 'contexts/99999999999999999999', 'writer', 404, 'record_not_found'],
      ['an unknown table', 'coins/1', 'writer', 404, 'unknown_table'],
      ['a plugin table', 'samples/1', 'writer', 422, 'plugin_table_not_allowed'],
    ])('is refused: %s', async (_what, path, as, status, code) => {
      const reply = await dig.post(`/api/record/${path}/duplicate`, {}, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  test('a unique index in the way is reported like a rule', async () => {
    const field = { name: 'grid', label: 'Grid', type: 'text', db_type: 'TEXT' }
    const index = { name: 'by_grid', columns: ['grid'], is_unique: true }
    for (const [path, body] of [
      ['trenches/field', field],
      ['trenches/indexes', index],
    ] as const) {
      const reply = await dig.post(`/api/config/table/${path}`, body, 'super_admin')
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const problem = { field: 'grid', label: 'Grid', rule: 'no_dupl', tb: 'trenches' }
    const both = { ids: [1, 2], core: { grid: 'N1' } }
    const preview = await edit({ ...both, preview: true }, 'writer', 'trenches')
    expect(preview.json()).toMatchObject({ updated: 2, errors: [problem] })
    const refused = await edit(both, 'writer', 'trenches')
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'validation_failed'])
    expect(refused.json().errors).toMatchObject([problem])
    expect((await edit({ ids: [1], core: { grid: 'N1' } }, 'writer', 'trenches')).json().updated).toBe(1)
    const copy = await dig.post('/api/record/trenches/1/duplicate', {}, 'writer')
    expect([copy.statusCode, copy.json().code]).toEqual([422, 'validation_failed'])
    expect(copy.json().errors).toMatchObject([problem])
  })

  // They are many, so they come last.
  test('an edit takes thousands of records, which one undo takes back, and ten thousand at the most', async () => {
    const tooMany = Array.from({ length: 10_001 }, (_, place) => place + 1)
    const refused = await edit({ ids: tooMany, core: { ctx_type: 'fill' } })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_parameter'])
    const ids = await contexts(...Array<string>(1200).fill('cut'))
    const reply = await edit({ ids, core: { ctx_type: 'fill', notes: 'x' } })
    expect(reply.json().updated).toBe(1200)
    expect(new Set(await kinds(ids))).toEqual(new Set(['fill']))
    const undone = await dig.post(`/api/change-set/${reply.headers['x-change-set']}/undo`, {}, 'writer')
    expect(undone.statusCode, undone.body).toBe(200)
    expect(new Set(await kinds(ids))).toEqual(new Set(['cut']))
  })
})
