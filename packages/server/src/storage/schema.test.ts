import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { id, type SqlValue, sql } from './sql.js'
import type { ColumnType, Database, ForeignKey, SchemaEditor, TableShape, Transaction } from './storage.js'

const trenchOf: ForeignKey = {
  column: 'trench',
  table: 'trenches',
  target: 'id',
  onDelete: 'CASCADE',
  onUpdate: 'NO ACTION',
}

describe.each(engines)('the shape of tables (%s)', (engine) => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase(engine)
    db = opened.db
    await change(async (schema, tx) => {
      await schema.createTable('trenches', [{ name: 'code', type: 'TEXT', notNull: true }], [])
      await schema.createTable(
        'contexts',
        [
          { name: 'code', type: 'TEXT' },
          { name: 'depth', type: 'FLOAT' },
          { name: 'count', type: 'INTEGER' },
          { name: 'dug', type: 'TIMESTAMP' },
          { name: 'trench', type: 'INTEGER' },
        ],
        [trenchOf],
      )
      await schema.createIndex('contexts_code', 'contexts', ['code'], 'unique')
      await schema.createIndex('contexts_trench', 'contexts', ['trench', 'depth'], 'whole')
      await tx.insertMany('trenches', ['code'], [['A'], ['B']])
      await tx.insertMany(
        'contexts',
        ['id', 'code', 'depth', 'count', 'dug', 'trench'],
        [
          [3, 'C1', 0.5, 4, '2024-05-01', 1],
          [9, 'C2', null, null, null, 2],
        ],
      )
      await tx.run(sql`DELETE FROM contexts WHERE id = 9`)
    })
  })
  afterEach(() => opened.close())

  const change = (work: (schema: SchemaEditor, tx: Transaction) => Promise<void>): Promise<void> =>
    db.write((tx) => work(tx.schema, tx), { schema: true })
  const shapeOf = (table: string): Promise<TableShape | undefined> =>
    db.write((tx) => tx.schema.shapeOf(table), { schema: true })
  const columnsOf = async (table: string): Promise<string[]> =>
    ((await shapeOf(table))?.columns ?? []).map(
      ({ name, type, notNull }) => `${name} ${type}${notNull ? ' required' : ''}`,
    )
  const rows = (table: string): Promise<Record<string, SqlValue>[]> =>
    db.quick.all(sql`SELECT * FROM ${id(table)} ORDER BY id`)
  const context = { id: 3, code: 'C1', depth: 0.5, count: 4, dug: '2024-05-01', trench: 1 }

  test('a table tells its columns and foreign keys; moments are kept as text', async () => {
    expect(await columnsOf('contexts')).toEqual([
      'id INTEGER required',
      'code TEXT',
      'depth FLOAT',
      'count INTEGER',
      'dug TEXT',
      'trench INTEGER',
    ])
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([trenchOf])
    expect(await columnsOf('trenches')).toEqual(['id INTEGER required', 'code TEXT required'])
    expect(await shapeOf('nothing')).toBeUndefined()
  })

  test('a required column refuses rows without it', async () => {
    await expect(db.write((tx) => tx.insert('trenches', {}))).rejects.toThrow()
  })

  test('a change of shape that fails changes nothing', async () => {
    const failing = change(async (schema) => {
      await schema.addColumns('contexts', { name: 'colour', type: 'TEXT' })
      await schema.dropTable('trenches')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await columnsOf('contexts')).toHaveLength(6)
    expect(await rows('trenches')).toHaveLength(2)
  })

  test('columns are added, renamed and dropped; the rows stay', async () => {
    await change(async (schema) => {
      await schema.addColumns('contexts', { name: 'colour', type: 'TEXT' })
      await schema.renameColumn('contexts', 'depth', 'depth_cm')
      await schema.dropColumn('contexts', 'count')
    })
    expect(await rows('contexts')).toEqual([
      { id: 3, code: 'C1', depth_cm: 0.5, dug: '2024-05-01', trench: 1, colour: null },
    ])
  })

  test('a dropped column takes its indexes and foreign key along', async () => {
    await change(async (schema) => {
      await schema.dropColumn('contexts', 'trench')
      await schema.dropColumn('contexts', 'code')
      await schema.createIndex('contexts_code', 'contexts', ['dug'], 'whole')
    })
    expect(await rows('contexts')).toEqual([{ id: 3, depth: 0.5, count: 4, dug: '2024-05-01' }])
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([])
  })

  test('an index of prefixes takes texts of any length and follows the changes of its columns', async () => {
    const described = async () => {
      const tables = await db.write((tx) => tx.schema.describe(), { schema: true })
      return tables.find(({ name }) => name === 'finds')?.indexes
    }
    await change(async (schema, tx) => {
      const texts = ['kind', 'it "is" odd', 'pieces'].map((name) => ({ name, type: 'TEXT' }) as const)
      await schema.createTable('finds', texts, [])
      await schema.createIndex('by_kind', 'finds', ['kind', 'it "is" odd', 'id', 'pieces'], 'prefix')
      const long = randomBytes(5000).toString('hex')
      await tx.insertMany('finds', ['kind', 'it "is" odd', 'pieces'], [[long, long, '4']])
    })
    expect(await described()).toEqual([
      { name: 'by_kind', columns: ['kind', 'it "is" odd', 'id', 'pieces'], unique: false },
    ])
    await change(async (schema) => {
      await schema.changeColumnType('finds', 'pieces', 'INTEGER')
      await schema.renameColumn('finds', 'kind', 'material')
    })
    expect(await described()).toEqual([
      { name: 'by_kind', columns: ['material', 'it "is" odd', 'id', 'pieces'], unique: false },
    ])
    await change((schema) => schema.changeColumnType('finds', 'pieces', 'TEXT'))
    expect(await rows('finds')).toMatchObject([{ pieces: '4' }])
    await change((schema) => schema.dropColumn('finds', 'pieces'))
    expect(await described()).toEqual([])
  })

  test('a table is renamed with all that refers to it', async () => {
    await change((schema) => schema.renameTable('trenches', 'areas'))
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([{ ...trenchOf, table: 'areas' }])
    await expect(db.write((tx) => tx.insert('contexts', { trench: 99 }))).rejects.toMatchObject({
      problem: 'foreign_key',
    })
    expect(await db.write((tx) => tx.insert('areas', { code: 'C' }))).toBe(3)
  })

  test('a dropped table is gone, and with it the foreign keys that refer to it', async () => {
    await change((schema) => schema.dropTable('trenches'))
    expect(await shapeOf('trenches')).toBeUndefined()
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([])
    expect(await rows('contexts')).toEqual([context])
  })

  test('a foreign key is dropped and added to a table with rows, which keeps indexes, ids and the counter', async () => {
    await change((schema) => schema.dropForeignKey('contexts', 'trench'))
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([])
    await db.write((tx) => tx.run(sql`DELETE FROM trenches WHERE id = 2`))
    await change((schema) => schema.addForeignKey('contexts', { ...trenchOf, onDelete: 'SET NULL' }))
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([{ ...trenchOf, onDelete: 'SET NULL' }])
    expect(await rows('contexts')).toEqual([context])
    await expect(db.write((tx) => tx.insert('contexts', { code: 'C1' }))).rejects.toMatchObject({
      problem: 'unique',
      constraint: 'contexts.code',
    })
    await db.write((tx) => tx.run(sql`DELETE FROM trenches WHERE id = 1`))
    expect(await rows('contexts')).toEqual([{ ...context, trench: null }])
    expect(await db.write((tx) => tx.insert('contexts', { code: 'C3' }))).toBeGreaterThan(9)
  })

  test('a foreign key that rows already break is refused', async () => {
    await change((schema) => schema.dropForeignKey('contexts', 'trench'))
    await db.write((tx) => tx.run(sql`UPDATE contexts SET trench = 77`))
    await expect(change((schema) => schema.addForeignKey('contexts', trenchOf))).rejects.toMatchObject({
      problem: 'foreign_key',
    })
    expect((await shapeOf('contexts'))?.foreignKeys).toEqual([])
  })

  test('rows of a changed table still take along those that refer to them', async () => {
    await change((schema) => schema.changeColumnType('trenches', 'code', 'INTEGER')).catch(() => undefined)
    await change((schema) => schema.changeColumnType('contexts', 'count', 'TEXT'))
    await db.write((tx) => tx.run(sql`DELETE FROM trenches WHERE id = 1`))
    expect(await rows('contexts')).toEqual([])
  })

  const conversions: readonly (readonly [
    ColumnType,
    readonly SqlValue[],
    ColumnType,
    readonly SqlValue[],
  ])[] = [
    ['TEXT', ['4', ' -12 ', '', '  ', null, '+7'], 'INTEGER', [4, -12, null, null, null, 7]],
    ['TEXT', ['0.5', ' 1e3', '', null, '.25'], 'FLOAT', [0.5, 1000, null, null, 0.25]],
    [
      'TEXT',
      ['2024-05-01', ' 2024-05-01T10:00:00Z ', '', null],
      'TIMESTAMP',
      ['2024-05-01', '2024-05-01T10:00:00Z', null, null],
    ],
    ['INTEGER', [5, -3, null, 3_000_000_000], 'TEXT', ['5', '-3', null, '3000000000']],
    ['INTEGER', [5, null], 'FLOAT', [5, null]],
    ['FLOAT', [5, 0.1, 1e21, 1e-7, null], 'TEXT', ['5', '0.1', '1e+21', '1e-7', null]],
    ['FLOAT', [5, -2, null], 'INTEGER', [5, -2, null]],
    ['TIMESTAMP', ['2024-05-01', null], 'TEXT', ['2024-05-01', null]],
  ]
  test.each(conversions)('a column of %s with %s becomes %s', async (from, given, to, expected) => {
    await change(async (schema, tx) => {
      await schema.createTable('values', [{ name: 'value', type: from }], [])
      await tx.insertMany(
        'values',
        ['value'],
        given.map((value) => [value]),
      )
      await schema.changeColumnType('values', 'value', to)
    })
    expect((await rows('values')).map(({ value }) => value)).toEqual(expected)
    expect((await columnsOf('values'))[1]).toBe(`value ${to === 'TIMESTAMP' ? 'TEXT' : to}`)
  })

  test.each<readonly [ColumnType, SqlValue, ColumnType]>([
    ['TEXT', 'four', 'INTEGER'],
    ['TEXT', '4.5', 'INTEGER'],
    ['TEXT', '4,5', 'FLOAT'],
    ['TEXT', '2024-02-30', 'TIMESTAMP'],
    ['FLOAT', 0.5, 'INTEGER'],
    ['FLOAT', 1e300, 'INTEGER'],
    ['INTEGER', 2n ** 60n + 1n, 'FLOAT'],
    ['INTEGER', 5, 'TIMESTAMP'],
  ])('a column of %s with %s does not become %s', async (from, value, to) => {
    await change(async (schema, tx) => {
      await schema.createTable('values', [{ name: 'value', type: from }], [])
      await tx.insertMany('values', ['value'], [[null], [value]])
    })
    await expect(change((schema) => schema.changeColumnType('values', 'value', to))).rejects.toMatchObject({
      problem: 'not_convertible',
      constraint: 'values.value',
    })
    expect((await rows('values')).length).toBe(2)
  })

  test('names that need quoting are no trouble', async () => {
    const [table, column] = ['select', 'it "is" odd']
    await change(async (schema, tx) => {
      await schema.createTable(
        table,
        [
          { name: column, type: 'TEXT' },
          { name: 'order', type: 'INTEGER' },
        ],
        [],
      )
      await schema.createIndex('group', table, [column, 'order'], 'unique')
      await tx.insert(table, { [column]: '4', order: 1 })
      await schema.changeColumnType(table, column, 'INTEGER')
      await schema.dropColumn(table, 'order')
    })
    expect(await rows(table)).toEqual([{ id: 1, [column]: 4 }])
  })

  test('rows may refer to each other in any order while shapes change, as long as it is right at the end', async () => {
    await change(async (_, tx) => {
      await tx.insert('contexts', { code: 'early', trench: 50 })
      await tx.insert('trenches', { id: 50, code: 'late' })
    })
    const broken = change(async (_, tx) => {
      await tx.insert('contexts', { code: 'lost', trench: 51 })
    })
    await expect(broken).rejects.toMatchObject({ problem: 'foreign_key' })
    expect((await rows('contexts')).map(({ code }) => code)).toEqual(['C1', 'early'])
  })
})
