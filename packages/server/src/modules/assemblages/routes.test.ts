import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { count, counts, forgetAnalyses, toContext, toTrench, weights } from './testing/counted-finds.js'

describe.each(oneEngine)('assemblages (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(() => forgetAnalyses(dig))

  describe('what they count', () => {
    test('a number for every group and every kind that meet; rows without a target disappear', async () => {
      expect(await count(dig, weights)).toEqual({
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
      const { chars, groups, data } = await count(dig, {
        source_tb: 'contexts',
        char_field: 'notes',
        group_field: 'notes',
      })
      expect([chars[0], groups[0], data['']]).toEqual(['', '', { '': 2 }])
    })

    test('groups that are records are called by the first field that their lists show', async () => {
      const { groups, group_labels, group_tb } = await count(dig, counts)
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
      const { data } = await count(dig, {
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
      expect(await count(dig, { ...weights, filters })).toMatchObject({
        chars: [],
        groups: [],
        data: {},
        group_labels: {},
      })
    })

    test('a path leads over several tables, and from plugin rows to the records that carry them', async () => {
      const byTrench = await count(dig, {
        ...weights,
        group_path: [toContext, toTrench],
        group_field: 'code',
        measure: 'count',
        measure_field: null,
      })
      expect(byTrench.groups).toEqual(['A', 'B', 'C'])
      expect(byTrench.data.A).toEqual({ amber: 1, bone: 1, flint: 1 })
      expect(byTrench.group_labels).toEqual({})
      const litres = await count(dig, {
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
      expect((await count(dig, definition)).data.layer).toEqual({ 1: 2, 6: 2 })
    })

    test('all filters apply, two on the same field as well, and those that say nothing are left out', async () => {
      const filters = [
        { field: 'weight_g', op: '_gt', value: 1 },
        { field: 'weight_g', op: '_lt', value: '10' },
        { field: '', op: '_eq', value: 1 },
        { field: 'material', op: null },
      ]
      const { data } = await count(dig, { ...weights, filters })
      expect(data).toEqual({ layer: { 'Iron slag': 1.5, flint: 3.2 } })
    })

    test('whether something is there may be asked without a value', async () => {
      const { groups } = await count(dig, { ...counts, filters: [{ field: 'context', op: '_nnull' }] })
      expect(groups).toEqual(['1', '2', '3', '5', '6'])
    })

    test('an empty name says nothing of a group while others have one', async () => {
      await dig.put('/api/config/table/contexts', { preview: ['notes'] }, 'super_admin')
      const { group_labels } = await count(dig, {
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
      const large = await openDig(engine)
      const rows = Array.from({ length: 100_001 }, (_, index) => [`T${index}`, 1])
      await large.application.db.write((tx) => tx.insertMany('trenches', ['code', 'creator'], rows))
      const definition = { source_tb: 'trenches', char_field: 'code', group_field: 'id' }
      const reply = await large.post('/api/assemblage/data', { definition }, 'reader')
      await large.close()
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'result_too_large'])
    })
  })

  describe('rights', () => {
    test('only rows that somebody may see are counted, of every table on the way', async () => {
      await hideRows(dig, 'reader', 'finds', { material: { _neq: 'bone' } })
      expect((await count(dig, weights)).groups).toEqual(['fill', 'layer', 'wall'])
      await hideRows(dig, 'reader', 'contexts', { ctx_type: { _in: ['layer', 'cut'] } })
      expect(await count(dig, weights)).toMatchObject({
        groups: ['layer'],
        chars: ['Iron slag', 'amber', 'flint', 'iron'],
      })
      expect((await count(dig, weights, 'writer')).groups).toHaveLength(4)
    })

    test('a label that may not be read does not exist', async () => {
      await hideRows(dig, 'reader', 'contexts', { ctx_no: { _neq: 'C2' } })
      expect((await count(dig, counts)).group_labels).toEqual({ 1: 'C1', 3: 'C3', 5: 'C5', 6: 'C6' })
      await hideTable(dig, 'reader', 'contexts')
      expect((await count(dig, counts)).group_labels).toEqual({})
      await hideRows(dig, 'writer', 'contexts', { ctx_no: { _neq: 'C1' } })
      expect((await count(dig, weights, 'writer')).group_labels.layer).toBe('C6')
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
          if (is_fk) expect((await count(dig, definition)).groups.length).toBeGreaterThan(0)
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
      ['no JSON', '{', 400, 'invalid_parameter', expect.anything()],
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
})
