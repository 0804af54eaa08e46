import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

type Definition = Readonly<Record<string, unknown>>

const toContext = { local_field: 'context', join_tb: 'contexts', join_pk: 'id' }
const toTrench = { local_field: 'trench', join_tb: 'trenches', join_pk: 'id' }

/** Weights of materials by the kind of context that they were found in. */
const weights = {
  source_tb: 'finds',
  source_type: 'table',
  char_field: 'material',
  group_path: [toContext],
  group_field: 'ctx_type',
  measure: 'sum',
  measure_field: 'weight_g',
  measure_label: 'Weight (g)',
  filters: [],
}
/** Finds by material and context. */
const counts = { source_tb: 'finds', char_field: 'material', group_field: 'context' }

describe.each(engines)('assemblages (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_assemblage_analyses"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  const count = async (definition: Definition, as: Role = 'reader') => {
    const reply = await dig.post('/api/assemblage/data', { definition }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const save = async (name: string, as: Role = 'writer', definition: Definition = weights) => {
    const reply = await dig.post('/api/assemblages', { name, definition }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().analysis.id as number
  }
  const names = async (as: Role): Promise<string[]> =>
    (await dig.get('/api/assemblages', as)).json().analyses.map(({ name }: { name: string }) => name)

  describe('what they count', () => {
    test('a number for every group and every kind that meet; rows without a target disappear', async () => {
      expect(await count(weights)).toEqual({
        status: 'success',
        chars: ['', 'Iron slag', 'amber', 'bone', 'bronze', 'flint', 'iron'],
        groups: ['cut', 'fill', 'layer', 'wall'],
        data: {
          cut: { bone: 12 },
          fill: {},
          layer: { 'Iron slag': 1.5, amber: 0.5, flint: 3.2, iron: 55 },
          wall: { '': 100 },
        },
        group_labels: { cut: 'C2', fill: 'C3', layer: 'C1', wall: 'C5' },
        group_tb: 'contexts',
        group_field: 'ctx_type',
      })
    })

    test('no value and an empty text are one kind and one group', async () => {
      const { chars, groups, data } = await count({
        source_tb: 'contexts',
        char_field: 'notes',
        group_field: 'notes',
      })
      expect([chars[0], groups[0], data['']]).toEqual(['', '', { '': 2 }])
    })

    test('groups that are records are called by the first field that their lists show', async () => {
      const { groups, group_labels, group_tb } = await count(counts)
      expect(groups).toEqual(['', '1', '2', '3', '5', '6'])
      expect(group_labels).toEqual({ 1: 'C1', 2: 'C2', 3: 'C3', 5: 'C5', 6: 'C6' })
      expect(group_tb).toBe('finds')
    })

    test('keys that look like numbers, and keys that every object has, stay keys', async () => {
      const { db } = dig.application
      await db.write(async (tx) => {
        for (const lab of ['0', '1', '__proto__', 'toString', 'two\nlines']) {
          await tx.insert('samples', { id_link: 2, litres: 3, lab })
        }
      })
      const { data } = await count({
        source_tb: 'samples',
        char_field: 'lab',
        group_field: 'lab',
        filters: [{ field: 'id_link', op: '_eq', value: 2 }],
      })
      expect(Object.entries(data)).toEqual([
        ['0', { 0: 1 }],
        ['1', { 1: 1 }],
        ['__proto__', JSON.parse('{"__proto__":1}')],
        ['toString', { toString: 1 }],
        ['two\nlines', { 'two\nlines': 1 }],
      ])
      await db.write((tx) => tx.run(sql`DELETE FROM "samples" WHERE "id_link" = 2`))
    })

    test('nothing found is an empty object, not a list', async () => {
      const filters = [{ field: 'id', op: '_eq', value: 99 }]
      expect(await count({ ...weights, filters })).toMatchObject({
        chars: [],
        groups: [],
        data: {},
        group_labels: {},
      })
    })

    test('a path leads over several tables, and from plugin rows to the records that carry them', async () => {
      const byTrench = await count({
        ...weights,
        group_path: [toContext, toTrench],
        group_field: 'code',
        measure: 'count',
        measure_field: null,
      })
      expect(byTrench.groups).toEqual(['A', 'B', 'C'])
      expect(byTrench.data.A).toEqual({ amber: 1, bone: 1, flint: 1 })
      expect(byTrench.group_labels).toEqual({})
      const litres = await count({
        source_tb: 'samples',
        char_field: 'lab',
        group_path: [{ local_field: 'id_link', join_tb: 'contexts', join_pk: 'id' }],
        group_field: 'id',
        measure: 'sum',
        measure_field: 'litres',
      })
      expect(litres.data).toEqual({ 1: { '': 20, Oxford: 10 }, 3: { Graz: 5 } })
      expect([litres.group_tb, litres.group_field, litres.group_labels]).toEqual([
        'contexts',
        'id',
        { 1: 'C1', 3: 'C3' },
      ])
    })

    test('different values are counted once', async () => {
      const definition = {
        ...weights,
        measure: 'count_distinct',
        measure_field: 'found_on',
        char_field: 'context',
      }
      expect((await count(definition)).data.layer).toEqual({ 1: 2, 6: 2 })
    })

    test('all filters apply, two on the same field as well, and those that say nothing are left out', async () => {
      const filters = [
        { field: 'weight_g', op: '_gt', value: 1 },
        { field: 'weight_g', op: '_lt', value: '10' },
        { field: '', op: '_eq', value: 1 },
        { field: 'material', op: null },
      ]
      const { data } = await count({ ...weights, filters })
      expect(data).toEqual({ layer: { 'Iron slag': 1.5, flint: 3.2 } })
    })

    test('whether something is there may be asked without a value', async () => {
      const { groups } = await count({ ...counts, filters: [{ field: 'context', op: '_nnull' }] })
      expect(groups).toEqual(['1', '2', '3', '5', '6'])
    })

    test('an empty name says nothing of a group while others have one', async () => {
      await dig.put('/api/config/table/contexts', { preview: ['notes'] }, 'super_admin')
      const { group_labels } = await count({
        source_tb: 'contexts',
        char_field: 'ctx_type',
        group_field: 'ctx_type',
      })
      await dig.put('/api/config/table/contexts', { preview: ['ctx_no'] }, 'super_admin')
      // C3 has an empty text there, C4 nothing.
      expect(group_labels).toEqual({ cut: 'Öfen pit', layer: 'burnt', wall: '100% stone_built' })
    })

    test('a definition may come as JSON text', async () => {
      const reply = await dig.post('/api/assemblage/data', { definition: JSON.stringify(weights) }, 'key30')
      expect(reply.json().groups).toEqual(['cut', 'fill', 'layer', 'wall'])
    })

    test('more cells than anybody reads are refused', async () => {
      const { db } = dig.application
      const rows = Array.from({ length: 100_001 }, (_, index) => [`T${index}`, 1])
      await db.write((tx) => tx.insertMany('trenches', ['code', 'creator'], rows))
      const definition = { source_tb: 'trenches', char_field: 'code', group_field: 'id' }
      const reply = await dig.post('/api/assemblage/data', { definition }, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'result_too_large'])
      await db.write((tx) => tx.run(sql`DELETE FROM "trenches" WHERE "id" > 3`))
    })
  })

  describe('rights', () => {
    test('only rows that somebody may see are counted, of every table on the way', async () => {
      await hideRows(dig, 'reader', 'finds', { material: { _neq: 'bone' } })
      expect((await count(weights)).groups).toEqual(['fill', 'layer', 'wall'])
      await hideRows(dig, 'reader', 'contexts', { ctx_type: { _in: ['layer', 'cut'] } })
      expect(await count(weights)).toMatchObject({
        groups: ['layer'],
        chars: ['Iron slag', 'amber', 'flint', 'iron'],
      })
      expect((await count(weights, 'writer')).groups).toHaveLength(4)
    })

    test('a label that may not be read does not exist', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C2' } })
      expect((await count(counts)).group_labels).toEqual({ 1: 'C1', 3: 'C3', 5: 'C5', 6: 'C6' })
      await hideTable(dig, 'reader', 'contexts')
      expect((await count(counts)).group_labels).toEqual({})
      await hideRows(dig, 'writer', 'contexts', { ctx_no: { _neq: 'C1' } })
      expect((await count(weights, 'writer')).group_labels.layer).toBe('C6')
    })

    test('a table that may not be read is no source, no step, and leads nowhere', async () => {
      await hideTable(dig, 'writer', 'contexts')
      for (const definition of [weights, { source_tb: 'samples', char_field: 'lab', group_field: 'lab' }]) {
        const reply = await dig.post('/api/assemblage/data', { definition }, 'writer')
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_enough_privilege'])
      }
      const sources = (await dig.get('/api/assemblage/sources', 'writer')).json()
      expect(sources).toMatchObject({
        tables: [{ name: 'trenches' }, { name: 'finds' }],
        plugins: [],
      })
      const meta = await dig.get('/api/assemblage/table-meta?tb=contexts', 'writer')
      expect([meta.statusCode, meta.json().code]).toEqual([403, 'not_enough_privilege'])
      const { fields } = (await dig.get('/api/assemblage/table-meta?tb=finds', 'writer')).json()
      expect(fields).toContainEqual({
        name: 'context',
        label: 'Context',
        type: 'select',
        is_numeric: false,
        is_fk: false,
      })
      const kept = { name: 'x', definition: { source_tb: 'contexts' } }
      expect((await dig.post('/api/assemblages', kept, 'writer')).statusCode).toBe(403)
    })
  })

  describe('what can be counted', () => {
    test('every table and plugin table, in configuration order', async () => {
      expect((await dig.get('/api/assemblage/sources', 'reader')).json()).toEqual({
        status: 'success',
        tables: [
          { name: 'trenches', label: 'Trenches' },
          { name: 'contexts', label: 'Contexts' },
          { name: 'finds', label: 'Finds' },
        ],
        plugins: [{ name: 'samples', label: 'Samples', parent_tb: 'contexts', parent_label: 'Contexts' }],
      })
    })

    test('numbers can be added up, and every hop that is offered can be made', async () => {
      const meta = (await dig.get('/api/assemblage/table-meta?tb=contexts', 'reader')).json()
      const numeric = meta.fields.filter((field: { is_numeric: boolean }) => field.is_numeric)
      expect(numeric.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['depth_cm', 'count_of']),
      )
      expect(meta.fields).toContainEqual({
        name: 'trench',
        label: 'Trench',
        type: 'select',
        is_numeric: false,
        is_fk: true,
        fk_tb: 'trenches',
        fk_pk: 'id',
        fk_label: 'Trenches',
      })
      expect(meta.plugins).toMatchObject([{ name: 'samples', label: 'Samples' }])
      expect(meta.plugins[0].fields).toContainEqual(
        expect.objectContaining({ name: 'id_link', is_numeric: false, is_fk: true, fk_tb: 'contexts' }),
      )
      for (const tb of ['contexts', 'samples', 'finds']) {
        const { fields } = (await dig.get(`/api/assemblage/table-meta?tb=${tb}`, 'reader')).json()
        for (const { name, is_fk, fk_tb, fk_pk } of fields) {
          const path = { local_field: name, join_tb: fk_tb, join_pk: fk_pk }
          const definition = { source_tb: tb, char_field: 'id', group_path: [path], group_field: 'id' }
          if (is_fk) expect((await count(definition)).groups.length).toBeGreaterThan(0)
        }
      }
    })

    test.each([
      ['', 400, 'parameter_missing'],
      ['?tb=coins', 404, 'unknown_table'],
      ['?tb=sys_users', 404, 'unknown_table'],
      ['?tb[]=finds', 400, 'invalid_parameter'],
    ])('table-meta%s is refused', async (query, status, code) => {
      const reply = await dig.get(`/api/assemblage/table-meta${query}`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  describe('what cannot be counted', () => {
    const step = (changes: object) => ({ ...weights, group_path: [{ ...toContext, ...changes }] })

    test.each<[string, unknown, number, string, unknown]>([
      ['no definition', undefined, 400, 'parameter_missing', 'definition'],
      ['a list', [], 400, 'invalid_parameter', expect.anything()],
      ['no source', { ...weights, source_tb: null }, 400, 'parameter_missing', 'source_tb'],
      ['an unknown source', { ...weights, source_tb: 'coins' }, 404, 'unknown_table', { table: 'coins' }],
      ['no kinds', { ...weights, char_field: '' }, 400, 'parameter_missing', 'char_field'],
      ['no groups', { ...weights, group_field: undefined }, 400, 'parameter_missing', 'group_field'],
      ['nothing to add up', { ...weights, measure_field: null }, 400, 'parameter_missing', 'measure_field'],
      ['unknown kinds', { ...weights, char_field: 'ware' }, 422, 'invalid_field', 'ware'],
      ['groups of another table', { ...weights, group_field: 'material' }, 422, 'invalid_field', 'material'],
      ['an unknown field to add up', { ...weights, measure_field: 'w' }, 422, 'invalid_field', 'w'],
      ['an unknown measure', { ...weights, measure: 'avg' }, 422, 'invalid_measure', 'avg'],
      ['a path that is a text', { ...weights, group_path: 'context' }, 422, 'invalid_group_path_step', 0],
      [
        'a path beyond four steps',
        { ...weights, group_path: Array(5).fill(toContext) },
        422,
        'too_many_join_steps',
        null,
      ],
      ['a step without a key', step({ join_pk: undefined }), 422, 'invalid_group_path_step', 0],
      [
        'a step that is a text',
        { ...weights, group_path: [toContext, 'x'] },
        422,
        'invalid_group_path_step',
        1,
      ],
      ['SQL for a key', step({ join_pk: 'id OR 1=1' }), 422, 'invalid_group_path_step', 0],
      ['a key that people read', step({ join_pk: 'ctx_no' }), 422, 'invalid_group_path_step', 0],
      ['a step over a plain field', step({ local_field: 'material' }), 422, 'invalid_group_path_step', 0],
      ['a step that no relation makes', step({ join_tb: 'trenches' }), 422, 'invalid_group_path_step', 0],
      ['a step into an unknown table', step({ join_tb: 'coins' }), 404, 'unknown_table', { table: 'coins' }],
      ['a step into a system table', step({ join_tb: 'sys_users' }), 404, 'unknown_table', expect.anything()],
      [
        'a step from a record to its plugin rows, which would count it many times',
        {
          source_tb: 'contexts',
          char_field: 'ctx_type',
          group_path: [{ local_field: 'id', join_tb: 'samples', join_pk: 'id_link' }],
          group_field: 'lab',
        },
        422,
        'invalid_group_path_step',
        0,
      ],
      [
        'filters that are no list',
        { ...weights, filters: { a: 1 } },
        400,
        'invalid_filter',
        expect.anything(),
      ],
      ['a filter that is a text', { ...weights, filters: ['x'] }, 400, 'invalid_filter', expect.anything()],
      [
        'an unknown operator',
        { ...weights, filters: [{ field: 'material', op: 'like', value: 'x' }] },
        400,
        'unknown_operator',
        { path: 'filters[0]', operator: 'like' },
      ],
      [
        'an unknown field in a filter',
        { ...weights, filters: [{ field: 'ware', op: '_eq', value: 'x' }] },
        400,
        'unknown_field',
        { table: 'finds', field: 'ware' },
      ],
      [
        'a value that the field cannot have',
        { ...weights, filters: [{ field: 'weight_g', op: '_gt', value: 'heavy' }] },
        400,
        'invalid_filter',
        expect.anything(),
      ],
    ])('%s is refused with its place', async (_what, definition, status, code, detail) => {
      const reply = await dig.post('/api/assemblage/data', { definition }, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(reply.json().detail ?? null).toEqual(detail)
      expect(reply.body).not.toMatch(/SELECT|JOIN /)
    })
  })

  describe('that people keep', () => {
    test('an analysis comes back as it was sent, for its owner alone', async () => {
      const reply = await dig.post('/api/assemblages', { name: ' Weights ', definition: weights }, 'writer')
      const saved = {
        id: expect.any(Number),
        user_id: dig.userId('writer'),
        name: 'Weights',
        definition: weights,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        is_global: 0,
        owned_by_me: true,
      }
      expect(reply.json()).toEqual({ status: 'success', code: 'ok_save_analysis', analysis: saved })
      expect((await dig.get('/api/assemblages', 'writer')).json()).toEqual({
        status: 'success',
        analyses: [saved],
      })
      expect([await names('reader'), await names('super_admin')]).toEqual([[], []])
    })

    test('its owner changes the name, the definition, or both, and so does a super-administrator', async () => {
      const id = await save('first')
      const change = async (body: unknown, as: Role = 'writer') =>
        (await dig.post(`/api/assemblage/${id}`, body, as)).json()
      expect(await change({ name: ' second ' })).toMatchObject({
        code: 'ok_save_analysis',
        analysis: { id, name: 'second', definition: weights, owned_by_me: true },
      })
      expect(await change({ definition: counts }, 'super_admin')).toMatchObject({
        analysis: { name: 'second', definition: counts, owned_by_me: false, user_id: dig.userId('writer') },
      })
      expect(await change({ name: 'third', definition: JSON.stringify(weights) })).toMatchObject({
        analysis: { name: 'third', definition: weights },
      })
      const [kept] = (await dig.get('/api/assemblages', 'writer')).json().analyses
      expect(kept).toMatchObject({ id, name: 'third', definition: weights })
    })

    test('a shared analysis is seen by everybody who may read its source, until it is no longer shared', async () => {
      const id = await save('shared')
      const share = await dig.post(`/api/assemblage/${id}/share`, undefined, 'writer')
      expect(share.json()).toEqual({ status: 'success', code: 'ok_share_analysis' })
      const [seen] = (await dig.get('/api/assemblages', 'reader')).json().analyses
      expect(seen).toMatchObject({ id, is_global: 1, owned_by_me: false })
      expect(await names('key30')).toEqual(['shared'])
      await hideTable(dig, 'reader', 'finds')
      expect(await names('reader')).toEqual([])
      const unshare = await dig.post(`/api/assemblage/${id}/unshare`, undefined, 'super_admin')
      expect(unshare.json()).toEqual({ status: 'success', code: 'ok_unshare_analysis' })
      expect(await names('admin')).toEqual([])
      const gone = await dig.delete(`/api/assemblage/${id}`, undefined, 'writer')
      expect(gone.json()).toEqual({ status: 'success', code: 'ok_delete_analysis' })
      expect(await names('writer')).toEqual([])
    })

    test('a shared analysis with a step into a table that somebody may not read does not exist for him', async () => {
      const id = await save('over contexts')
      await dig.post(`/api/assemblage/${id}/share`, undefined, 'writer')
      expect(await names('reader')).toEqual(['over contexts'])
      await hideTable(dig, 'reader', 'contexts')
      await hideTable(dig, 'writer', 'contexts')
      expect([await names('reader'), await names('writer')]).toEqual([[], ['over contexts']])
    })

    test.each<['post' | 'delete', string, unknown]>([
      ['post', '/share', undefined],
      ['post', '/unshare', undefined],
      ['post', '', { name: 'mine now' }],
      ['delete', '', undefined],
    ])('an analysis of somebody else is left alone: %s %s', async (method, path, body) => {
      const id = await save('mine')
      for (const as of ['admin', 'key10', 'reader'] as const) {
        const reply = await dig[method](`/api/assemblage/${id}${path}`, body, as)
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'analysis_access_denied'])
      }
      const reply = await dig[method](`/api/assemblage/99${path}`, body, 'super_admin')
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'analysis_not_found'])
      expect(await names('writer')).toEqual(['mine'])
    })

    test.each<[string, unknown, Role | undefined, number, string, unknown]>([
      ['no token', { name: 'x', definition: weights }, undefined, 401, 'unauthenticated', null],
      ['a reader', { name: 'x', definition: weights }, 'reader', 403, 'not_enough_privilege', null],
      ['an API key', { name: 'x', definition: weights }, 'key20', 403, 'session_required', null],
      ['no name', { definition: weights }, 'writer', 400, 'parameter_missing', 'name'],
      ['no definition', { name: 'x' }, 'writer', 400, 'parameter_missing', 'definition.source_tb'],
      [
        'no source',
        { name: 'x', definition: {} },
        'writer',
        400,
        'parameter_missing',
        'definition.source_tb',
      ],
      [
        'an unknown source',
        { name: 'x', definition: { source_tb: 'y' } },
        'writer',
        404,
        'unknown_table',
        { table: 'y' },
      ],
    ])('%s is refused', async (_what, body, as, status, code, detail) => {
      const reply = await dig.post('/api/assemblages', body, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(reply.json().detail ?? null).toEqual(detail)
      expect(await names('writer')).toEqual([])
    })

    test.each<[string, unknown, number, string]>([
      ['nothing', {}, 400, 'nothing_to_update'],
      ['a blank name', { name: '  ' }, 400, 'parameter_missing'],
      ['a definition without a source', { name: 'x', definition: {} }, 400, 'parameter_missing'],
      ['a definition that is a list', { definition: [1] }, 400, 'invalid_parameter'],
    ])('a change to %s is refused, and nothing changes', async (_what, body, status, code) => {
      const id = await save('as it was')
      const reply = await dig.post(`/api/assemblage/${id}`, body, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await names('writer')).toEqual(['as it was'])
    })

    test('a frozen application counts, and keeps analyses, for they are no records', async () => {
      await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')
      expect((await count(weights)).groups).toHaveLength(4)
      await save('kept')
      await dig.put('/api/config/app', { status: 'on' }, 'super_admin')
    })
  })

  // They change the dig, so they come last.
  describe('a configuration that changed since', () => {
    const stored = async () => (await dig.get('/api/assemblages', 'writer')).json().analyses[0]
    const codeOf = async (definition: Definition) =>
      (await dig.post('/api/assemblage/data', { definition }, 'reader')).json().code

    test('a configured relation is a way, also between columns of two types', async () => {
      const { db } = dig.application
      await relateTables(dig, ['finds', 'material'], 'contexts', 'NO ACTION', { enforced: false })
      await relateTables(dig, ['samples', 'lab'], 'contexts', 'NO ACTION', {
        enforced: false,
        target: 'ctx_no',
      })
      await db.write(async (tx) => {
        await tx.insert('finds', { inv_no: 'F9', material: '5', weight_g: 2 })
        await tx.insert('samples', { id_link: 2, lab: 'C5', litres: 8 })
      })
      const byNumber = { ...weights, group_path: [{ ...toContext, local_field: 'material' }] }
      expect((await count(byNumber)).data).toEqual({ wall: { 5: 2 } })
      const byName = {
        source_tb: 'samples',
        char_field: 'litres',
        group_path: [{ local_field: 'lab', join_tb: 'contexts', join_pk: 'ctx_no' }],
        group_field: 'ctx_type',
      }
      expect((await count(byName)).data).toEqual({ wall: { 8: 1 } })
    })

    test('an analysis follows its tables and fields to new names, and counts the same', async () => {
      const filters = [{ field: 'material', op: '_nempty', value: true }]
      await save('follows', 'writer', { ...weights, filters })
      const before = await count((await stored()).definition)
      for (const path of [
        'finds/field/material',
        'contexts/field/ctx_type',
        'finds/field/context',
        'contexts',
        'finds',
      ]) {
        const new_name = `${path.split('/').at(-1)}_anew`
        const reply = await dig.patch(`/api/config/table/${path}`, { new_name }, 'super_admin')
        expect(reply.statusCode, reply.body).toBe(200)
      }
      const { definition } = await stored()
      expect(definition).toEqual({
        ...weights,
        source_tb: 'finds_anew',
        char_field: 'material_anew',
        group_path: [{ local_field: 'context_anew', join_tb: 'contexts_anew', join_pk: 'id' }],
        group_field: 'ctx_type_anew',
        filters: [{ ...filters[0], field: 'material_anew' }],
      })
      expect(await count(definition)).toEqual({
        ...before,
        group_tb: 'contexts_anew',
        group_field: 'ctx_type_anew',
      })
    })

    test('an analysis whose way or whose table is gone says so when it is run, and never fails', async () => {
      await dig.confirm()
      const remove = async (path: string) => {
        const reply = await dig.delete(`/api/config/table/${path}`, undefined, 'super_admin')
        expect(reply.statusCode, reply.body).toBe(200)
      }
      const onTheWay = {
        ...weights,
        source_tb: 'finds_anew',
        char_field: 'inv_no',
        group_path: [{ local_field: 'context_anew', join_tb: 'contexts_anew', join_pk: 'id' }],
        group_field: 'ctx_type_anew',
      }
      await save('on the way', 'writer', onTheWay)
      await remove('finds_anew/field/weight_g')
      expect(await codeOf((await stored()).definition)).toBe('invalid_field')
      const counted = { ...onTheWay, measure: 'count' }
      await remove('finds_anew/field/context_anew')
      expect(await codeOf(counted)).toBe('invalid_group_path_step')
      await remove('contexts_anew')
      expect(await codeOf(counted)).toBe('unknown_table')
      expect(await names('writer')).toEqual(['on the way'])
    })

    test('the analyses of a person go with him', async () => {
      const id = await save('of the writer', 'writer', { source_tb: 'finds_anew' })
      await dig.post(`/api/assemblage/${id}/share`, undefined, 'writer')
      expect(await names('reader')).toEqual(['of the writer'])
      await dig.delete(`/api/user/${dig.userId('writer')}`, undefined, 'super_admin')
      expect(await names('reader')).toEqual([])
    })
  })
})
