import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { id, type SqlValue, sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const as = 'super_admin'

/** Rows of every satellite table, saved things and overrides that name the table `contexts` and its fields. */
const stored: readonly (readonly [table: string, row: Record<string, SqlValue>])[] = [
  ['sys_geodata', { table_link: 'contexts', id_link: 1, geometry: 'POINT(1 2)' }],
  ['sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 }],
  ['sys_userlinks', { tb_one: 'contexts', id_one: 1, tb_two: 'contexts', id_two: 2 }],
  ['sys_userlinks', { tb_one: 'finds', id_one: 1, tb_two: 'contexts', id_two: 3 }],
  ['sys_files', { ext: 'jpg', filename: 'wall', rev: 0 }],
  ['sys_file_links', { file_id: 1, table_name: 'contexts', record_id: 1, sort: 0 }],
  ['sys_refman_libs', { type: 'group', refman_id: '7', name: 'Library', created_at: 1 }],
  [
    'sys_refman_links',
    { tb: 'contexts', record_id: 1, lib_id: 1, refman_key: 'AB', detached: 0, created_at: 1 },
  ],
  ['sys_versions', { userid: 1, time: 1, tb: 'contexts', rowid: 1, content: '{}', operation: 'update' }],
  [
    'sys_user_table_privs',
    {
      user_id: 5,
      table_name: 'contexts',
      privilege: 20,
      filter: JSON.stringify({ _or: [{ notes: { _eq: 'notes' } }, { ctx_no: { _in: ['C1'] } }] }),
      outside: 'global',
    },
  ],
  [
    'sys_user_table_privs',
    {
      user_id: 5,
      table_name: 'finds',
      privilege: 20,
      filter: JSON.stringify({ material: { _eq: 'contexts' } }),
    },
  ],
  [
    'sys_queries',
    {
      user_id: 1,
      name: 'of finds',
      tb: 'finds',
      query: JSON.stringify({
        filter: {
          material: { _eq: 'contexts' },
          context: { notes: { _empty: true }, _or: [{ samples: { lab: { _eq: 'notes' } } }] },
        },
        sort_field: 'material',
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_queries',
    {
      user_id: 1,
      name: 'of contexts',
      tb: 'contexts',
      query: JSON.stringify({
        filter: { samples: { contexts: { notes: { _eq: 1 } } } },
        sort_field: 'notes',
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_charts',
    {
      user_id: 1,
      name: 'chart',
      definition: JSON.stringify({
        tb: 'contexts',
        type: 'bar',
        x_field: 'notes',
        y_field: 'id',
        y_function: 'COUNT',
        filter: { filter: { notes: { _nempty: true } }, sort_field: 'notes' },
      }),
      created_at: 1,
      is_global: 1,
    },
  ],
  [
    'sys_assemblage_analyses',
    {
      user_id: 1,
      name: 'pivot',
      definition: JSON.stringify({
        source_tb: 'finds',
        char_field: 'material',
        group_path: [{ local_field: 'context', join_tb: 'contexts', join_pk: 'id' }],
        group_field: 'notes',
        measure: 'count',
        filters: [{ field: 'material', op: '_eq', value: 'notes' }],
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_cfg_templates',
    {
      table_name: 'contexts',
      name: 'sheet',
      content: JSON.stringify({
        sections: [
          { label: 'Core', content: [{ field: 'notes', width: '1/2' }, { field: 'ctx_no' }] },
          { label: 'More', type: 'accordion', content: [{ label: 'x', fields: [{ field: 'notes' }] }] },
          { label: 'Soil', plugin: 'samples', content: [{ field: 'lab' }] },
        ],
      }),
      updated_at: 1,
    },
  ],
]

describe.each(engines)('what follows a new name or a deletion (%s)', (engine) => {
  let dig: Dig
  const open = async () => {
    dig = await openDig(engine)
    await dig.confirm()
    await dig.application.db.write(async (tx) => {
      for (const [table, row] of stored) await tx.insert(table, row)
    })
    const link = [{ other_tb: 'contexts', fld: [{ my: 'context', other: 'id' }] }]
    await must(dig.put('/api/config/table/finds', { link, backlinks: ['finds:samples:litres'] }, as))
    await must(
      dig.post(
        '/api/config/table/finds/field',
        { name: 'remark', type: 'combo_select', get_values_from_tb: 'contexts:notes' },
        as,
      ),
    )
    await must(
      dig.post('/api/config/table/contexts/indexes', { name: 'by_notes', columns: ['notes', 'ctx_no'] }, as),
    )
    await must(dig.put('/api/config/table/contexts', { order: 'notes', preview: ['notes', 'ctx_no'] }, as))
    await must(dig.put('/api/config/table/trenches', { backlinks: ['contexts:finds:context'] }, as))
  }
  const close = () => dig.close()

  const must = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer
    if (statusCode !== 200) throw new Error(body)
  }
  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table
  const column = async (table: string, name: string): Promise<unknown[]> => {
    const rows = await dig.application.db.quick.all<Record<string, unknown>>(
      sql`SELECT ${id(name)} FROM ${id(table)} ORDER BY "id"`,
    )
    return rows.map((row) => row[name])
  }
  const documents = async (table: string, name: string) =>
    (await column(table, name)).map((text) => JSON.parse(String(text)))

  describe('a renamed table', () => {
    afterAll(close)
    beforeAll(async () => {
      await open()
      await must(dig.post('/api/config/table/contexts/radiocarbon', undefined, as))
      await must(dig.put('/api/config/table/contexts', { fuzzy_date: 1 }, as))
      await must(dig.patch('/api/config/table/contexts', { new_name: 'units' }, as))
    })

    test('keeps its fields, indexes, templates, plugin tables and radiocarbon dates', async () => {
      const units = await tableOf('units')
      expect(units).toMatchObject({
        label: 'Contexts',
        order: 'notes',
        preview: ['notes', 'ctx_no'],
        rs: true,
      })
      expect(units.plugin).toEqual(['samples', 'units_radiocarbon'])
      expect((await tableOf('units_radiocarbon')).plugin_of).toBe('units')
      expect((await dig.get('/api/config/table/contexts_radiocarbon', as)).statusCode).toBe(404)
      const indexes = (await dig.get('/api/config/table/units/indexes', as)).json().data
      expect(indexes).toMatchObject([
        { name: 'by_notes', columns: ['notes', 'ctx_no'] },
        { name: 'idx_chrono' },
      ])
      expect(await column('sys_cfg_templates', 'table_name')).toEqual(['units'])
      const own = (await dig.get('/api/config/table/units_radiocarbon/indexes', as)).json().data
      expect(own).toMatchObject([{ name: 'idx_units_radiocarbon_id_link', auto: true }])
    })

    test('is followed by relations, lookups, sources of values and backlinks', async () => {
      const finds = await tableOf('finds')
      expect(finds.link).toMatchObject([{ other_tb: 'units', fld: [{ my: 'context', other: 'id' }] }])
      expect(finds.fields.context.id_from_tb).toBe('units')
      expect(finds.fields.remark.get_values_from_tb).toBe('units:notes')
      expect((await tableOf('trenches')).backlinks).toEqual(['units:finds:context'])
      const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('samples'), { schema: true })
      expect(shape?.foreignKeys).toMatchObject([{ column: 'id_link', table: 'units' }])
    })

    test('is followed by geometries, relations, links, files, citations and versions', async () => {
      expect(await column('sys_geodata', 'table_link')).toEqual(['units'])
      expect(await column('sys_rs', 'tb')).toEqual(['units'])
      expect(await column('sys_userlinks', 'tb_one')).toEqual(['units', 'finds'])
      expect(await column('sys_userlinks', 'tb_two')).toEqual(['units', 'units'])
      expect(await column('sys_file_links', 'table_name')).toEqual(['units'])
      expect(await column('sys_refman_links', 'tb')).toEqual(['units'])
      expect(await column('sys_versions', 'tb')).toEqual(['units'])
    })

    test('is followed by overrides, saved queries, charts and analyses, values left alone', async () => {
      expect(await column('sys_user_table_privs', 'table_name')).toEqual(['units', 'finds'])
      expect((await documents('sys_user_table_privs', 'filter'))[1]).toEqual({
        material: { _eq: 'contexts' },
      })
      expect(await column('sys_queries', 'tb')).toEqual(['finds', 'units'])
      const [ofFinds, ofUnits] = await documents('sys_queries', 'query')
      expect(ofFinds.filter.material).toEqual({ _eq: 'contexts' })
      expect(ofUnits.filter).toEqual({ samples: { units: { notes: { _eq: 1 } } } })
      expect((await documents('sys_charts', 'definition'))[0].tb).toBe('units')
      const [pivot] = await documents('sys_assemblage_analyses', 'definition')
      expect(pivot.group_path).toEqual([{ local_field: 'context', join_tb: 'units', join_pk: 'id' }])
    })

    test('is read under its new name alone', async () => {
      expect((await dig.get('/api/records/units?per_page=1', 'admin')).json().total).toBe(6)
      expect((await dig.get('/api/records/contexts', 'admin')).json().code).toBe('unknown_table')
      const filtered = await dig.post(
        '/api/records/finds',
        { filter: { context: { notes: { _eq: 'burnt' } } } },
        'admin',
      )
      expect(filtered.json().total).toBe(2)
    })
  })

  describe('a renamed field', () => {
    afterAll(close)
    beforeAll(async () => {
      await open()
      await must(dig.patch('/api/config/table/contexts/field/notes', { new_name: 'remarks' }, as))
    })

    test('is followed by the settings of its table, indexes and sources of values', async () => {
      const contexts = await tableOf('contexts')
      expect(contexts).toMatchObject({ order: 'remarks', preview: ['remarks', 'ctx_no'] })
      const indexes = (await dig.get('/api/config/table/contexts/indexes', as)).json().data
      expect(indexes).toContainEqual(
        expect.objectContaining({ name: 'by_notes', columns: ['remarks', 'ctx_no'] }),
      )
      expect((await tableOf('finds')).fields.remark.get_values_from_tb).toBe('contexts:remarks')
    })

    test('is followed by row filters, saved queries, charts, analyses and templates, values left alone', async () => {
      const [filter] = await documents('sys_user_table_privs', 'filter')
      expect(filter).toEqual({ _or: [{ remarks: { _eq: 'notes' } }, { ctx_no: { _in: ['C1'] } }] })
      const [ofFinds, ofContexts] = await documents('sys_queries', 'query')
      expect(ofFinds).toEqual({
        filter: {
          material: { _eq: 'contexts' },
          context: { remarks: { _empty: true }, _or: [{ samples: { lab: { _eq: 'notes' } } }] },
        },
        sort_field: 'material',
      })
      expect(ofContexts).toEqual({
        filter: { samples: { contexts: { remarks: { _eq: 1 } } } },
        sort_field: 'remarks',
      })
      expect((await documents('sys_charts', 'definition'))[0]).toMatchObject({
        x_field: 'remarks',
        filter: { filter: { remarks: { _nempty: true } }, sort_field: 'remarks' },
      })
      const [pivot] = await documents('sys_assemblage_analyses', 'definition')
      expect(pivot).toMatchObject({ group_field: 'remarks', filters: [{ value: 'notes' }] })
      const [sheet] = await documents('sys_cfg_templates', 'content')
      expect(sheet.sections.slice(0, 2)).toEqual([
        { label: 'Core', content: [{ field: 'remarks', width: '1/2' }, { field: 'ctx_no' }] },
        { label: 'More', type: 'accordion', content: [{ label: 'x', fields: [{ field: 'remarks' }] }] },
      ])
    })
  })

  describe('a deleted table', () => {
    afterAll(close)
    beforeAll(async () => {
      await open()
      await must(dig.put('/api/config/table/trenches', { link: [] }, as))
      await must(dig.delete('/api/config/table/contexts', undefined, as))
    })

    test('takes along what belonged to its records; files, versions and saved things stay', async () => {
      for (const table of [
        'sys_geodata',
        'sys_rs',
        'sys_userlinks',
        'sys_file_links',
        'sys_refman_links',
        'sys_cfg_templates',
      ]) {
        expect([table, await column(table, 'id')]).toEqual([table, []])
      }
      expect(await column('sys_user_table_privs', 'table_name')).toEqual(['finds'])
      expect(await column('sys_files', 'filename')).toEqual(['wall'])
      expect(await column('sys_versions', 'tb')).toEqual(['contexts'])
      expect(await column('sys_queries', 'tb')).toEqual(['finds', 'contexts'])
      expect(await column('sys_charts', 'name')).toEqual(['chart'])
    })

    test('leaves its plugin tables alone and empty', async () => {
      expect(await tableOf('samples')).toMatchObject({ plugin_of: null, is_plugin: '1' })
      expect(await column('samples', 'id')).toEqual([])
      const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('samples'), { schema: true })
      expect(shape?.foreignKeys).toEqual([])
    })

    test('is forgotten by relations, lookups, sources of values and backlinks, and values stay', async () => {
      const finds = await tableOf('finds')
      expect(finds.link).toEqual([])
      expect(finds.fields.context).toMatchObject({ type: 'select', db_type: 'INTEGER' })
      expect(finds.fields.context.id_from_tb).toBeUndefined()
      expect(finds.fields.remark.get_values_from_tb).toBeUndefined()
      expect((await tableOf('trenches')).backlinks).toEqual([])
      expect(await column('finds', 'context')).toEqual([1, 1, 2, 3, null, 5, 6, 6])
      await must(dig.post('/api/config/tables', { name: 'contexts', label: 'New' }, as))
      expect((await tableOf('finds')).fields.context.id_from_tb).toBeUndefined()
      expect((await dig.get('/api/records/contexts', 'admin')).json().total).toBe(0)
    })
  })

  describe('besides', () => {
    beforeEach(open)
    afterEach(close)

    test('a renamed plugin table is followed by filters and templates', async () => {
      await must(dig.patch('/api/config/table/samples', { new_name: 'soil' }, as))
      expect((await tableOf('contexts')).plugin).toEqual(['soil'])
      const [ofFinds, ofContexts] = await documents('sys_queries', 'query')
      expect(ofFinds.filter.context._or).toEqual([{ soil: { lab: { _eq: 'notes' } } }])
      expect(ofContexts.filter).toEqual({ soil: { contexts: { notes: { _eq: 1 } } } })
      const [sheet] = await documents('sys_cfg_templates', 'content')
      expect(sheet.sections[2]).toEqual({ label: 'Soil', plugin: 'soil', content: [{ field: 'lab' }] })
      expect((await tableOf('finds')).backlinks).toEqual(['finds:soil:litres'])
    })

    test('a renamed key column is followed by its relation, its index, backlinks and paths of analyses', async () => {
      await must(dig.patch('/api/config/table/finds/field/context', { new_name: 'unit' }, as))
      const finds = await tableOf('finds')
      expect(finds.link).toMatchObject([{ other_tb: 'contexts', fld: [{ my: 'unit', other: 'id' }] }])
      const indexes = (await dig.get('/api/config/table/finds/indexes', as)).json().data
      expect(indexes).toMatchObject([{ name: 'idx_finds_unit', columns: ['unit'], auto: true }])
      expect((await tableOf('trenches')).backlinks).toEqual(['contexts:finds:unit'])
      const [pivot] = await documents('sys_assemblage_analyses', 'definition')
      expect(pivot.group_path).toEqual([{ local_field: 'unit', join_tb: 'contexts', join_pk: 'id' }])
      const [query] = await documents('sys_queries', 'query')
      expect(Object.keys(query.filter)).toEqual(['material', 'unit'])
      await must(dig.put('/api/config/table/finds', { link: [] }, as))
      expect((await dig.get('/api/config/table/finds/indexes', as)).json().data).toEqual([])
    })

    test('a path of dates over a deleted table or relation becomes empty', async () => {
      await must(
        dig.put(
          '/api/config/table/contexts',
          { link: [{ other_tb: 'trenches', fld: [{ my: 'trench', other: 'id' }] }] },
          as,
        ),
      )
      await must(dig.put('/api/config/table/trenches', { chrono_density_path: ['contexts'] }, as))
      await must(dig.patch('/api/config/table/contexts', { new_name: 'units' }, as))
      expect((await tableOf('trenches')).chrono_density_path).toEqual(['units'])
      await must(dig.put('/api/config/table/units', { link: [] }, as))
      expect((await tableOf('trenches')).chrono_density_path).toEqual([])
    })

    test('a deleted plugin table leaves no section in templates', async () => {
      await must(dig.delete('/api/config/table/samples', undefined, as))
      const [sheet] = await documents('sys_cfg_templates', 'content')
      expect(sheet.sections.map(({ label }: { label: string }) => label)).toEqual(['Core', 'More'])
      expect((await tableOf('finds')).backlinks).toEqual([])
    })

    test('a field that a row filter names is not deleted', async () => {
      const reply = await dig.delete('/api/config/table/contexts/field/notes', undefined, as)
      expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
        409,
        'in_use',
        { user_ids: [5] },
      ])
      expect((await tableOf('contexts')).fields.notes).toBeDefined()
    })

    test('a deleted field is forgotten by settings, indexes, sources of values and templates', async () => {
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
      await must(dig.delete('/api/config/table/contexts/field/notes', undefined, as))
      expect(await tableOf('contexts')).toMatchObject({
        order: 'id',
        id_field: 'ctx_no',
        preview: ['ctx_no'],
      })
      const indexes = (await dig.get('/api/config/table/contexts/indexes', as)).json().data
      expect(indexes.map(({ name }: { name: string }) => name)).toEqual(['idx_chrono'])
      expect((await tableOf('finds')).fields.remark.get_values_from_tb).toBeUndefined()
      const [sheet] = await documents('sys_cfg_templates', 'content')
      expect(sheet.sections.slice(0, 2)).toEqual([
        { label: 'Core', content: [{ field: 'ctx_no' }] },
        { label: 'More', type: 'accordion', content: [{ label: 'x', fields: [] }] },
      ])
      expect((await documents('sys_charts', 'definition'))[0].x_field).toBe('notes')
      await must(dig.delete('/api/config/table/contexts/field/ctx_no', undefined, as))
      expect(await tableOf('contexts')).toMatchObject({ id_field: 'id', preview: ['id'] })
    })

    test('a deleted key column takes its relation along; a column that a relation refers to is not deleted', async () => {
      await must(dig.delete('/api/config/table/finds/field/context', undefined, as))
      expect((await tableOf('finds')).link).toEqual([])
      expect((await tableOf('trenches')).backlinks).toEqual([])
      await must(
        dig.post('/api/config/table/trenches/indexes', { name: 'u', columns: ['code'], is_unique: 1 }, as),
      )
      await must(
        dig.put(
          '/api/config/table/finds',
          { link: [{ other_tb: 'trenches', fld: [{ my: 'material', other: 'code' }] }] },
          as,
        ),
      )
      const reply = await dig.delete('/api/config/table/trenches/field/code', undefined, as)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'error_cfg_clumn_delete'])
    })
  })
})
