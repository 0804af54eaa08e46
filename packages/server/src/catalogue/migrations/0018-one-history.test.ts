import { describe, expect, test } from 'vitest'
import { id, type SqlValue, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import { engines, openDatabase } from '../../testing/open-database.js'
import { selectJournalStart } from '../journal-start.js'
import { runMigrations } from '../run-migrations.js'
import { oneHistory } from './0018-one-history.js'
import { migrations } from './list.js'

const quiet = { info: () => undefined, error: () => undefined }
const began = 1_000_000

const version = (time: number, userid: number) => ({
  ...{ userid, time, tb: 'finds', rowid: 1, operation: 'update' },
  content: '{"core":{"id":1},"plugins":{}}',
})

describe.each(engines)('an application whose versions were kept apart (%s)', (engine) => {
  /** Brings it up to date out of what `before` leaves. */
  const migrate = async (
    before: (db: Database) => Promise<unknown>,
    look: (db: Database) => Promise<void>,
  ) => {
    const { db, close } = await openDatabase(engine)
    try {
      await runMigrations(db, migrations, quiet)
      await db.write(async (tx) => {
        await tx.run(sql`DELETE FROM "sys_migrations" WHERE "name" = ${oneHistory.name}`)
        await tx.run(sql`UPDATE "sys_migrations" SET "applied_at" = ${began} WHERE "name" = '0014_journal'`)
      })
      await before(db)
      expect(await runMigrations(db, migrations, quiet)).toEqual({ applied: [oneHistory.name], pending: [] })
      await look(db)
    } finally {
      await close()
    }
  }
  const emptyJournal = (db: Database) =>
    db.write(async (tx) => {
      for (const table of ['sys_change_sets', 'sys_change_counts', 'sys_changes', 'sys_before_sys_cfg_app'])
        await tx.run(sql`DELETE FROM ${id(table)}`)
    })
  const ids = async (db: Database, table: string): Promise<SqlValue[]> =>
    (await db.quick.all<{ id: number }>(sql`SELECT "id" FROM ${id(table)} ORDER BY "id"`)).map(
      (row) => row.id,
    )
  const say = (db: Database, definition: string) =>
    db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "definition" = ${definition}`), {
      author: { userId: 7, keyId: null, origin: 'form', note: null },
    })

  test('before the journal began numbers it above them, and begins it with a set that has no changes', () =>
    migrate(
      async (db) => {
        await emptyJournal(db)
        await db.write(async (tx) => {
          for (const time of [10, 20, 30]) await tx.insert('sys_versions', version(time, 1))
        })
      },
      async (db) => {
        expect(await ids(db, 'sys_versions')).toEqual([1, 2, 3])
        expect(await selectJournalStart(db.quick)).toEqual({ set: 4, time: began, last: 3 })
        await say(db, 'a dig')
        expect((await ids(db, 'sys_changes'))[0]).toBeGreaterThan(3)
        const sets = await db.quick.all(sql`SELECT "id", "first_change" FROM "sys_change_sets" ORDER BY "id"`)
        expect(sets).toMatchObject([
          { id: 4, first_change: 0 },
          { id: 5, first_change: 4 },
        ])
      },
    ))

  test('while it was kept already loses what is there twice, and nothing else', () =>
    migrate(
      async (db) => {
        await emptyJournal(db)
        await say(db, 'one')
        await say(db, 'two')
        await db.write(async (tx) => {
          await tx.insert('sys_versions', version(10, 7))
          await tx.insert('sys_versions', version(began + 1, 7))
          // The journal has no set of user 8: it stays.
          await tx.insert('sys_versions', version(began + 2, 8))
          await tx.insert('sys_creations', {
            ...{ userid: 7, time: began + 3, tb: 'finds', operation: 'insert' },
            ...{ first_id: 1, last_id: null, records: 1, head: null },
          })
        })
      },
      async (db) => {
        expect(await ids(db, 'sys_versions')).toEqual([1, 3])
        expect(await ids(db, 'sys_creations')).toEqual([])
        const sets = await db.quick.all(
          sql`SELECT "id", "user_id", "first_change", "last_change" FROM "sys_change_sets" ORDER BY "id"`,
        )
        const first = Number((await ids(db, 'sys_changes'))[0])
        expect(sets).toMatchObject([
          { id: 4, first_change: 0, last_change: 3 },
          { id: 5, user_id: 7, first_change: first, last_change: first },
          { id: 6, user_id: 7, first_change: first + 1, last_change: first + 1 },
        ])
        expect(first).toBeGreaterThan(3)
        expect(await ids(db, 'sys_before_sys_cfg_app')).toEqual([first, first + 1])
        const counts = await db.quick.all(sql`SELECT "set_id" FROM "sys_change_counts" ORDER BY "id"`)
        expect(counts).toMatchObject([{ set_id: 5 }, { set_id: 6 }])
        const changes = await db.quick.all(sql`SELECT "set_id" FROM "sys_changes" ORDER BY "id"`)
        expect(changes).toMatchObject([{ set_id: 5 }, { set_id: 6 }])
        await say(db, 'three')
        expect(await ids(db, 'sys_changes')).toEqual([first, first + 1, first + 2])
        expect((await ids(db, 'sys_change_sets')).at(-1)).toBe(7)
      },
    ))

  test('that never had one stays as it is', () =>
    migrate(
      async (db) => {
        await emptyJournal(db)
        await say(db, 'one')
      },
      async (db) => {
        expect(await ids(db, 'sys_change_sets')).toEqual([1])
        expect(await selectJournalStart(db.quick)).toMatchObject({ set: 0 })
      },
    ))
})
