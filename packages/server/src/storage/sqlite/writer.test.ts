import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, openStorage, type TestDatabase } from '../../testing/open-database.js'
import { keyword, sql } from '../sql.js'
import type { Database, ForeignKey } from '../storage.js'
import { WriteQueue } from './write-queue.js'
import { Writer } from './writer.js'

describe('the writer of the embedded engine', () => {
  let opened: TestDatabase
  let db: Database
  beforeEach(async () => {
    opened = await openDatabase('sqlite')
    db = opened.db
    await db.write(
      async (tx) => {
        const key = (table: string, column: string): ForeignKey => ({
          column,
          table,
          target: 'id',
          onDelete: 'CASCADE',
          onUpdate: 'NO ACTION',
        })
        await tx.schema.createTable('trenches', [{ name: 'code', type: 'TEXT' }], [])
        await tx.schema.createTable(
          'contexts',
          [{ name: 'trench', type: 'INTEGER' }],
          [key('trenches', 'trench')],
        )
        await tx.schema.createTable(
          'finds',
          [{ name: 'context', type: 'INTEGER' }],
          [key('contexts', 'context')],
        )
        await tx.schema.createTable('notes', [{ name: 'text', type: 'TEXT' }], [])
      },
      { schema: true },
    )
  })
  afterEach(() => opened.close())

  const versions = (): (number | undefined)[] =>
    ['trenches', 'contexts', 'finds', 'notes'].map((table) => db.writeVersion(table))
  /** Which tables' versions grow by `work`. */
  const grown = async (work: () => Promise<unknown>): Promise<boolean[]> => {
    const before = versions()
    await work()
    return versions().map((version, k) => (version ?? 0) > (before[k] ?? 0))
  }

  test('the version of a table grows with its changes, and with no others', async () => {
    expect(await grown(() => db.write((tx) => tx.insert('trenches', { code: 'A' })))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(await grown(() => db.write((tx) => tx.insertMany('contexts', ['trench'], [[1], [1]])))).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(await grown(() => db.write((tx) => tx.run(sql`UPDATE trenches SET code = 'B'`)))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(
      await grown(() => db.write((tx) => tx.all(sql`INSERT INTO notes (text) VALUES ('x') RETURNING id`))),
    ).toEqual([false, false, false, true])
    expect(await grown(() => db.write((tx) => tx.all(sql`SELECT * FROM finds`)))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(await grown(() => db.quick.all(sql`SELECT * FROM finds`))).toEqual([false, false, false, false])
  })

  test('the version of a table grows when rows of it go because those they refer to go', async () => {
    expect(await grown(() => db.write((tx) => tx.run(sql`DELETE FROM trenches`)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('the version of a table has grown by the time its change can be waited for, also for those who share a commit', async () => {
    const seen: (number | undefined)[] = []
    const before = db.writeVersion('notes') ?? 0
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        await db.write((tx) => tx.insert('notes', { text: 'x' }))
        seen.push(db.writeVersion('notes'))
      }),
    )
    for (const version of seen) expect(version).toBeGreaterThan(before)
  })

  test('a transaction that is undone leaves the versions, a change of shape moves them all', async () => {
    const undone = (): Promise<unknown> =>
      db
        .write(async (tx) => {
          await tx.insert('notes', { text: 'x' })
          throw new Error('no')
        })
        .catch(() => undefined)
    expect(await grown(undone)).toEqual([false, false, false, false])
    const change = (): Promise<void> =>
      db.write((tx) => tx.schema.addColumns('notes', { name: 'by', type: 'TEXT' }), { schema: true })
    expect(await grown(change)).toEqual([true, true, true, true])
  })

  test('a full disk refuses what does not fit any more, and the service goes on', async () => {
    await db.write((tx) => tx.insert('notes', { text: 'before' }))
    const pages =
      (await db.write((tx) => tx.get<{ page_count: number }>(keyword('PRAGMA page_count'))))?.page_count ?? 0
    await db.write((tx) => tx.all(keyword(`PRAGMA max_page_count = ${pages + 4}`)))
    const outcomes = await Promise.allSettled([
      db.write((tx) => tx.insert('notes', { text: 'x'.repeat(1_000_000) })),
      db.write(async (tx) => {
        await tx.insert('notes', { text: 'half' })
        await tx.insert('notes', { text: 'y'.repeat(1_000_000) })
      }),
    ])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { problem: 'disk_full' } })
    await db.write((tx) => tx.all(keyword('PRAGMA max_page_count = 1000000')))
    await db.write((tx) => tx.insert('notes', { text: 'after' }))
    expect(await db.quick.all(sql`SELECT text FROM notes ORDER BY id`)).toEqual([
      { text: 'before' },
      { text: 'after' },
    ])
    expect(await db.quick.get(keyword('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' })
  })

  test('values reach the database as they are, where the driver alone would change them', async () => {
    const numbers = [1e-17, 5e-300, -0.9999999999999999, 3_000_000_000, 2 ** 53 - 1, 1.5, 2 ** 60]
    for (const number of numbers) {
      const [row] = await db.quick.all<{ value: number; text: string }>(
        sql`SELECT CAST(${number} AS REAL) AS value, ${number} || '' AS text`,
      )
      expect(row?.value).toBe(number)
      if (Number.isSafeInteger(number)) expect(row?.text).toBe(String(number))
    }
  })
})

describe('a writer thread that stops', () => {
  test('refuses what was under way and is replaced', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trowel-writer-'))
    const writer = new Writer()
    const queue = new WriteQueue(join(folder, 'test.sqlite'), writer, () => undefined)
    await queue.write((tx) => tx.run(sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT`))
    const outcome = queue.write(async (tx) => {
      await tx.insert('notes', { text: 'lost' })
      await writer.send('', 0, { do: 'exit' })
    })
    await expect(outcome).rejects.toMatchObject({ problem: 'unavailable' })
    await queue.write((tx) => tx.insert('notes', { text: 'kept' }))
    expect(await queue.write((tx) => tx.all(sql`SELECT text FROM notes`))).toEqual([{ text: 'kept' }])
    await queue.close()
    await writer.close()
    await rm(folder, { recursive: true, force: true })
  })
})

test.each([
  ['a snapshot', (db: Database) => db.snapshot(({ stream }) => firstOf(stream(everyCode)))],
  ['a stream that nobody reads to its end', (db: Database) => firstOf(db.stream(everyCode, []))],
])('after %s everything lies in the file of the database when it is closed', async (_what, read) => {
  const { storage, folder = '', close } = await openStorage('sqlite')
  try {
    await storage.create('dig', async () => undefined)
    const db = await storage.open('dig')
    await db.write(
      async (tx) => {
        await tx.schema.createTable('trenches', [{ name: 'code', type: 'TEXT' }], [])
        const codes = Array.from({ length: 5_000 }, (_, k) => [`T${k}`])
        await tx.insertMany('trenches', ['code'], codes)
      },
      { schema: true },
    )
    expect(await read(db)).toHaveLength(1_000)
    await db.write((tx) => tx.insert('trenches', { code: 'later' }))
    await db.close()
    const beside = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('-wal'))
    const sizes = await Promise.all(beside.map(async (name) => (await stat(join(folder, name))).size))
    expect(sizes.filter((size) => size > 0)).toEqual([])
  } finally {
    await close()
  }
})

const everyCode = sql`SELECT "code" FROM "trenches"`

async function firstOf<T>(batches: AsyncIterable<T>): Promise<T | undefined> {
  for await (const batch of batches) return batch
  return undefined
}
