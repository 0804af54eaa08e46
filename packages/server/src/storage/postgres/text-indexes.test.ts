import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../../testing/open-database.js'
import { makeServerDatabase, type ServerDatabase } from '../../testing/server-database.js'
import { sql } from '../sql.js'
import type { Database, Storage } from '../storage.js'
import { openPostgresStorage } from './postgres-storage.js'

const fields = ['note', 'remark', 'place'] as const

describe.runIf(engines.includes('pgsql'))('text indexes that are made in the background', () => {
  let database: ServerDatabase
  let storage: Storage
  let db: Database
  let aside: pg.Client

  const open = async () => {
    storage = await openPostgresStorage({ url: database.url, connections: 6, queryTimeMs: 30_000 })
  }
  beforeEach(async () => {
    database = await makeServerDatabase()
    await open()
    await storage.create('dig', (made) =>
      made.write(
        async (tx) => {
          await tx.schema.createTable(
            'finds',
            fields.map((name) => ({ name, type: 'TEXT' })),
            [],
          )
          await tx.run(sql`INSERT INTO finds (note, remark, place)
            SELECT md5(n::text), md5((n + 1)::text), md5((n + 2)::text) FROM generate_series(1, 20000) n`)
        },
        { schema: true },
      ),
    )
    db = await storage.open('dig')
    aside = new pg.Client({ connectionString: database.url })
    await aside.connect()
  })
  afterEach(async () => {
    await aside.end()
    await db.close()
    await storage.close()
    await database.drop()
  })

  const maintain = () => db.maintainTextIndexes([{ table: 'finds', columns: fields }])
  const indexes = async () =>
    (
      await db.quick.all<{ valid: number }>(sql`SELECT indisvalid AS valid FROM pg_index x
        JOIN pg_class i ON i.oid = x.indexrelid
        WHERE i.relname LIKE ${'trgm\\_%'} AND i.relnamespace = 'app_dig'::regnamespace`)
    ).map(({ valid }) => valid === 1)
  const allValid = fields.map(() => true)

  test('an index is made on a table while its text indexes are made, and all of them come to be', async () => {
    // What reads for long holds the making of an index up, so that the change meets it.
    await aside.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
    maintain()
    await expect
      .poll(() =>
        db.quick.get(
          sql`SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`,
        ),
      )
      .toEqual({ n: 1 })
    for (const name of fields) {
      await db.write((tx) => tx.schema.createIndex(`finds__${name}`, 'finds', [name], 'whole'), {
        schema: true,
      })
    }
    await db.write((tx) => tx.schema.addColumns('finds', { name: 'later', type: 'TEXT' }), { schema: true })
    await aside.query('COMMIT')
    await db.whenIdle()
    expect(await indexes()).toEqual(allValid)
  })

  test('an index that was left half made is made again, also after a restart of the service', async () => {
    await aside.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
    maintain()
    await expect.poll(indexes).toEqual([false])
    await Promise.all([db.close(), aside.query('COMMIT')])
    await storage.close()
    await aside.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = (SELECT oid FROM pg_class
      WHERE relname LIKE 'trgm\\_%' AND relnamespace = 'app_dig'::regnamespace LIMIT 1)`)
    await open()
    db = await storage.open('dig')
    maintain()
    await db.whenIdle()
    expect(await indexes()).toEqual(allValid)
  })
})
