import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../storage/storage.js'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import type { Catalogue } from './catalogue.js'
import { loadCatalogue } from './load-catalogue.js'
import { migrations } from './migrations/list.js'
import { runMigrations } from './run-migrations.js'

const quiet = { info: () => undefined, error: () => undefined }

const addTable = (tx: Transaction, name: string, sort: number, more: Record<string, string | number> = {}) =>
  tx.insert('sys_cfg_tables', {
    name,
    label: '',
    order_field: '',
    id_field: 'gone',
    preview: '["code","gone"]',
    is_plugin: 0,
    extra: '{}',
    sort,
    ...more,
  })

const addField = (tx: Transaction, table: string, name: string, sort: number, extra: object = {}) =>
  tx.insert('sys_cfg_fields', {
    table_name: table,
    name,
    label: '',
    type: 'text',
    db_type: 'TEXT',
    sort,
    extra: JSON.stringify(extra),
  })

describe.each(engines)('the catalogue (%s)', (engine) => {
  let opened: TestDatabase
  let catalogue: Catalogue
  beforeAll(async () => {
    opened = await openDatabase(engine)
    await runMigrations(opened.db, migrations, quiet)
    await opened.db.write(async (tx) => {
      const backlinks = ['contexts:measures:find', 'contexts:gone:find']
      await addTable(tx, 'finds', 2, {
        extra: JSON.stringify({ rs: 'code', geodata: true, motto: 'dig', backlinks }),
      })
      await addTable(tx, 'contexts', 1)
      await addTable(tx, 'measures', 3, { is_plugin: 1 })
      await addTable(tx, 'loose', 3, { is_plugin: 1 })
      await addField(tx, 'finds', 'code', 2, { check: 'required no_dupl', min: 0, texture: { a: [1] } })
      await addField(tx, 'finds', 'context', 1, { id_from_tb: 'gone' })
      await addField(tx, 'finds', 'id', 9)
      await addField(tx, 'finds', 'aside', 3, { kept_aside: true })
      await addField(tx, 'contexts', 'code', 1, {
        vocabulary_set: 'fuels',
        id_from_tb: 'finds',
        get_values_from_tb: 'finds:code',
      })
      await addField(tx, 'measures', 'find', 1)
      const relation = { to_col: 'id', on_delete: 'RESTRICT', on_update: 'CASCADE' }
      await tx.insert('sys_cfg_relations', {
        from_tb: 'measures',
        from_col: 'id_link',
        to_tb: 'contexts',
        ...relation,
      })
      await tx.insert('sys_cfg_relations', {
        from_tb: 'finds',
        from_col: 'context',
        to_tb: 'gone',
        ...relation,
      })
    })
    catalogue = await loadCatalogue(opened.db.quick, 'dig')
  })
  afterAll(() => opened.close())

  test('tables come in configuration order, system tables never', () => {
    expect([...catalogue.tables.keys()]).toEqual(['contexts', 'finds', 'measures', 'loose'])
  })

  test('parents and plugin tables follow from relations', () => {
    expect(catalogue.tables.get('measures')?.parent).toBe('contexts')
    expect(catalogue.tables.get('contexts')?.plugins).toEqual(['measures'])
    expect(catalogue.tables.get('loose')?.parent).toBeUndefined()
  })

  test('fields come in configuration order behind the id; those kept aside do not come', () => {
    expect([...(catalogue.tables.get('finds')?.fields.keys() ?? [])]).toEqual(['id', 'context', 'code'])
  })

  test('what refers to things that do not exist is left out', () => {
    const finds = catalogue.tables.get('finds')
    expect(finds?.idField).toBe('id')
    expect(finds?.preview).toEqual(['code'])
    expect(catalogue.tables.get('measures')?.preview).toEqual(['id'])
    expect(finds?.fields.get('context')?.idFromTable).toBeUndefined()
    expect(finds?.backlinks).toEqual([{ ref: 'contexts', via: 'measures', column: 'find' }])
    expect(catalogue.relations.map(({ fromTable }) => fromTable)).toEqual(['measures'])
  })

  test('labels fall back to names, and unknown settings are kept', () => {
    const finds = catalogue.tables.get('finds')
    expect([finds?.label, finds?.fields.get('code')?.label]).toEqual(['finds', 'code'])
    expect(finds?.extra).toEqual({ motto: 'dig' })
    expect(finds?.fields.get('code')?.extra).toEqual({ texture: { a: [1] } })
    expect([finds?.hasStratigraphy, finds?.rsSetting, finds?.hasGeodata]).toEqual([true, 'code', true])
  })

  test('checks written as words are a list, zero is a bound, and one source of values wins', () => {
    const code = catalogue.tables.get('finds')?.fields.get('code')
    expect([code?.checks, code?.min]).toEqual([['not_empty', 'no_dupl'], 0])
    const source = catalogue.tables.get('contexts')?.fields.get('code')
    expect([source?.valuesFrom, source?.idFromTable, source?.vocabulary]).toEqual([
      { table: 'finds', field: 'code' },
      undefined,
      undefined,
    ])
  })

  test('nothing in it can be changed', () => {
    const finds = catalogue.tables.get('finds')
    expect(Object.isFrozen(catalogue) && Object.isFrozen(finds) && Object.isFrozen(finds?.preview)).toBe(true)
    expect(Object.isFrozen(finds?.fields.get('code')?.extra['texture'])).toBe(true)
  })
})
