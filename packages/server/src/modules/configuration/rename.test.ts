import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, engines } from '../../testing/open-dig.js'
import { column, documents, must, openReferringDig, tableOf } from './testing/referring-dig.js'

const as = 'super_admin'

describe.each(engines)('what follows a new name (%s)', (engine) => {
  let dig: Dig
  const open = async () => {
    dig = await openReferringDig(engine)
  }
  const close = () => dig.close()

  describe('a renamed table', () => {
    afterAll(close)
    beforeAll(async () => {
      await open()
      await must(dig.post('/api/config/table/contexts/radiocarbon', undefined, as))
      await must(dig.put('/api/config/table/contexts', { fuzzy_date: 1 }, as))
      await must(dig.patch('/api/config/table/contexts', { new_name: 'units' }, as))
    })

    test('keeps its fields, indexes, templates, plugin tables and radiocarbon dates', async () => {
      const units = await tableOf(dig, 'units')
      expect(units).toMatchObject({
        label: 'Contexts',
        order: 'notes',
        preview: ['notes', 'ctx_no'],
        rs: true,
      })
      expect(units.plugin).toEqual(['samples', 'units_radiocarbon'])
      expect((await tableOf(dig, 'units_radiocarbon')).plugin_of).toBe('units')
      expect((await dig.get('/api/config/table/contexts_radiocarbon', as)).statusCode).toBe(404)
      const indexes = (await dig.get('/api/config/table/units/indexes', as)).json().data
      expect(indexes).toMatchObject([
        { name: 'by_notes', columns: ['notes', 'ctx_no'] },
        { name: 'idx_chrono' },
      ])
      expect(await column(dig, 'sys_cfg_templates', 'table_name')).toEqual(['units'])
      const own = (await dig.get('/api/config/table/units_radiocarbon/indexes', as)).json().data
      expect(own).toMatchObject([{ name: 'idx_units_radiocarbon_id_link', auto: true }])
    })

    test('is followed by relations, lookups, sources of values and backlinks', async () => {
      const finds = await tableOf(dig, 'finds')
      expect(finds.link).toMatchObject([{ other_tb: 'units', fld: [{ my: 'context', other: 'id' }] }])
      expect(finds.fields.context.id_from_tb).toBe('units')
      expect(finds.fields.remark.get_values_from_tb).toBe('units:notes')
      expect((await tableOf(dig, 'trenches')).backlinks).toEqual(['units:finds:context'])
      const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('samples'), { schema: true })
      expect(shape?.foreignKeys).toMatchObject([{ column: 'id_link', table: 'units' }])
    })

    test('is followed by geometries, relations, links, files, citations and versions', async () => {
      expect(await column(dig, 'sys_geodata', 'table_link')).toEqual(['units'])
      expect(await column(dig, 'sys_rs', 'tb')).toEqual(['units'])
      expect(await column(dig, 'sys_userlinks', 'tb_one')).toEqual(['units', 'finds'])
      expect(await column(dig, 'sys_userlinks', 'tb_two')).toEqual(['units', 'units'])
      expect(await column(dig, 'sys_file_links', 'table_name')).toEqual(['units'])
      expect(await column(dig, 'sys_refman_links', 'tb')).toEqual(['units'])
      expect(await column(dig, 'sys_versions', 'tb')).toEqual(['units'])
    })

    test('is followed by overrides, saved queries, charts, analyses, map views and preferences', async () => {
      expect(await column(dig, 'sys_user_table_privs', 'table_name')).toEqual(['units', 'finds'])
      expect((await documents(dig, 'sys_user_table_privs', 'filter'))[1]).toEqual({
        material: { _eq: 'contexts' },
      })
      expect(await column(dig, 'sys_queries', 'tb')).toEqual(['finds', 'units'])
      const [ofFinds, ofUnits] = await documents(dig, 'sys_queries', 'query')
      expect(ofFinds.filter.material).toEqual({ _eq: 'contexts' })
      expect(ofUnits.filter).toEqual({ samples: { units: { notes: { _eq: 1 } } } })
      expect((await documents(dig, 'sys_charts', 'definition'))[0].tb).toBe('units')
      const [pivot] = await documents(dig, 'sys_assemblage_analyses', 'definition')
      expect(pivot.group_path).toEqual([{ local_field: 'context', join_tb: 'units', join_pk: 'id' }])
      const [plan] = await documents(dig, 'sys_map_views', 'definition')
      expect(plan.layers).toMatchObject([
        { tb: 'units', colouring: { colours: { contexts: '#c0622f' } } },
        { id: 'b', layer: 'contexts' },
      ])
      const [kept] = await documents(dig, 'sys_preferences', 'content')
      expect(kept.favourites).toEqual([
        { kind: 'table', tb: 'units' },
        { kind: 'record', tb: 'finds', id: 1 },
      ])
      expect(kept.folded).toEqual(['contexts'])
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
      const contexts = await tableOf(dig, 'contexts')
      expect(contexts).toMatchObject({ order: 'remarks', preview: ['remarks', 'ctx_no'] })
      const indexes = (await dig.get('/api/config/table/contexts/indexes', as)).json().data
      expect(indexes).toContainEqual(
        expect.objectContaining({ name: 'by_notes', columns: ['remarks', 'ctx_no'] }),
      )
      expect((await tableOf(dig, 'finds')).fields.remark.get_values_from_tb).toBe('contexts:remarks')
    })

    test('is followed by row filters, saved queries, charts, analyses, map views and templates, values left alone', async () => {
      const [filter] = await documents(dig, 'sys_user_table_privs', 'filter')
      expect(filter).toEqual({ _or: [{ remarks: { _eq: 'notes' } }, { ctx_no: { _in: ['C1'] } }] })
      const [ofFinds, ofContexts] = await documents(dig, 'sys_queries', 'query')
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
        sort: ['-remarks', 'id'],
        view: {
          columns: ['ctx_no', 'remarks'],
          widths: { remarks: 200 },
          totals: { remarks: 'COUNT' },
          group_by: 'remarks:year',
        },
      })
      expect((await documents(dig, 'sys_charts', 'definition'))[0]).toMatchObject({
        x_field: 'remarks',
        filter: { filter: { remarks: { _nempty: true } }, sort_field: 'remarks' },
      })
      const [pivot] = await documents(dig, 'sys_assemblage_analyses', 'definition')
      expect(pivot).toMatchObject({ group_field: 'remarks', filters: [{ value: 'notes' }] })
      const [plan] = await documents(dig, 'sys_map_views', 'definition')
      expect(plan.layers[0]).toMatchObject({
        select: { filter: { remarks: { _empty: true } } },
        colouring: { by: 'field', field: 'remarks' },
        labels: 'remarks',
      })
      const [sheet] = await documents(dig, 'sys_cfg_templates', 'content')
      expect(sheet.sections.slice(0, 2)).toEqual([
        { label: 'Core', content: [{ field: 'remarks', width: '1/2' }, { field: 'ctx_no' }] },
        { label: 'More', type: 'accordion', content: [{ label: 'x', fields: [{ field: 'remarks' }] }] },
      ])
    })
  })

  describe('besides', () => {
    beforeEach(open)
    afterEach(close)

    test('a renamed plugin table is followed by filters and templates', async () => {
      await must(dig.patch('/api/config/table/samples', { new_name: 'soil' }, as))
      expect((await tableOf(dig, 'contexts')).plugin).toEqual(['soil'])
      const [ofFinds, ofContexts] = await documents(dig, 'sys_queries', 'query')
      expect(ofFinds.filter.context._or).toEqual([{ soil: { lab: { _eq: 'notes' } } }])
      expect(ofContexts.filter).toEqual({ soil: { contexts: { notes: { _eq: 1 } } } })
      const [sheet] = await documents(dig, 'sys_cfg_templates', 'content')
      expect(sheet.sections[2]).toEqual({ label: 'Soil', plugin: 'soil', content: [{ field: 'lab' }] })
      expect((await tableOf(dig, 'finds')).backlinks).toEqual(['finds:soil:litres'])
    })

    test('a renamed key column is followed by its relation, its index, backlinks and paths of analyses', async () => {
      await must(dig.patch('/api/config/table/finds/field/context', { new_name: 'unit' }, as))
      const finds = await tableOf(dig, 'finds')
      expect(finds.link).toMatchObject([{ other_tb: 'contexts', fld: [{ my: 'unit', other: 'id' }] }])
      const indexes = (await dig.get('/api/config/table/finds/indexes', as)).json().data
      expect(indexes).toMatchObject([{ name: 'idx_finds_unit', columns: ['unit'], auto: true }])
      expect((await tableOf(dig, 'trenches')).backlinks).toEqual(['contexts:finds:unit'])
      const [pivot] = await documents(dig, 'sys_assemblage_analyses', 'definition')
      expect(pivot.group_path).toEqual([{ local_field: 'unit', join_tb: 'contexts', join_pk: 'id' }])
      const [query] = await documents(dig, 'sys_queries', 'query')
      expect(Object.keys(query.filter)).toEqual(['material', 'unit'])
      await must(dig.put('/api/config/table/finds', { link: [] }, as))
      expect((await dig.get('/api/config/table/finds/indexes', as)).json().data).toEqual([])
    })
  })
})
