import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine } from '../../testing/open-dig.js'
import { column, documents, must, openReferringDig, tableOf } from './testing/referring-dig.js'

const as = 'super_admin'

describe.each(oneEngine)('what a deletion takes along (%s)', (engine) => {
  let dig: Dig
  const open = async () => {
    dig = await openReferringDig(engine)
  }
  const close = () => dig.close()

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
        expect([table, await column(dig, table, 'id')]).toEqual([table, []])
      }
      expect(await column(dig, 'sys_user_table_privs', 'table_name')).toEqual(['finds'])
      expect(await column(dig, 'sys_files', 'filename')).toEqual(['wall'])
      expect(await column(dig, 'sys_versions', 'tb')).toEqual(['contexts'])
      expect(await column(dig, 'sys_queries', 'tb')).toEqual(['finds', 'contexts'])
      expect(await column(dig, 'sys_charts', 'name')).toEqual(['chart'])
    })

    test('leaves its plugin tables alone and empty', async () => {
      expect(await tableOf(dig, 'samples')).toMatchObject({ plugin_of: null, is_plugin: '1' })
      expect(await column(dig, 'samples', 'id')).toEqual([])
      const shape = await dig.application.db.write((tx) => tx.schema.shapeOf('samples'), { schema: true })
      expect(shape?.foreignKeys).toEqual([])
    })

    test('is forgotten by relations, lookups, sources of values and backlinks, and values stay', async () => {
      const finds = await tableOf(dig, 'finds')
      expect(finds.link).toEqual([])
      expect(finds.fields.context).toMatchObject({ type: 'select', db_type: 'INTEGER' })
      expect(finds.fields.context.id_from_tb).toBeUndefined()
      expect(finds.fields.remark.get_values_from_tb).toBeUndefined()
      expect((await tableOf(dig, 'trenches')).backlinks).toEqual([])
      expect(await column(dig, 'finds', 'context')).toEqual([1, 1, 2, 3, null, 5, 6, 6])
      await must(dig.post('/api/config/tables', { name: 'contexts', label: 'New' }, as))
      expect((await tableOf(dig, 'finds')).fields.context.id_from_tb).toBeUndefined()
      expect((await dig.get('/api/records/contexts', 'admin')).json().total).toBe(0)
    })
  })

  describe('besides', () => {
    beforeEach(open)
    afterEach(close)

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
      expect((await tableOf(dig, 'trenches')).chrono_density_path).toEqual(['units'])
      await must(dig.put('/api/config/table/units', { link: [] }, as))
      expect((await tableOf(dig, 'trenches')).chrono_density_path).toEqual([])
    })

    test('a deleted plugin table leaves no section in templates', async () => {
      await must(dig.delete('/api/config/table/samples', undefined, as))
      const [sheet] = await documents(dig, 'sys_cfg_templates', 'content')
      expect(sheet.sections.map(({ label }: { label: string }) => label)).toEqual(['Core', 'More'])
      expect((await tableOf(dig, 'finds')).backlinks).toEqual([])
    })

    test('a field that a row filter names is not deleted', async () => {
      const reply = await dig.delete('/api/config/table/contexts/field/notes', undefined, as)
      expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([
        409,
        'in_use',
        { user_ids: [5] },
      ])
      expect((await tableOf(dig, 'contexts')).fields.notes).toBeDefined()
    })

    test('a deleted field is forgotten by settings, indexes, sources of values and templates', async () => {
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
      await must(dig.delete('/api/config/table/contexts/field/notes', undefined, as))
      expect(await tableOf(dig, 'contexts')).toMatchObject({
        order: 'id',
        id_field: 'ctx_no',
        preview: ['ctx_no'],
      })
      const indexes = (await dig.get('/api/config/table/contexts/indexes', as)).json().data
      expect(indexes.map(({ name }: { name: string }) => name)).toEqual(['idx_chrono'])
      expect((await tableOf(dig, 'finds')).fields.remark.get_values_from_tb).toBeUndefined()
      const [sheet] = await documents(dig, 'sys_cfg_templates', 'content')
      expect(sheet.sections.slice(0, 2)).toEqual([
        { label: 'Core', content: [{ field: 'ctx_no' }] },
        { label: 'More', type: 'accordion', content: [{ label: 'x', fields: [] }] },
      ])
      expect((await documents(dig, 'sys_charts', 'definition'))[0].x_field).toBe('notes')
      await must(dig.delete('/api/config/table/contexts/field/ctx_no', undefined, as))
      expect(await tableOf(dig, 'contexts')).toMatchObject({ id_field: 'id', preview: ['id'] })
    })

    test('a deleted key column takes its relation along; a column that a relation refers to is not deleted', async () => {
      await must(dig.delete('/api/config/table/finds/field/context', undefined, as))
      expect((await tableOf(dig, 'finds')).link).toEqual([])
      expect((await tableOf(dig, 'trenches')).backlinks).toEqual([])
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
