import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { engines } from '../../testing/open-database.js'
import { makeServerDatabase } from '../../testing/server-database.js'
import type { Storage } from '../storage.js'
import { openPostgresStorage } from './postgres-storage.js'

describe.runIf(engines.includes('pgsql'))('statements of people where the service is no superuser', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  /** A storage whose database user has the given attributes, and nothing more than a service needs. */
  async function openAs(attributes: string): Promise<Storage> {
    const { url, drop } = await makeServerDatabase()
    const user = `user_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'x' ${attributes}`)
    await admin.query(`GRANT CREATE ON DATABASE "${new URL(url).pathname.slice(1)}" TO ${user}`)
    await admin.end()
    const own = new URL(url)
    own.username = user
    own.password = 'x'
    const storage = await openPostgresStorage({ url: own.href, connections: 4, queryTimeMs: 10_000 })
    ends.push(drop, () => storage.close())
    return storage
  }

  const secrets = { sys_users: ['password'] }
  const statement = (text: string) => ({ text, secrets, fixedPrefix: 'sys_', readsOnly: false })

  async function openDatabase(attributes: string) {
    const storage = await openAs(attributes)
    await storage.create('dig', async (db) => {
      await db.write(
        async (tx) => {
          await tx.schema.createTable('finds', [{ name: 'name', type: 'TEXT' }], [])
          await tx.schema.createTable(
            'sys_users',
            [
              { name: 'name', type: 'TEXT' },
              { name: 'password', type: 'TEXT' },
            ],
            [],
          )
          await tx.insert('sys_users', { name: 'a', password: 'hash' })
        },
        { schema: true },
      )
    })
    return storage.open('dig')
  }

  test('they read, write and change tables with the right to make roles', async () => {
    const db = await openDatabase('CREATEROLE')
    const run = (text: string) => db.runRaw(statement(text))
    expect(await run(`INSERT INTO finds (name) VALUES ('awl')`)).toEqual({ affected: 1 })
    expect(await run('ALTER TABLE finds ADD COLUMN weight FLOAT')).toEqual({ affected: 0 })
    expect(await run('CREATE TABLE mine (id serial PRIMARY KEY, at timestamptz DEFAULT now())')).toEqual({
      affected: 0,
    })
    expect(await run('INSERT INTO mine DEFAULT VALUES')).toEqual({ affected: 1 })
    expect(await run('SELECT name, weight FROM finds')).toMatchObject({ rows: [['awl', null]] })
    await expect(run('SELECT * FROM sys_users')).rejects.toMatchObject({ problem: 'not_allowed' })
    await db.write((tx) => tx.insert('finds', { name: 'bead' }))
    await db.write((tx) => tx.schema.renameTable('finds', 'objects'), { schema: true })
    expect(await run('SELECT count(*) FROM objects')).toMatchObject({ rows: [[2]] })
  })

  test('they are told to need configuration without it, and nothing is harmed', async () => {
    const db = await openDatabase('')
    await expect(db.runRaw(statement('SELECT 1'))).rejects.toMatchObject({ problem: 'not_configured' })
    expect(await db.quick.all({ text: ['SELECT name FROM sys_users'], values: [] })).toEqual([{ name: 'a' }])
  })
})
