import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { guardTable } from '@trowel/contract/guard-table.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTables } from '../../catalogue/system-tables.js'
import { id, sql } from '../../storage/sql.js'
import type { EngineName } from '../../storage/storage.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import { routesInstead } from './service.js'

interface Answer {
  readonly code?: string
  readonly text?: string
  readonly detail?: string
  readonly rows?: Record<string, unknown>[]
}

const writes: readonly (readonly [string, EngineName | 'both'])[] = [
  [`UPDATE sys_files SET "binary" = '../../../secret'`, 'both'],
  [`UPDATE SYS_FILES SET "binary" = 'x'`, 'sqlite'],
  [`UPDATE "sys_files" SET "binary" = 'x' WHERE 1 = 0`, 'both'],
  [`INSERT INTO sys_file_transit (name, leaving, at) VALUES ('../x', 1, 1)`, 'both'],
  [`INSERT INTO sys_log (channel, level, message, time) SELECT 'x', 1, inv_no, 1 FROM finds`, 'both'],
  ['DELETE FROM sys_log', 'both'],
  ['DELETE FROM sys_revoked_sessions', 'both'],
  [`DELETE FROM sys_migrations`, 'both'],
  [`UPDATE sys_user_table_privs SET privilege = 1`, 'both'],
  [`INSERT INTO sys_confirmations (user_id, session, expires_at) VALUES (1, 'x', 9)`, 'both'],
  [`UPDATE sys_cfg_tables SET name = 'SYS_USERS'`, 'both'],
  [`UPDATE sys_cfg_app SET status = 'frozen'`, 'both'],
  ['DELETE FROM sys_versions RETURNING id', 'both'],
  [`UPDATE sys_vocabularies SET def = 'x'`, 'both'],
  [`WITH x AS (SELECT 1 AS one) UPDATE sys_rs SET first = (SELECT one FROM x)`, 'both'],
  [`WITH gone AS (DELETE FROM sys_log RETURNING id) SELECT * FROM gone`, 'pgsql'],
  [`EXPLAIN ANALYZE DELETE FROM sys_log`, 'pgsql'],
  ['TRUNCATE sys_log', 'pgsql'],
  ['TRUNCATE sys_users CASCADE', 'pgsql'],
  ['ALTER TABLE sys_files ADD COLUMN x TEXT', 'both'],
  ['ALTER TABLE "sys_files" RENAME TO mine', 'both'],
  ['DROP TABLE sys_files', 'both'],
  ['CREATE INDEX mine ON sys_log (message)', 'both'],
  ['CREATE TABLE t (x INTEGER REFERENCES sys_users (id) ON DELETE RESTRICT)', 'pgsql'],
]

/**
 * Refused without naming a table to write to: a trigger or a view, and what the service would take for its
 * own.
 */
const shapes: readonly (readonly [string, EngineName | 'both'])[] = [
  ['CREATE TABLE t (x INTEGER REFERENCES sys_users (id) ON DELETE RESTRICT)', 'sqlite'],
  ['CREATE TABLE SYS_MINE (x INTEGER)', 'both'],
  ['CREATE TABLE "SYS_MINE" (x INTEGER)', 'both'],
  ['ALTER TABLE finds RENAME TO sys_finds', 'both'],
  ['CREATE VIEW v AS SELECT * FROM sys_files', 'both'],
  ['CREATE TRIGGER t AFTER INSERT ON finds BEGIN DELETE FROM sys_log; END', 'sqlite'],
  ['CREATE INDEX mine ON finds (lower(material))', 'both'],
  [`CREATE INDEX mine ON finds (material) WHERE material = 'x'`, 'both'],
  ['ALTER TABLE finds ADD COLUMN x regclass', 'pgsql'],
]

/** Tables that statements above would change, but for those in which every request leaves its trace. */
const written = systemTables
  .map(({ name }) => name)
  .filter((name) => !['sys_log', 'sys_confirmations'].includes(name))
  .filter((name) => writes.some(([statement]) => statement.toLowerCase().includes(name)))

const of = (list: typeof writes, engine: EngineName) =>
  list.filter(([, only]) => only === 'both' || only === engine).map(([statement]) => statement)

