import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, openDatabase, type TestDatabase } from '../testing/open-database.js'
import { bindToGeneration } from './bind-to-generation.js'
import { sql } from './sql.js'
import type { Database, ForeignKey, Transaction } from './storage.js'

/** Where Linux tells which files this process has open. */
const openFiles = '/proc/self/fd'

const to = (column: string, table: string): ForeignKey => ({
  column,
  table,
  target: 'id',
  onDelete: 'CASCADE',
  onUpdate: 'NO ACTION',
})

const trenches = (tx: Transaction) =>
  tx.schema.createTable('trenches', [{ name: 'code', type: 'TEXT', notNull: true }], [])

async function contexts(tx: Transaction): Promise<void> {
  const columns = [
    { name: 'trench', type: 'INTEGER' },
    { name: 'depth', type: 'FLOAT' },
  ] as const
  await tx.schema.createTable('contexts', columns, [to('trench', 'trenches')])
  await tx.schema.createIndex('contexts__depth', 'contexts', ['depth', 'trench'], 'whole')
}

const codes = async (db: Database): Promise<string[]> =>
  (await db.quick.all<{ code: string }>(sql`SELECT "code" FROM "trenches" ORDER BY "id"`)).map(
    ({ code }) => code,
  )

describe.each(engines)('everything at once (%s)', (engine) => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase(engine)
    db = opened.db
    await db.write(
      async (tx) => {
        await trenches(tx)
        await contexts(tx)
        await tx.schema.createIndex('trenches__code', 'trenches', ['code'], 'unique')
        await tx.insertMany('trenches', ['code'], [['A'], ['B'], ['C']])
        await tx.run(sql`DELETE FROM "trenches" WHERE "code" = ${'C'}`)
        await tx.insert('contexts', { trench: 1, depth: 0.1 })
      },
      { schema: true },
    )
  })
  afterEach(() => opened.close())

  test('a snapshot describes the tables, and shows one state whatever is written meanwhile', async () => {
    const found = await db.snapshot(async ({ tables, stream }) => {
      await db.write((tx) => tx.insert('trenches', { code: 'D' }))
      const rows: unknown[] = []
      for await (const batch of stream(sql`SELECT "id", "code" FROM "trenches" ORDER BY "id"`))
        rows.push(...batch)
      return { tables, rows }
    })
    expect(found.rows).toEqual([
      [1, 'A'],
      [2, 'B'],
    ])
    expect(await codes(db)).toEqual(['A', 'B', 'D'])
    expect(found.tables).toEqual([
      {
        name: 'contexts',
        columns: [
          { name: 'id', type: 'INTEGER', notNull: true },
          { name: 'trench', type: 'INTEGER', notNull: false },
          { name: 'depth', type: 'FLOAT', notNull: false },
        ],
        foreignKeys: [to('trench', 'trenches')],
        indexes: [{ name: 'contexts__depth', columns: ['depth', 'trench'], unique: false }],
        lastId: 1,
      },
      {
        name: 'trenches',
        columns: [
          { name: 'id', type: 'INTEGER', notNull: true },
          { name: 'code', type: 'TEXT', notNull: true },
        ],
        foreignKeys: [],
        indexes: [{ name: 'trenches__code', columns: ['code'], unique: true }],
        lastId: 3,
      },
    ])
  })

  test('all tables are replaced at once; those who read meanwhile see what was there', async () => {
    const kept = await db.replace(
      async (before) => (await before.all<{ code: string }>(sql`SELECT "code" FROM "trenches"`)).length,
      async (empty, count) => {
        expect(await empty.schema.shapeOf('trenches')).toBeUndefined()
        await contexts(empty)
        await trenches(empty)
        await empty.insertMany('trenches', ['id', 'code'], [[7, 'N']])
        await empty.insert('contexts', { trench: 7, depth: 2 })
        await empty.schema.keepIdsAbove('trenches', 40)
        expect(await codes(db)).toEqual(['A', 'B'])
        return count
      },
    )
    expect(kept).toBe(2)
    expect(await codes(db)).toEqual(['N'])
    expect(await db.write((tx) => tx.insert('trenches', { code: 'M' }))).toBe(41)
    await db.write((tx) => tx.run(sql`DELETE FROM "trenches" WHERE "id" = 7`))
    expect(await db.quick.all(sql`SELECT 1 AS one FROM "contexts"`)).toEqual([])
  })

  test.each([
    ['an error', async () => Promise.reject(new Error('no more'))],
    [
      'a row that refers to nothing',
      (tx: Transaction) => tx.insert('contexts', { trench: 99, depth: null }).then(() => undefined),
    ],
  ])('%s leaves everything as it was', async (_what, fail) => {
    const attempt = db.replace(
      async () => undefined,
      async (empty) => {
        await trenches(empty)
        await contexts(empty)
        await fail(empty)
      },
    )
    await expect(attempt).rejects.toThrow()
    expect(await codes(db)).toEqual(['A', 'B'])
    await db.write((tx) => tx.insert('trenches', { code: 'E' }))
  })

  test('a write that comes meanwhile is refused', async () => {
    const during = db.replace(
      async () => undefined,
      async (empty) => {
        await expect(db.write((tx) => tx.insert('trenches', { code: 'X' }))).rejects.toMatchObject({
          problem: 'replacing',
        })
        await trenches(empty)
      },
    )
    await during
    expect(await codes(db)).toEqual([])
  })

  test('what is bound to the state before is written no more, and neither is a statement of a person', async () => {
    const before = await db.generation()
    let refused = 0
    const bound = bindToGeneration(db, before, () => refused++)
    await bound.write((tx) => tx.insert('trenches', { code: 'C' }))
    await db.replace(
      async () => undefined,
      async (empty) => {
        await trenches(empty)
      },
    )
    expect(await db.generation()).not.toBe(before)
    const refusal = { problem: 'replacing' }
    await expect(bound.write((tx) => tx.insert('trenches', { code: 'D' }))).rejects.toMatchObject(refusal)
    const statement = {
      text: `INSERT INTO trenches (code) VALUES ('E')`,
      secrets: {},
      fixedPrefix: 'sys_',
      readsOnly: false,
    }
    await expect(bound.runRaw(statement)).rejects.toMatchObject(refusal)
    expect([await codes(bound), refused]).toEqual([[], 2])
    await bindToGeneration(db, await db.generation(), () => refused++).write((tx) =>
      tx.insert('trenches', { code: 'F' }),
    )
    expect(await codes(db)).toEqual(['F'])
  })

  test('a scratch database is there for its work alone', async () => {
    const names = await opened.storage.applications()
    const found = await opened.storage.scratch(async (scratch) => {
      await scratch.replace(async () => undefined, trenches)
      await scratch.write((tx) => tx.insert('trenches', { code: 'S' }))
      return codes(scratch)
    })
    expect(found).toEqual(['S'])
    expect(await opened.storage.applications()).toEqual(names)
    await expect(opened.storage.scratch(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  test.runIf(existsSync(openFiles))('a scratch database keeps no file open, nor its room', async () => {
    await opened.storage.scratch(async (scratch) => {
      await scratch.replace(async () => undefined, trenches)
      await codes(scratch)
      await scratch.scan.all(sql`SELECT "code" FROM "trenches"`)
    })
    const open = async () => {
      const links = (await readdir(openFiles)).map((name) => readlink(join(openFiles, name)).catch(() => ''))
      return (await Promise.all(links)).filter((path) => path.includes('.new-scratch'))
    }
    // Sooner than the engine of JavaScript collects by itself.
    await expect.poll(open, { timeout: 5_000 }).toEqual([])
  })

  test('of two who work under one name, one does', async () => {
    const outer = await db.withLock('backup', async () => [
      await db.withLock('backup', async () => 'twice'),
      await db.withLock('other', async () => 'beside'),
    ])
    expect(outer).toEqual({ done: [undefined, { done: 'beside' }] })
    expect(await db.withLock('backup', async () => 'after')).toEqual({ done: 'after' })
  })
})

test.runIf(engines.includes('pgsql'))('a write that waited on another node is refused', async () => {
  const opened = await openDatabase('pgsql')
  try {
    const other = await opened.storage.open('dig')
    await opened.db.write(trenches, { schema: true })
    let waiting: Promise<unknown> = Promise.resolve()
    await opened.db.replace(async () => {
      waiting = expect(other.write((tx) => tx.insert('trenches', { code: 'X' }))).rejects.toMatchObject({
        problem: 'replacing',
      })
      // It waits by now: nothing else is asked of its connection.
      for (let waits = 0; waits === 0; ) {
        const [row] = await other.quick.all<{ n: number }>(
          sql`SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        )
        waits = row?.n ?? 0
      }
    }, trenches)
    await waiting
    expect(await codes(other)).toEqual([])
    await other.write((tx) => tx.insert('trenches', { code: 'Y' }))
    expect(await codes(opened.db)).toEqual(['Y'])
  } finally {
    await opened.close()
  }
})
