import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../storage/sql.js'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { migrations } from './migrations/list.js'
import type { Migration } from './migrations/migration.js'
import { runMigrations } from './run-migrations.js'
import { systemTables } from './system-tables.js'

const quiet = { info: () => undefined, error: () => undefined }

describe.each(engines)('migrations (%s)', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openDatabase(engine)
  })
  afterAll(() => opened.close())

  const applied = async (): Promise<string[]> => {
    const rows = await opened.db.quick.all<{ name: string }>(
      sql`SELECT "name" FROM "sys_migrations" ORDER BY "id"`,
    )
    return rows.map((row) => row.name)
  }

  test('several first requests at once run each migration exactly once, on an empty database', async () => {
    let runs = 0
    const counted: Migration = {
      name: '9000_counted',
      up: async () => {
        runs++
      },
    }
    const all = [...migrations, counted]
    await Promise.all(Array.from({ length: 8 }, () => runMigrations(opened.db, all, quiet)))
    expect(runs).toBe(1)
    expect(await applied()).toEqual(all.map(({ name }) => name))
  })

  test('every system table is there then, with its columns and keys', async () => {
    for (const table of systemTables) {
      const shape = await opened.db.write((tx) => tx.schema.shapeOf(table.name), { schema: true })
      expect([table.name, shape?.columns.map(({ name }) => name).sort()]).toEqual([
        table.name,
        ['id', ...table.columns.map(({ name }) => name)].sort(),
      ])
      expect(shape?.foreignKeys.map(({ column }) => column)).toEqual(
        table.foreignKeys.map(({ column }) => column),
      )
    }
  })

  test('run a second time they change nothing', async () => {
    const before = await applied()
    const result = await runMigrations(opened.db, migrations, quiet)
    expect(result).toEqual({ applied: [], pending: [] })
    expect(await applied()).toEqual(before)
  })

  test('a migration whose work is there already but not recorded changes nothing and is recorded', async () => {
    await opened.db.write((tx) => tx.run(sql`DELETE FROM "sys_migrations"`))
    const result = await runMigrations(opened.db, migrations, quiet)
    expect(result).toEqual({ applied: migrations.map(({ name }) => name), pending: [] })
    const rows = await opened.db.quick.all(sql`SELECT "id" FROM "sys_cfg_app"`)
    expect(rows).toHaveLength(1)
    expect(await applied()).toEqual(migrations.map(({ name }) => name))
  })

  test('a failing migration is undone as a whole, logged, and holds back those behind it', async () => {
    const failing: Migration = {
      name: '9001_failing',
      up: async (tx) => {
        await tx.schema.createTable('sys_half', [{ name: 'code', type: 'TEXT' }], [])
        throw new Error('disk on fire')
      },
    }
    const later: Migration = { name: '9002_later', up: async () => undefined }
    const errors: object[] = []
    const log = { ...quiet, error: (facts: object) => errors.push(facts) }
    const result = await runMigrations(opened.db, [...migrations, failing, later], log)
    expect(result.pending).toEqual(['9001_failing', '9002_later'])
    expect(errors).toMatchObject([{ migration: '9001_failing' }])
    expect(await opened.db.write((tx) => tx.schema.shapeOf('sys_half'), { schema: true })).toBeUndefined()

    const mended = { ...failing, up: async () => undefined }
    const second = await runMigrations(opened.db, [...migrations, mended, later], quiet)
    expect(second).toEqual({ applied: ['9001_failing', '9002_later'], pending: [] })
  })

  test('names that only a newer service knows stay recorded and stop nothing', async () => {
    await opened.db.write((tx) => tx.insert('sys_migrations', { name: '9999_of_the_future', applied_at: 1 }))
    expect((await runMigrations(opened.db, migrations, quiet)).pending).toEqual([])
    expect(await applied()).toContain('9999_of_the_future')
  })

  test.each([
    ['the same relation', { first: 1, second: 2, relation: 5 }, { first: 1, second: 2, relation: 5 }],
    [
      'its inverse from the other end',
      { first: 1, second: 2, relation: 5 },
      { first: 2, second: 1, relation: 1 },
    ],
    [
      'a symmetric one turned round',
      { first: 7, second: 3, relation: 9 },
      { first: 3, second: 7, relation: 9 },
    ],
  ])('stratigraphic relations: %s is stored once only', async (_case, one, other) => {
    await opened.db.write((tx) => tx.insert('sys_rs', { tb: 'contexts', ...one }))
    const again = opened.db.write((tx) => tx.insert('sys_rs', { tb: 'contexts', ...other }))
    await expect(again).rejects.toMatchObject({ problem: 'unique' })
    const elsewhere = opened.db.write((tx) => tx.insert('sys_rs', { tb: 'walls', ...other }))
    await expect(elsewhere).resolves.toBeGreaterThan(0)
    await opened.db.write((tx) => tx.run(sql`DELETE FROM "sys_rs"`))
  })

  test('two records may be joined by different stratigraphic relations', async () => {
    await opened.db.write(async (tx) => {
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 6 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 2, second: 1, relation: 5 })
    })
  })

  test('two records are linked once, whichever end is named first', async () => {
    await opened.db.write((tx) =>
      tx.insert('sys_userlinks', { tb_one: 'finds', id_one: 4, tb_two: 'contexts', id_two: 9 }),
    )
    const again = opened.db.write((tx) =>
      tx.insert('sys_userlinks', { tb_one: 'contexts', id_one: 9, tb_two: 'finds', id_two: 4 }),
    )
    await expect(again).rejects.toMatchObject({ problem: 'unique' })
  })
})