describe.each(engines)('tables of the service and raw SQL on %s', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, {})
    await dig.confirm()
  })
  afterAll(() => dig.close())

  const post = (statement: string) => dig.post('/api/free-sql/run', { sql: statement }, 'super_admin')
  const ownRows = async () => {
    const held: unknown[] = []
    for (const table of written)
      held.push(await dig.application.db.quick.all(sql`SELECT * FROM ${id(table)} ORDER BY 1`))
    return held
  }

  test.each(of(writes, engine))(
    '%s is refused, and the answer names what to use instead',
    async (statement) => {
      const before = await ownRows()
      const reply = await post(statement)
      const answer = reply.json<Answer>()
      expect([reply.statusCode, answer.code], reply.body).toEqual([422, 'statement_not_allowed'])
      expect(answer.text).toMatch(
        /^SQL reads "sys_[a-z_]+", a table of the service itself.*(Use |The service alone)/,
      )
      expect(await ownRows()).toEqual(before)
    },
  )

  test.each(of(shapes, engine))('%s is refused', async (statement) => {
    const reply = await post(statement)
    expect([reply.statusCode, reply.json<Answer>().code], reply.body).toEqual([422, 'statement_not_allowed'])
  })

  test('reading them goes on, and so does everything with other tables', async () => {
    for (const statement of [
      'SELECT name, email FROM sys_users',
      'SELECT count(*) FROM sys_log',
      `INSERT INTO finds (inv_no, material) SELECT 'L' || max(id), 'x' FROM sys_log`,
      `DELETE FROM finds WHERE inv_no LIKE 'L%'`,
      'CREATE INDEX finds_material_again ON finds (material DESC, inv_no)',
      'DROP INDEX finds_material_again',
    ]) {
      const reply = await post(statement)
      expect(reply.statusCode, `${statement}: ${reply.body}`).toBe(200)
    }
  })

  test('a name of bytes that leads out of its place, written there by an earlier version, opens and removes nothing', async () => {
    const { dataFolder } = dig.services.config
    const secret = join(dataFolder, 'secret-of-the-machine')
    writeFileSync(secret, 'secret of the machine')
    const sent = await sendFile(dig, '/api/record/finds/1/file', 'note.txt', 'a note', 'super_admin')
    expect(sent.statusCode, sent.body).toBeLessThan(300)
    const listed = await dig.get('/api/files', 'super_admin')
    const file = listed.json<{ files: { id: number }[] }>().files[0]?.id ?? 0
    expect(file).toBeGreaterThan(0)
    const { db } = dig.application
    for (const name of [
      '../../../secret-of-the-machine',
      secret,
      '..',
      'a/../../../../secret-of-the-machine',
    ]) {
      await db.write((tx) => tx.run(sql`UPDATE "sys_files" SET "binary" = ${name} WHERE "id" = ${file}`))
      const reply = await dig.get(`/api/file/${file}/content`, 'super_admin')
      expect([reply.statusCode, reply.body.includes('machine')], name).toEqual([404, false])
      await db.write((tx) => tx.insert('sys_file_transit', { name, leaving: 1, at: 1 }))
    }
    const gone = await dig.delete(`/api/file/${file}`, undefined, 'super_admin')
    expect(gone.statusCode, gone.body).toBe(200)
    expect(existsSync(secret)).toBe(true)
  })
})

test('every route that stands in place of SQL is served, and every table of the service is known', () => {
  const routes = new Set(guardTable.map(({ method, path }) => `${method} ${path}`))
  for (const route of Object.values(routesInstead).flat()) expect(routes).toContain(route)
  const tables = new Set(systemTables.map(({ name }) => name))
  for (const table of Object.keys(routesInstead)) expect(tables).toContain(table)
})

