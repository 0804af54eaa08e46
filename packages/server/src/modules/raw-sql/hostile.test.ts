import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SqlValue } from '../../storage/sql.js'
import type { EngineName } from '../../storage/storage.js'
import { anyText } from '../../testing/any-text.js'
import { draws } from '../../testing/draws.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

interface Answer {
  readonly code?: string
  readonly detail?: unknown
  readonly rows?: Record<string, unknown>[]
}

/** A file that no statement may make. */
const outside = join(tmpdir(), `raw-sql-hostile-${process.pid}.db`)

const refusals = new Set(['statement_not_allowed', 'multiple_statements', 'error_free_sql_run'])

/** Refused for its kind, on both engines or on one. */
const neverRun: readonly (readonly [string, EngineName | 'both'])[] = [
  ['BEGIN', 'both'],
  ['COMMIT', 'both'],
  ['ROLLBACK', 'both'],
  ['SAVEPOINT s', 'both'],
  ['CREATE VIEW seen AS SELECT * FROM finds', 'both'],
  ['CREATE TEMP TABLE t (x INTEGER)', 'both'],
  ['CREATE TABLE sys_mine (x INTEGER)', 'both'],
  ['ALTER TABLE sys_users RENAME COLUMN password TO shown', 'both'],
  ['ALTER TABLE sys_users RENAME TO shown', 'both'],
  ['ALTER TABLE SYS_LOG ADD COLUMN x TEXT', 'both'],
  ['DROP TABLE sys_versions', 'both'],
  ['CREATE INDEX mine ON sys_users (password)', 'both'],
  [
    `INSERT INTO sys_users (name, email, password, privilege, token_version) VALUES ('x', 'x', 'x', 1, 0)`,
    'both',
  ],
  [`UPDATE sys_users SET privilege = 1`, 'both'],
  [`UPDATE sys_api_keys SET revoked_at = NULL`, 'both'],
  ['DELETE FROM sys_users', 'both'],
  ['VACUUM', 'both'],
  ['ANALYZE', 'both'],
  [`ATTACH DATABASE '${outside}' AS other`, 'sqlite'],
  [`VACUUM INTO '${outside}'`, 'sqlite'],
  ['DETACH DATABASE main', 'sqlite'],
  ['PRAGMA writable_schema = 1', 'sqlite'],
  ['PRAGMA journal_mode = DELETE', 'sqlite'],
  ['PRAGMA foreign_keys = OFF', 'sqlite'],
  ['PRAGMA query_only = OFF', 'sqlite'],
  ['PRAGMA hard_heap_limit = 0', 'sqlite'],
  ['PRAGMA database_list', 'sqlite'],
  ['SELECT * FROM pragma_database_list', 'sqlite'],
  ['SELECT * FROM pragma_journal_mode(1)', 'sqlite'],
  [`SELECT load_extension('${outside}')`, 'sqlite'],
  [`CREATE VIRTUAL TABLE v USING fts5(x)`, 'sqlite'],
  [
    'CREATE TRIGGER t AFTER INSERT ON trenches BEGIN UPDATE finds SET material = (SELECT password FROM sys_users); END',
    'sqlite',
  ],
  ['CREATE TEMP TRIGGER t AFTER INSERT ON finds BEGIN SELECT 1; END', 'sqlite'],
  ['UPDATE sqlite_sequence SET seq = 0', 'sqlite'],
  [`UPDATE sqlite_schema SET sql = ''`, 'sqlite'],
  ['SELECT * FROM sqlite_stat4', 'sqlite'],
  [`COPY finds TO PROGRAM 'touch ${outside}'`, 'pgsql'],
  [`COPY finds TO '${outside}'`, 'pgsql'],
  [`COPY finds FROM '/etc/passwd'`, 'pgsql'],
  ['COPY finds TO STDOUT', 'pgsql'],
  [`COPY finds FROM STDIN`, 'pgsql'],
  [`SELECT pg_read_file('/etc/passwd')`, 'pgsql'],
  [`SELECT * FROM pg_ls_dir('/')`, 'pgsql'],
  [`SELECT lo_import('/etc/passwd')`, 'pgsql'],
  ['SET ROLE NONE', 'pgsql'],
  ['RESET ROLE', 'pgsql'],
  [`SET SESSION AUTHORIZATION DEFAULT`, 'pgsql'],
  [`SELECT set_config('role', 'none', false)`, 'pgsql'],
  [
    `SELECT set_config('role', session_user, true), query_to_xml('SELECT password FROM sys_users', true, true, '')`,
    'pgsql',
  ],
  [`SELECT set_config('session_authorization', session_user, true)`, 'pgsql'],
  [`SELECT set_config('transaction_read_only', 'off', true)`, 'pgsql'],
  [`SELECT query_to_xml('DELETE FROM finds', true, true, '')`, 'pgsql'],
  [`DO $$ BEGIN DELETE FROM finds; END $$`, 'pgsql'],
  [`DO $$ BEGIN EXECUTE 'CREATE TABLE t (x int)'; END $$`, 'pgsql'],
  [
    `DO $$ BEGIN RAISE 'cannot execute CREATE TABLE in a read-only transaction' USING ERRCODE = '25006'; END $$`,
    'pgsql',
  ],
  [`CREATE FUNCTION trowel_fold(text) RETURNS text LANGUAGE sql AS 'SELECT $1'`, 'pgsql'],
  [
    `CREATE TRIGGER t BEFORE INSERT ON finds FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    'pgsql',
  ],
  [
    `CREATE RULE r AS ON INSERT TO finds DO ALSO UPDATE trenches SET code = (SELECT min(password) FROM sys_users)`,
    'pgsql',
  ],
  [
    `CREATE TABLE t (x text DEFAULT (query_to_xml('SELECT password FROM sys_users', true, true, ''))::text)`,
    'pgsql',
  ],
  [`ALTER TABLE finds ADD COLUMN x text DEFAULT (table_to_xml('sys_users', true, true, ''))::text`, 'pgsql'],
  [`ALTER TABLE finds ADD CHECK (pg_read_file('/etc/hostname') IS NOT NULL)`, 'pgsql'],
  [
    `CREATE TABLE t (x int CHECK (query_to_xml('SELECT password FROM sys_users', true, true, '') IS NOT NULL))`,
    'pgsql',
  ],
  ['ALTER TABLE finds FORCE ROW LEVEL SECURITY, ENABLE ROW LEVEL SECURITY', 'pgsql'],
  ['CREATE TABLE t (x int) PARTITION BY RANGE (x)', 'pgsql'],
  ['CREATE TABLE t (x int REFERENCES sys_users (id))', 'pgsql'],
  ['CREATE MATERIALIZED VIEW m AS SELECT 1 AS one', 'pgsql'],
  ['ALTER TABLE finds SET SCHEMA public', 'pgsql'],
  ['CREATE TABLE public.t (x int)', 'pgsql'],
  ['CREATE EXTENSION dblink', 'pgsql'],
  ['CREATE ROLE me SUPERUSER', 'pgsql'],
  ['CREATE SCHEMA mine', 'pgsql'],
  ['GRANT ALL ON finds TO PUBLIC', 'pgsql'],
  ['LISTEN trowel_configuration', 'pgsql'],
  [`NOTIFY trowel_configuration, 'x'`, 'pgsql'],
  ['LOCK TABLE finds', 'pgsql'],
  ['PREPARE p AS SELECT 1', 'pgsql'],
  ['SET statement_timeout = 0', 'pgsql'],
  ['DISCARD ALL', 'pgsql'],
  [`SELECT nextval('finds_id_seq')`, 'pgsql'],
  ['SELECT * FROM finds FOR UPDATE', 'pgsql'],
  ['SELECT * FROM pg_authid', 'pgsql'],
]

/** Each would show a hash if it worked. */
const nosy: readonly (readonly [string, EngineName | 'both'])[] = [
  ['SELECT * FROM sys_users', 'both'],
  ['SELECT password FROM sys_users', 'both'],
  ['SELECT PassWord FROM SYS_USERS', 'both'],
  ['SELECT substr(u.password, 1, 9) AS p FROM sys_users u', 'both'],
  ['SELECT CAST(key_hash AS TEXT) FROM sys_api_keys', 'both'],
  ['SELECT api_key FROM sys_refman_libs', 'both'],
  ['SELECT content FROM sys_once', 'both'],
  ['SELECT salt FROM sys_key_salt', 'both'],
  ['SELECT * FROM sys_key_salt', 'both'],
  ["SELECT id FROM sys_key_salt WHERE salt > '8'", 'both'],
  ['WITH u AS (SELECT * FROM sys_users) SELECT * FROM u', 'both'],
  ['SELECT f.id FROM finds f JOIN sys_users u ON u.password > f.material', 'both'],
  [`SELECT id FROM sys_users WHERE password LIKE '$argon2id$%'`, 'both'],
  ['SELECT id FROM sys_users ORDER BY password', 'both'],
  ['EXPLAIN SELECT password FROM sys_users', 'both'],
  ['UPDATE finds SET material = (SELECT password FROM sys_users LIMIT 1)', 'both'],
  ['INSERT INTO finds (inv_no, material) SELECT email, password FROM sys_users', 'both'],
  ['CREATE TABLE loot AS SELECT * FROM sys_users', 'both'],
  ['SELECT json_group_array(password) FROM sys_users', 'sqlite'],
  [`SELECT password FROM sys_users FULL JOIN (SELECT 'x' AS password) USING (password)`, 'both'],
  [`SELECT * FROM (SELECT 'x' AS password) AS a NATURAL FULL JOIN sys_users`, 'both'],
  [`SELECT key_hash FROM sys_api_keys NATURAL FULL JOIN (SELECT 'x' AS key_hash) AS a`, 'both'],
  [`SELECT id FROM sys_users NATURAL JOIN (SELECT 'x' AS password) AS a`, 'both'],
  [`SELECT id FROM sys_api_keys NATURAL JOIN (SELECT 'x' AS key_hash) AS a`, 'both'],
  ['SELECT count(*) FROM sys_users JOIN sys_users AS b USING (password)', 'both'],
  [
    `CREATE TABLE loot AS SELECT password FROM sys_users NATURAL FULL JOIN (SELECT 'x' AS password) AS a`,
    'both',
  ],
  [
    `INSERT INTO finds (material) SELECT password FROM sys_users NATURAL FULL JOIN (SELECT 'x' AS password) AS a`,
    'both',
  ],
  ['SELECT * FROM sqlite_dbpage', 'sqlite'],
  ['SELECT u FROM sys_users u', 'pgsql'],
  ['SELECT row_to_json(u) FROM sys_users u', 'pgsql'],
  [`SELECT table_to_xml('sys_users', true, true, '')`, 'pgsql'],
  [`SELECT query_to_xml('SELECT password FROM sys_users', true, true, '')`, 'pgsql'],
  [
    `SELECT most_common_vals FROM pg_stats WHERE attname = 'password' AND tablename = 'sys_users' AND most_common_vals IS NOT NULL`,
    'pgsql',
  ],
]

const of = (list: typeof neverRun, engine: EngineName) =>
  list.filter(([, only]) => only === 'both' || only === engine)

describe.each(engines)('hostile SQL on %s', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, {})
    await dig.token('key20')
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const post = (sql: string) => dig.post('/api/free-sql/run', { sql }, 'super_admin')

  /** Every row of every table but the log, and the tables themselves. */
  async function state(): Promise<string> {
    const { db } = dig.application
    const tables = await db.inspect()
    const held: unknown[] = [[...tables]]
    for (const name of tables.keys()) {
      if (['sys_log', 'sys_confirmations'].includes(name) || name.startsWith('sys_fts_')) continue
      const { id, sql } = await import('../../storage/sql.js')
      held.push([
        name,
        await db.scan.all<Record<string, SqlValue>>(sql`SELECT * FROM ${id(name)} ORDER BY 1`),
      ])
    }
    return JSON.stringify(held)
  }

  test('what is refused for its kind changes nothing, reaches no file, and is never an error of ours', async () => {
    const before = await state()
    for (const [sql] of of(neverRun, engine)) {
      const reply = await post(sql)
      const answer = reply.json<Answer>()
      expect(refusals.has(answer.code ?? ''), `${sql}: ${reply.body}`).toBe(true)
      expect(reply.statusCode, sql).toBe(422)
    }
    expect(await state()).toBe(before)
    expect(existsSync(outside)).toBe(false)
  })

  test('no statement shows a hash or a key', async () => {
    const before = await state()
    for (const [sql] of of(nosy, engine)) {
      const reply = await post(sql)
      expect(reply.body, sql).not.toMatch(/\$argon2|[0-9a-f]{64}/)
      expect(refusals.has(reply.json<Answer>().code ?? ''), `${sql}: ${reply.body}`).toBe(true)
    }
    expect(await state()).toBe(before)
  })

  test('rows with secrets are not moved as a whole into a table that is alike', async () => {
    const shape = await post(`SELECT sql FROM sqlite_schema WHERE name = 'sys_users'`)
    const columns = (await dig.application.db.inspect()).get('sys_users')?.columns ?? []
    const text =
      engine === 'sqlite'
        ? String(shape.json<Answer>().rows?.[0]?.['sql'])
        : columns.map(({ name, type }) => `${name} ${type}`).join(', ')
    const table = engine === 'sqlite' ? text.replace('sys_users', 'alike') : `CREATE TABLE alike (${text})`
    expect((await post(table)).statusCode, table).toBe(200)
    const moved = await post('INSERT INTO alike SELECT * FROM sys_users')
    expect([moved.statusCode, moved.json<Answer>().code]).toEqual([422, 'statement_not_allowed'])
    expect((await post('SELECT * FROM alike')).json()).toMatchObject({ total: 0 })
    expect((await post('INSERT INTO alike SELECT * FROM alike')).statusCode).toBe(200)
    expect((await post('DROP TABLE alike')).statusCode).toBe(200)
  })

  test('what is no secret of the service can be read', async () => {
    const reply = await post(
      'SELECT u.name, count(f.id) AS n FROM sys_users u LEFT JOIN finds f ON f.creator = u.id GROUP BY u.name ORDER BY u.name',
    )
    expect(reply.json<Answer>().rows).toContainEqual({ name: 'self_writer', n: 2 })
  })

  test('another application is out of reach', async () => {
    await dig.services.applications.create('other', {
      definition: 'Another dig',
      superAdmin: { name: 'x', email: 'x@other.example', passwordHash: 'hash of another' },
    })
    for (const sql of [
      'SELECT * FROM app_other.sys_cfg_app',
      'SELECT * FROM other.sys_cfg_app',
      'DELETE FROM app_other.sys_log',
    ]) {
      const reply = await post(sql)
      expect(reply.statusCode, sql).toBe(422)
    }
  })

  test('whatever reads leaves everything as it was', async () => {
    const before = await state()
    const table = fc.constantFrom('finds', 'contexts', 'trenches', 'sys_versions', 'sys_cfg_tables')
    const column = fc.constantFrom('id', 'count(*)', '*', 'max(id)', `'x;y'`, 'NULL')
    const tail = fc.constantFrom(
      '',
      ' WHERE id > 3',
      ' ORDER BY 1',
      ' LIMIT 2',
      ' -- ; DELETE FROM finds',
      ' /* ; */ ;',
    )
    const head = fc.constantFrom('', 'EXPLAIN ', 'WITH d AS (SELECT 1) ', '-- DROP TABLE finds\n')
    const text = fc.tuple(head, column, table, tail).map(([h, c, t, e]) => `${h}SELECT ${c} FROM ${t}${e}`)
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        const reply = await post(sql)
        expect([200, 422], `${sql}: ${reply.body}`).toContain(reply.statusCode)
      }),
      draws(4),
    )
    await fc.assert(
      fc.asyncProperty(anyText({ minLength: 1, maxLength: 60 }), async (sql) => {
        const reply = await post(sql)
        expect(reply.statusCode, `${sql}: ${reply.body}`).toBeLessThan(500)
      }),
      draws(4),
    )
    expect(await state()).toBe(before)
  })
})

describe.each(engines)('endless SQL on %s', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, {})
    await dig.confirm()
  })
  afterAll(() => dig.close())
  const run = (sql: string) =>
    dig.application.db.runRaw({ text: sql, secrets: {}, fixedPrefix: 'sys_', readsOnly: false })

  test('memory is bounded: a value or an answer that is too large ends the statement, not the service', async () => {
    const large =
      engine === 'sqlite' ? `SELECT hex(zeroblob(100000000)) AS x` : `SELECT repeat('x', 100000000) AS x`
    const answer = await run(large).catch((error: Error) => error.message)
    expect(typeof answer === 'string' || ('rows' in answer && answer.rows.length === 0)).toBe(true)
    const many = `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100) SELECT ${engine === 'sqlite' ? 'hex(zeroblob(500000))' : `repeat('x', 1000000)`} AS x FROM n`
    expect(await run(many)).toMatchObject({ truncated: true })
  })
})
