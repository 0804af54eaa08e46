import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from 'mysql2/promise'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalTimestamp } from '../../../catalogue/timestamp.js'
import { sql } from '../../../storage/sql.js'
import { type MariadbServer, openMariadbServer } from '../../../testing/mariadb-server.js'
import { oneEngine, openService, type TestService } from '../../../testing/open-dig.js'
import { freePort } from '../../../testing/postgres-server.js'
import { adopt, planAdoption } from '../service.js'
import { canMakeInstallations, dumpForMysql, makeInstallation } from '../testing/made-installation.js'
import { openSource } from './open-source.js'
import type { SourceConfig, SourceDatabase } from './source.js'
import { readAll } from './testing/read-all.js'

let server: MariadbServer
let writer: Connection
beforeAll(async () => {
  server = await openMariadbServer()
  writer = await server.connect()
})
afterAll(async () => {
  await writer.end()
  await server.stop()
})

describe('the MySQL database of an old installation', () => {
  let config: SourceConfig
  beforeAll(async () => {
    await writer.query('CREATE DATABASE kilnbrook CHARACTER SET utf8mb4; USE kilnbrook')
    config = {
      engine: 'mysql',
      host: '127.0.0.1',
      port: String(server.port),
      name: 'kilnbrook',
      username: 'v5',
      password: server.password,
    }
  })

  const reading = async <T>(work: (source: SourceDatabase) => Promise<T>): Promise<T> => {
    const source = await openSource(config, '')
    try {
      return await work(source)
    } finally {
      await source.close()
    }
  }

  test('has its tables, columns, rows in order of id, and the numbers that come next', async () => {
    await writer.query(`
      CREATE TABLE finds (id INTEGER PRIMARY KEY AUTO_INCREMENT, label VARCHAR(100), sherds BIGINT, weight FLOAT,
        price DECIMAL(8,2), recorded_at TIMESTAMP NULL, dug_on DATETIME, photo BLOB);
      CREATE TABLE \`odd \`\`name\` (note TEXT);
      INSERT INTO finds VALUES
        (7, 'K7', 9007199254740993, 12.3, 1.50, '2022-08-04 11:03:00', '0001-01-01 00:00:00', x'00ff'),
        (2, 'é𝒳', 5, -3, NULL, NULL, NULL, NULL), (40, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      DELETE FROM finds WHERE id = 40;
      INSERT INTO \`odd \`\`name\` VALUES ('a'), ('b')`)
    await reading(async (source) => {
      expect(source.engine).toBe('mysql')
      expect(await source.tables()).toEqual(['finds', 'odd `name'])
      expect((await source.columns('finds'))?.slice(0, 4)).toEqual([
        { name: 'id', type: 'int(11)' },
        { name: 'label', type: 'varchar(100)' },
        { name: 'sherds', type: 'bigint(20)' },
        { name: 'weight', type: 'float' },
      ])
      const [first, second] = await readAll(source, 'finds')
      expect(first).toMatchObject({ id: 2, label: 'é𝒳', sherds: 5, weight: -3, recorded_at: null })
      expect(second).toEqual({
        id: 7,
        label: 'K7',
        sherds: 9007199254740993n,
        weight: 12.3,
        price: '1.50',
        recorded_at: '2022-08-04 11:03:00',
        dug_on: '0001-01-01 00:00:00',
        photo: Buffer.from([0, 255]),
      })
      expect(await readAll(source, 'odd `name')).toEqual([{ note: 'a' }, { note: 'b' }])
      expect(await source.nextId('finds')).toBe(41)
      expect(await source.nextId('odd `name')).toBeUndefined()
      expect(await source.columns('coins')).toBeUndefined()
      expect(await readAll(source, 'odd `name')).toHaveLength(2)
    })
  })

  test('has all digits of fractions, and texts without spaces of the server', async () => {
    await writer.query(`
      CREATE TABLE points (id INTEGER PRIMARY KEY, east FLOAT, height FLOAT(7,3), north DOUBLE, code CHAR(6));
      INSERT INTO points VALUES
        (1, 4500123.5, 12.3, 5100000.123456789, 'a'), (2, 0.1, NULL, 0.1, 'b'), (3, 1e-20, -7, 1e300, '');
      SET GLOBAL sql_mode = 'PAD_CHAR_TO_FULL_LENGTH,ANSI_QUOTES,NO_BACKSLASH_ESCAPES', GLOBAL max_join_size = 1`)
    await reading(async (source) => {
      expect(await readAll(source, 'points')).toEqual([
        { id: 1, east: 4500123.5, height: 12.3, north: 5100000.123456789, code: 'a' },
        { id: 2, east: 0.1, height: null, north: 0.1, code: 'b' },
        { id: 3, east: 1e-20, height: -7, north: 1e300, code: '' },
      ])
    })
    await writer.query('SET GLOBAL sql_mode = DEFAULT, GLOBAL max_join_size = DEFAULT')
  })

  test('stays as it was when it was opened, for any number of rows', async () => {
    await writer.query(`
      CREATE TABLE contexts (id INTEGER PRIMARY KEY AUTO_INCREMENT, label TEXT);
      INSERT INTO contexts (label) SELECT CONCAT('K', seq) FROM seq_1_to_1200`)
    await reading(async (source) => {
      await writer.query("UPDATE contexts SET label = 'after'; INSERT INTO contexts (label) VALUES ('after')")
      const rows = await readAll(source, 'contexts')
      expect(rows).toHaveLength(1200)
      expect(rows.map(({ id, label }) => label === `K${id}`)).not.toContain(false)
    })
  })

  test('has the texts that people wrote, however often the connection took UTF-8 for Latin-1', async () => {
    const texts = ['Unità stratigrafica n° 7', 'cotto “rosso” — 5 €', 'Λακωνία', 'plain']
    await writer.query('CREATE TABLE notes (id INTEGER PRIMARY KEY AUTO_INCREMENT, note TEXT)')
    for (const text of texts) {
      await writer.query('INSERT INTO notes (note) VALUES (?)', [text])
      const bytes = Buffer.from(text).toString('hex')
      await writer.query(`INSERT INTO notes (note) VALUES (_latin1 x'${bytes}')`)
      await writer.query(
        `INSERT INTO notes (note) VALUES (CONVERT(CAST(CONVERT(_latin1 x'${bytes}' USING utf8mb4) AS BINARY) USING latin1))`,
      )
    }
    const [misread] = await writer.query("SELECT id FROM notes WHERE note LIKE BINARY 'UnitÃ%' ORDER BY id")
    expect(misread).toEqual([{ id: 2 }, { id: 3 }])
    await reading(async (source) => {
      expect((await readAll(source, 'notes')).map(({ note }) => note)).toEqual(
        texts.flatMap((text) => [text, text, text]),
      )
    })
  })

  test('that cannot be reached is refused with what to do, and without the password', async () => {
    const port = String(await freePort())
    await writer.query("CREATE USER 'stranger'@'%' IDENTIFIED BY 'wrong-trowel'")
    const refusals: [SourceConfig, RegExp][] = [
      [{ ...config, port }, /^Nothing answers at .*MySQL server is\. Start it, or mend db_host and db_port/],
      [{ ...config, password: 'wrong-trowel' }, /does not let "v5" in .* Mend db_username and db_password/],
      [{ ...config, name: 'nowhere' }, /^There is no database "nowhere" .* Mend db_name in config\.json\.$/],
      [
        { ...config, username: 'stranger', password: 'wrong-trowel' },
        /does not let "stranger" read "kilnbrook"/,
      ],
      [{ engine: 'mysql' }, /^config\.json names no MySQL database/],
    ]
    for (const [wrong, sentence] of refusals) {
      const refused: unknown = await openSource(wrong, '').catch((error: unknown) => error)
      expect(refused).toMatchObject({ name: 'SourceProblem', message: expect.stringMatching(sentence) })
      expect(String(refused)).not.toContain('wrong-trowel')
    }
  })

  test('that breaks off while it is read says so', async () => {
    await reading(async (source) => {
      const [all] = await writer.query<never[]>(
        "SELECT id FROM information_schema.processlist WHERE user = 'v5' AND id <> CONNECTION_ID()",
      )
      for (const { id } of all as { id: number }[]) await writer.query(`KILL ${id}`)
      await expect(readAll(source, 'contexts')).rejects.toThrow(/broke off\. Give the command once more/)
    })
  })
})