describe.runIf(engines.includes('pgsql'))('the catalogues of PostgreSQL', () => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig('pgsql', {})
    await dig.confirm()
    await dig.services.applications.create('hidden_dig', {
      definition: 'Another dig',
      superAdmin: { name: 'x', email: 'x@other.example', passwordHash: 'hash of another' },
    })
  })
  afterAll(() => dig.close())
  const post = (statement: string) => dig.post('/api/free-sql/run', { sql: statement }, 'super_admin')

  const listing = [
    'SELECT nspname FROM pg_namespace',
    'SELECT nspname FROM pg_catalog.pg_namespace',
    'TABLE pg_class',
    'SELECT relname, relnamespace FROM pg_class',
    'SELECT schemaname, tablename FROM pg_tables',
    'SELECT query FROM pg_stat_activity',
    'SELECT * FROM pg_stat_user_tables',
    'SELECT * FROM pg_roles',
    'SELECT * FROM pg_database',
    'SELECT * FROM information_schema.schemata',
    'WITH n AS (SELECT nspname FROM pg_namespace) SELECT * FROM n',
    'SELECT 1 WHERE EXISTS (SELECT nspname::int FROM pg_namespace)',
    'INSERT INTO finds (inv_no) SELECT nspname FROM pg_namespace',
    'UPDATE finds SET material = n.nspname FROM pg_namespace n',
    'CREATE TABLE copied AS SELECT nspname::text AS n FROM pg_namespace',
    'CREATE TABLE "copied AS SELECT 1 --" AS SELECT nspname::text AS n FROM pg_namespace',
    `CREATE TABLE copied (n) AS SELECT nspname::text FROM pg_namespace`,
    'EXPLAIN ANALYZE SELECT nspname::int FROM pg_namespace',
    'EXPLAIN (SELECT 1 /*)SELECT 1 --*/ FROM pg_namespace)',
    'EXPLAIN (VERBOSE) SELECT 16384::oid::regclass',
    `SELECT query_to_xml('SELECT nspname FROM pg_namespace', true, true, '')`,
    `SELECT schema_to_xmlschema('app_hidden_dig', true, true, '')`,
    `SELECT database_to_xml(true, true, '')`,
    `SELECT to_regclass('app_hidden_dig.sys_users')`,
    `SELECT 'app_hidden_dig.sys_users'::regclass`,
    `SELECT CAST('{app_hidden_dig}' AS regnamespace[])`,
    'SELECT string_agg(x::oid::regclass::text, $$,$$) FROM generate_series(16384, 20000) AS x',
    `SELECT * FROM json_to_record('{"a": "16385"}') AS x(a regclass)`,
    `SELECT json_populate_record(NULL::pg_sequences, '{"data_type": "16385"}')`,
    `SELECT NULL::app_hidden_dig.sys_users`,
    'SELECT x.a FROM (VALUES (16385::oid::regrole)) AS x(a)',
    // Types by their numbers: regclass, regnamespace, regrole.
    `SELECT array_in('{16385}', 2205, -1)`,
    `SELECT array_in('{app_hidden_dig}', 4089, -1)`,
    `SELECT array_in('{10}', 4096, -1)`,
    `SELECT domain_in('app_hidden_dig', 4089, -1)`,
    `ALTER TABLE finds ALTER material TYPE text USING array_in('{16385}', 2205, -1)::text`,
    `SELECT makeaclitem(10, 10, 'SELECT', false)`,
    `SELECT pg_ls_dir('.')`,
    `SELECT pg_read_file('postgresql.conf')`,
    `SELECT current_setting('data_directory')`,
    `SELECT has_schema_privilege('app_hidden_dig', 'USAGE')`,
    `SELECT pg_get_userbyid(10)`,
    `SELECT ts_stat('SELECT to_tsvector(nspname::text) FROM pg_namespace')`,
    'SHOW search_path',
    'SHOW ALL',
    `DO $$ BEGIN RAISE EXCEPTION '%', (SELECT string_agg(nspname, ',') FROM pg_namespace); END $$`,
    `ALTER TABLE finds ALTER material TYPE text USING query_to_xml('SELECT nspname FROM pg_namespace', true, true, '')::text`,
    `ALTER TABLE finds ALTER material TYPE text USING "query_to_xml"('SELECT 1', true, true, '')::text`,
    `ALTER TABLE finds ALTER material TYPE text USING U&"\\0071uery_to_xml"('SELECT 1', true, true, '')::text`,
    'ALTER TABLE finds ALTER material TYPE text USING (id::oid::regclass)::text',
    `SELECT 1; END; DROP TABLE finds; CREATE FUNCTION x() RETURNS void LANGUAGE sql BEGIN ATOMIC SELECT 2`,
    `SELECT 1; END --`,
  ]

  test.each(listing)('%s does not list other applications', async (statement) => {
    const reply = await post(statement)
    expect(reply.statusCode, reply.body).toBe(422)
    const { code } = reply.json<Answer>()
    expect(['statement_not_allowed', 'multiple_statements', 'error_free_sql_run']).toContain(code)
    expect(reply.body).not.toMatch(/"app_hidden_dig"|app_hidden_dig[^.'"]*(does not exist|denied)/)
  })

  test('what lies in another application and what does not exist are answered alike', async () => {
    for (const form of [
      (schema: string) => `SELECT * FROM ${schema}.sys_users`,
      (schema: string) => `SELECT * FROM ${schema}.nothing`,
      (schema: string) => `DELETE FROM ${schema}.sys_log`,
      (schema: string) => `DROP TABLE ${schema}.sys_log`,
      (schema: string) => `ALTER TABLE ${schema}.finds ADD COLUMN x text`,
      (schema: string) => `TRUNCATE ${schema}.finds`,
      (schema: string) => `CREATE TABLE ${schema}.mine (x int)`,
      (schema: string) => `SELECT '${schema}.sys_users'::regclass`,
      (schema: string) => `SELECT NULL::${schema}.sys_users`,
      (schema: string) => `SELECT ${schema}.sys_users()`,
    ]) {
      const [there, nowhere] = [await post(form('app_hidden_dig')), await post(form('app_no_dig'))]
      expect([there.statusCode, there.body.replaceAll('app_hidden_dig', 'app_no_dig')]).toEqual([
        422,
        nowhere.body,
      ])
    }
  })

  test('its own tables are listed by the views that show no others', async () => {
    const tables = await post(`SELECT table_schema, table_name FROM information_schema.tables`)
    expect(tables.json<Answer>().rows).toContainEqual(expect.objectContaining({ table_name: 'finds' }))
    expect(tables.body).not.toContain('hidden')
    const columns = await post(`SELECT * FROM information_schema.columns WHERE table_name = 'finds'`)
    expect([columns.statusCode, columns.body.includes('hidden')]).toEqual([200, false])
  })

  test.each([
    `SELECT to_char(now(), 'YYYY'), current_date, age(now()), extract(year FROM now())::int`,
    `SELECT json_agg(f) FROM (SELECT inv_no, material FROM finds) f`,
    `SELECT string_agg(material, ', ' ORDER BY inv_no), count(*) FILTER (WHERE id > 2), array_agg(DISTINCT id) FROM finds`,
    `SELECT *, row_number() OVER (PARTITION BY material ORDER BY id) FROM finds`,
    `SELECT format('%s-%s', inv_no, coalesce(material, '')) || id, lower(material), material ~* 'fl' FROM finds`,
    `SELECT material ILIKE 'f%', regexp_replace(material, 'a', 'b'), split_part(material, 'i', 1), random() < 2 FROM finds`,
    `SELECT f.* FROM finds f LEFT JOIN contexts c ON c.id = f.id WHERE f.id IN (SELECT id FROM finds) UNION ALL SELECT * FROM finds`,
    `SELECT trowel_fold(material) FROM finds`,
    'EXPLAIN (ANALYZE, COSTS off) SELECT * FROM finds',
    'EXPLAIN ANALYZE VERBOSE SELECT * FROM finds',
    'SELECT current_user IS NOT NULL, current_schema()',
    `CREATE TABLE IF NOT EXISTS counted AS SELECT material, count(*) AS n FROM finds GROUP BY material`,
    'TRUNCATE counted',
    `ALTER TABLE counted ADD COLUMN year text, ALTER n TYPE text USING to_char(n, '999')`,
    'DROP TABLE counted',
  ])('%s runs', async (statement) => {
    const reply = await post(statement)
    expect(reply.statusCode, reply.body).toBe(200)
  })
})
