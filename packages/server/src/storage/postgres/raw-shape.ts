import type { PoolClient } from 'pg'
import { beforeTable, journalPrefix } from '../journal/journal-tables.js'
import { quoted } from '../quote.js'
import { type RawStatement, RawStatementError, shapeMessage } from '../raw-statement.js'
import type { SchemaEditor } from '../storage.js'
import { namingType } from './raw-reach.js'
import { grantTables, type RawRole } from './raw-role.js'
import { PostgresTransaction } from './transaction.js'

/**
 * For the time of a statement that changes the shape of tables they belong to the role of statements, since
 * PostgreSQL lets only an owner do that. Afterwards everything that was made must be a table that stays one
 * when it belongs to the service: nothing of it may call what could act in the service's name.
 *
 * @returns `unseen`: journaled tables that lost columns, or are gone
 */
export async function withTables<T>(
  client: PoolClient,
  schemaName: string,
  role: RawRole,
  statement: RawStatement,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly unseen: readonly string[] }> {
  const schema = quoted(schemaName)
  const give = async (to: string, tables: readonly string[]): Promise<void> => {
    const changes = tables.map((table) => `ALTER TABLE ${schema}.${quoted(table)} OWNER TO ${to}`)
    if (changes.length > 0) await client.query(changes.join('; '))
  }
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND NOT starts_with(lower(relname), $2)`,
    [schemaName, statement.fixedPrefix],
  )
  await client.query(`GRANT CREATE ON SCHEMA ${schema} TO ${quoted(role.name)}`)
  await give(
    quoted(role.name),
    rows.map(({ table }) => table),
  )
  const before = await unfitNames(client, schemaName)
  const { schema: editor } = new PostgresTransaction(client, schemaName, { schema: true })
  const journaled = await journaledTables(editor)
  const result = await work()
  await give('CURRENT_USER', await ownedTables(client, schemaName, role, statement))
  await refuseHidden(client, schemaName)
  if ([...(await unfitNames(client, schemaName))].some((name) => !before.has(name)))
    throw new RawStatementError('not_allowed', shapeMessage)
  await client.query(`REVOKE CREATE ON SCHEMA ${schema} FROM ${quoted(role.name)}`)
  await grantTables(client, schemaName, role, statement)
  await editor.journal([...journaled.keys()], { anew: true })
  const physical = await editor.inspect()
  const unseen = [...journaled].flatMap(([table, columns]) => {
    const kept = new Set(physical.get(table)?.columns.map(({ name }) => name))
    return columns.every((name) => kept.has(name)) ? [] : [table]
  })
  return { result, unseen }
}

/** The columns of each table that has a journal. */
async function journaledTables(editor: SchemaEditor): Promise<ReadonlyMap<string, readonly string[]>> {
  const physical = await editor.inspect()
  const columns = new Map<string, readonly string[]>()
  for (const [table, shape] of physical) {
    if (!physical.has(beforeTable(table)) || table.startsWith('sys_')) continue
    columns.set(
      table,
      shape.columns.map(({ name }) => name),
    )
  }
  return columns
}

/**
 * @throws RawStatementError when the role owns anything else than plain tables of the application, and their
 * sequences
 */
async function ownedTables(
  client: PoolClient,
  schemaName: string,
  { name }: RawRole,
  { fixedPrefix }: RawStatement,
): Promise<string[]> {
  const { rows } = await client.query<{ table: string | null; kind: string | null }>(
    `SELECT c.relname AS table, c.relkind AS kind FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
        LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.relnamespace = $2::regnamespace
          AND c.relkind IN ('r', 'S')
      WHERE d.refclassid = 'pg_authid'::regclass AND r.rolname = $1 AND d.deptype = 'o'
        AND d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND NOT EXISTS (SELECT 1 FROM pg_proc p WHERE d.classid = 'pg_proc'::regclass AND p.oid = d.objid AND p.proname = $1)`,
    [name, schemaName],
  )
  if (rows.some(({ table }) => table === null || table.toLowerCase().startsWith(fixedPrefix))) {
    throw new RawStatementError(
      'not_allowed',
      'Only plain tables of the application can be made and changed.',
    )
  }
  return rows.filter(({ kind }) => kind === 'r').map(({ table }) => table as string)
}

/** Functions that may stand in a default or a condition although their answers change. */
const harmless = `ARRAY['nextval(regclass)'::regprocedure, 'now()'::regprocedure]::oid[]`

/**
 * @throws RawStatementError when a table of people has a trigger, a rule or a policy, or a default or a
 * condition that calls what may do anything
 */
async function refuseHidden(client: PoolClient, schemaName: string): Promise<void> {
  const { rowCount } = await client.query(
    `WITH tables AS (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace),
      expressions AS (
        SELECT adbin::text AS tree FROM pg_attrdef WHERE adrelid IN (TABLE tables)
        UNION ALL SELECT conbin::text FROM pg_constraint WHERE conrelid IN (TABLE tables) AND conbin IS NOT NULL),
      called AS (SELECT DISTINCT (regexp_matches(tree, ':(?:funcid|opfuncid) (\\d+)', 'g'))[1]::oid AS oid FROM expressions)
      SELECT 1 FROM called JOIN pg_proc p USING (oid) WHERE p.provolatile <> 'i' AND p.oid <> ALL (${harmless})
      UNION ALL SELECT 1 FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
        WHERE g.tgrelid IN (TABLE tables) AND NOT g.tgisinternal AND NOT (g.tgenabled = 'O'
          AND p.pronamespace = $1::regnamespace AND starts_with(p.proname, '${journalPrefix}')
          AND pg_get_userbyid(p.proowner) = current_user)
      UNION ALL SELECT 1 FROM pg_rewrite WHERE ev_class IN (TABLE tables)
      UNION ALL SELECT 1 FROM pg_policy WHERE polrelid IN (TABLE tables)
      UNION ALL SELECT 1 FROM pg_class WHERE oid IN (TABLE tables) AND (relrowsecurity OR relforcerowsecurity)`,
    [schemaName],
  )
  if ((rowCount ?? 0) > 0) {
    throw new RawStatementError(
      'not_allowed',
      'Triggers, rules and policies, and defaults or conditions that call changing functions, cannot be made.',
    )
  }
}

/**
 * What no statement may add, and stays where it is: indexes over expressions or parts of a table, and columns
 * that turn a number into a name of the database.
 */
async function unfitNames(client: PoolClient, schemaName: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT i.relname AS name FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
      WHERE i.relnamespace = $1::regnamespace AND (x.indexprs IS NOT NULL OR x.indpred IS NOT NULL)
      UNION ALL SELECT format('%s %s', c.relname, a.attname) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = $1::regnamespace AND a.attnum > 0 AND ${namingType}`,
    [schemaName],
  )
  return new Set(rows.map(({ name }) => name))
}