/** There a date alone has a time as well, and what is no date is nothing. */
const momentOnMysql = (stored: string): string | null =>
  canonicalTimestamp(stored.length === 'YYYY-MM-DD'.length ? `${stored} 00:00:00` : stored) ?? null

describe.runIf(canMakeInstallations)('an installation of version 5 on MySQL', () => {
  let folder: string
  let service: TestService
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-mysql-'))
    service = await openService(oneEngine[0] ?? 'sqlite')
    await writer.query(`CREATE DATABASE kiln CHARACTER SET utf8mb4; USE kiln; ${dumpForMysql()}`)
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('is adopted as the same one on SQLite is', async () => {
    const inFile = makeInstallation(join(folder, 'sqlite'))
    const onServer = makeInstallation(
      join(folder, 'mysql'),
      ...['--engine', 'mysql', '--db-host', '127.0.0.1', '--db-port', String(server.port)],
      ...['--db-name', 'kiln', '--db-username', 'v5', '--db-password', server.password],
    )
    const task = { app: 'kiln', taken: [], by: 'command line' }
    const planned = await planAdoption({ ...task, path: inFile.path })
    const report = await adopt(service.services, pino({ level: 'silent' }), { ...task, path: onServer.path })
    expect(report.source).toEqual({ ...planned.source, engine: 'mysql' })
    expect(report).toMatchObject({
      files: planned.files,
      rights: planned.rights,
      tables: planned.tables.map(({ table, read, adopted, left_out }) => ({
        table,
        read,
        adopted,
        left_out,
      })),
    })
    expect(JSON.stringify(report)).not.toContain(server.password)
    const application = await service.services.applications.open('kiln')
    const finds = await application?.db.quick.all(sql`
      SELECT "id", "inventory", "material", "weight_g", "found_on", "recorded_at", "description"
      FROM "finds" ORDER BY "id"`)
    const source = await openSource({ engine: 'sqlite' }, inFile.path)
    const wanted = await readAll(source, 'finds')
    await source.close()
    expect(finds).toEqual(
      wanted.map(({ id, inventory, material, weight_g, found_on, recorded_at, description }) => ({
        id,
        inventory,
        material,
        weight_g: typeof weight_g === 'number' ? weight_g : null,
        found_on,
        recorded_at: momentOnMysql(String(recorded_at)),
        description,
      })),
    )
  })
})
