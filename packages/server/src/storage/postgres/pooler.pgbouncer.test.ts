import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../../testing/open-database.js'
import { openPgbouncer, type Pgbouncer } from '../../testing/pgbouncer.js'
import { makeServerDatabase, type ServerDatabase } from '../../testing/server-database.js'
import { id, sql } from '../sql.js'
import type { Database, Storage } from '../storage.js'
import { openPostgresStorage } from './postgres-storage.js'

describe.runIf(engines.includes('pgsql'))('PostgreSQL through pgbouncer with its own settings', () => {
  let database: ServerDatabase
  let pooler: Pgbouncer | undefined
  let storage: Storage | undefined
  beforeEach(async () => {
    database = await makeServerDatabase()
  })
  afterEach(async () => {
    await storage?.close()
    await pooler?.close()
    storage = pooler = undefined
    await database.drop()
  })
  const open = async (mode: 'session' | 'transaction', queryTimeMs = 30_000): Promise<Storage> => {
    pooler = await openPgbouncer(database.url, mode)
    storage = await openPostgresStorage({ url: pooler.url, connections: 6, queryTimeMs })
    return storage
  }

  test('a pooler in transaction mode is refused at the start, with a sentence that says what to do', async () => {
    await expect(open('transaction')).rejects.toMatchObject({
      problem: 'unavailable',
      message: expect.stringMatching(/a session of its own.*pool_mode = session.*TROWEL_DATABASE_URL/),
    })
  })

  test('a pooler in session mode serves several applications, each its own rows', async () => {
    const opened = await open('session')
    const names = ['dig_a', 'dig_b', 'dig_c']
    const databases: Database[] = []
    for (const name of names) {
      await opened.create(name, (db) =>
        db.write(
          async (tx) => {
            await tx.schema.createTable('finds', [{ name: 'dig', type: 'TEXT' }], [])
            await tx.insert('finds', { dig: name })
          },
          { schema: true },
        ),
      )
      databases.push(await opened.open(name))
    }
    const reads = Array.from({ length: 20 }, () => databases).flat()
    const found = await Promise.all(
      reads.map(async (db) => [db.app, await db.quick.get(sql`SELECT ${id('dig')} FROM ${id('finds')}`)]),
    )
    expect(found.filter(([name, row]) => JSON.stringify(row) !== JSON.stringify({ dig: name }))).toEqual([])
  })

  test('a pooler in session mode keeps the time limit of reads', async () => {
    const opened = await open('session', 300)
    await opened.create('dig', async () => undefined)
    const db = await opened.open('dig')
    await expect(db.scan.get(sql`SELECT pg_sleep(30)`)).rejects.toMatchObject({ problem: 'timeout' })
  })
})
