import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../../testing/open-database.js'
import { freePort } from '../../../testing/postgres-server.js'
import { makeServerDatabase, type ServerDatabase } from '../../../testing/server-database.js'
import { openSource } from './open-source.js'
import type { SourceConfig } from './source.js'
import { readAll } from './testing/read-all.js'

describe.runIf(engines.includes('pgsql'))('the PostgreSQL database of an old installation', () => {
  let database: ServerDatabase
  let client: pg.Client
  let config: SourceConfig
  beforeAll(async () => {
    database = await makeServerDatabase()
    const { hostname, port, username, password, pathname } = new URL(database.url)
    config = { engine: 'pgsql', host: hostname, port, name: pathname.slice(1), username, password }
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(`
      CREATE TABLE finds (id SERIAL PRIMARY KEY, label VARCHAR(100), sherds BIGINT, weight REAL, mass DOUBLE PRECISION,
        price NUMERIC, is_drawn BOOLEAN, recorded_at TIMESTAMP, photo BYTEA);
      CREATE TABLE "odd ""name""" (note TEXT);
      CREATE SCHEMA elsewhere CREATE TABLE coins (id INTEGER);
      INSERT INTO finds VALUES
        (7, 'K7', 9007199254740993, 4500123.5, 5100000.123456789, 1.50, TRUE, '2022-08-04 11:03:00',
          decode('00ff', 'hex')),
        (2, 'é𝒳', 5, 12.3, 1e20, NULL, FALSE, NULL, NULL);
      SELECT setval('finds_id_seq', 40);
      INSERT INTO "odd ""name""" VALUES ('a');`)
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('has its tables, columns, rows in order of id, and the numbers that come next', async () => {
    const source = await openSource(config, '')
    try {
      expect(source.engine).toBe('pgsql')
      expect(await source.tables()).toEqual(['finds', 'odd "name"'])
      expect((await source.columns('finds'))?.slice(0, 3)).toEqual([
        { name: 'id', type: 'integer' },
        { name: 'label', type: 'character varying' },
        { name: 'sherds', type: 'bigint' },
      ])
      const [first, second] = await readAll(source, 'finds')
      expect(first).toMatchObject({
        id: 2,
        label: 'é𝒳',
        sherds: 5,
        weight: 12.3,
        mass: 1e20,
        is_drawn: false,
      })
      expect(second).toEqual({
        id: 7,
        label: 'K7',
        sherds: 9007199254740993n,
        weight: 4500123.5,
        mass: 5100000.123456789,
        price: '1.50',
        is_drawn: true,
        recorded_at: '2022-08-04 11:03:00',
        photo: Buffer.from([0, 255]),
      })
      expect(await readAll(source, 'odd "name"')).toEqual([{ note: 'a' }])
      expect(await source.nextId('finds')).toBe(41)
      expect(await source.nextId('odd "name"')).toBeUndefined()
      expect(await source.nextId('coins')).toBeUndefined()
      expect(await source.columns('coins')).toBeUndefined()
    } finally {
      await source.close()
    }
  })

  test('has moments from before there were zones', async () => {
    await client.query(`CREATE TABLE letters (id SERIAL PRIMARY KEY, written TIMESTAMPTZ);
      INSERT INTO letters (written) VALUES ('1850-05-01 12:00:00+00')`)
    const source = await openSource(config, '')
    try {
      expect(await readAll(source, 'letters')).toEqual([{ id: 1, written: '1850-05-01 12:00:00+00' }])
    } finally {
      await source.close()
    }
  })

  test('stays as it was when it was opened, for any number of rows', async () => {
    await client.query('CREATE TABLE contexts (id SERIAL PRIMARY KEY, label TEXT)')
    await client.query("INSERT INTO contexts (label) SELECT 'K' || n FROM generate_series(1, 1200) n")
    const source = await openSource(config, '')
    try {
      await source.tables()
      await client.query("UPDATE contexts SET label = 'after'; INSERT INTO contexts (label) VALUES ('after')")
      const rows = await readAll(source, 'contexts')
      expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 1200 }, (_, k) => k + 1))
      expect(rows.at(-1)?.['label']).toBe('K1200')
    } finally {
      await source.close()
    }
  })

  test('that cannot be reached is refused with what to do, and without the password', async () => {
    const port = String(await freePort())
    const refusals: [SourceConfig, RegExp][] = [
      [
        { ...config, port },
        /^Nothing answers at .*PostgreSQL server is\. Start it, or mend db_host and db_port/,
      ],
      [
        { ...config, password: 'wrong-trowel' },
        /does not let "trowel" in .* Mend db_username and db_password/,
      ],
      [{ ...config, name: 'nowhere' }, /^There is no database "nowhere" .* Mend db_name in config\.json\.$/],
      [{ engine: 'pgsql' }, /^config\.json names no PostgreSQL database/],
    ]
    for (const [wrong, sentence] of refusals) {
      const refused: unknown = await openSource(wrong, '').catch((error: unknown) => error)
      expect(refused).toMatchObject({ name: 'SourceProblem', message: expect.stringMatching(sentence) })
      expect(String(refused)).not.toContain('wrong-trowel')
    }
  })

  test('that breaks off while it is read says so', async () => {
    const source = await openSource(config, '')
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'trowel adopt' AND datname = current_database()",
    )
    await expect(readAll(source, 'finds')).rejects.toThrow(/broke off\. Give the command once more/)
    await source.close()
  })
})
