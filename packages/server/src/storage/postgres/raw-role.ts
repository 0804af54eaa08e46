import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { literal, quoted } from '../quote.js'
import { type RawStatement, RawStatementError } from '../raw-statement.js'
import { lockShape } from './shape-lock.js'
import { sharedSchema } from './shared-schema.js'

/**
 * Statements of people run as a role that may do nothing but what is granted here, within a function that
 * runs as its owner: there PostgreSQL allows no change of the role, whatever the statement calls.
 */
export interface RawRole {
  readonly name: string
  /** The function that runs a statement, quoted. */
  readonly run: string
}

/**
 * Answers each row as a list of texts; an empty list of lists when a row is too large, which ends the
 * reading.
 */
const body = `
DECLARE
  r record;
  shown text[];
  n bigint := 0;
  characters bigint := 0;
BEGIN
  IF NOT has_rows THEN
    EXECUTE statement;
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN NEXT ARRAY[n::text];
    RETURN;
  END IF;
  FOR r IN EXECUTE statement LOOP
    n := n + 1;
    IF pg_column_size(r) > most_characters THEN
      RETURN NEXT NULL;
      EXIT;
    END IF;
    SELECT coalesce(array_agg(e.value ORDER BY e.place), '{}'), characters + coalesce(sum(octet_length(e.value)), 0)
      INTO shown, characters
      FROM json_each_text(row_to_json(r)) WITH ORDINALITY AS e(name, value, place);
    IF n > most_rows OR characters > most_characters THEN
      RETURN NEXT NULL;
      EXIT;
    END IF;
    RETURN NEXT shown;
  END LOOP;
END`

/**
 * Makes the role where it is missing, and grants it what tables made since then need.
 * @throws RawStatementError `not_configured` when the service may not make roles
 */
export async function prepareRawRole(
  client: PoolClient,
  schemaName: string,
  statement: RawStatement,
): Promise<RawRole> {
  const { rows } = await client.query<{ database: string }>('SELECT current_database() AS database')
  const key = createHash('md5').update(`${rows[0]?.database} ${schemaName}`).digest('hex').slice(0, 16)
  const name = `trowel_sql_${key}`
  const role: RawRole = { name, run: `${sharedSchema}.${quoted(name)}` }
  await makeRole(client, schemaName, role)
  if ((await tablesWithoutGrants(client, schemaName, role, statement)).length > 0) {
    // Under the write lock: rights and shape of a table cannot be changed at the same moment.
    await client.query(
      `BEGIN; SELECT pg_advisory_xact_lock(hashtext(${literal(`trowel write ${schemaName}`)}))`,
    )
    await lockShape(client, schemaName)
    await grantTables(client, schemaName, role, statement)
    await client.query('COMMIT')
  }
  return role
}

async function makeRole(client: PoolClient, schemaName: string, { name, run }: RawRole): Promise<void> {
  const version = createHash('md5').update(body).digest('hex')
  const found = await client.query(
    `SELECT 1 FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_roles r ON r.oid = p.proowner
      WHERE n.nspname = $1 AND p.proname = $2 AND r.rolname = $2 AND obj_description(p.oid, 'pg_proc') = $3`,
    [sharedSchema, name, version],
  )
  if (found.rowCount === 1) return
  const role = quoted(name)
  const signature = `${run}(text, boolean, integer, integer)`
  try {
    await client.query(`
      BEGIN;
      SELECT pg_advisory_xact_lock(hashtext('trowel raw role'));
      DO $make$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}) THEN
          CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT;
        END IF;
      END $make$;
      GRANT ${role} TO CURRENT_USER;
      GRANT USAGE, CREATE ON SCHEMA ${sharedSchema} TO ${role};
      DROP FUNCTION IF EXISTS ${signature};
      CREATE FUNCTION ${run}(statement text, has_rows boolean, most_rows integer, most_characters integer)
        RETURNS SETOF text[] LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = ${quoted(schemaName)}, ${sharedSchema}, public, pg_temp AS $body$${body}$body$;
      REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ${signature} TO CURRENT_USER;
      COMMENT ON FUNCTION ${signature} IS ${literal(version)};
      ALTER FUNCTION ${signature} OWNER TO ${role};
      REVOKE CREATE ON SCHEMA ${sharedSchema} FROM ${role};
      COMMIT`)
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new RawStatementError(
      'not_configured',
      'The database user of the service must be allowed to make roles (CREATEROLE).',
      { cause },
    )
  }
}

/** Everything of people's tables; of the service's own, reading what is no secret. */
export async function grantTables(
  client: PoolClient,
  schemaName: string,
  { name, run }: RawRole,
  statement: RawStatement,
): Promise<void> {
  const missing = await tablesWithoutGrants(client, schemaName, { name, run }, statement)
  if (missing.length === 0) return
  const role = quoted(name)
  const schema = quoted(schemaName)
  const grants = missing.flatMap(({ table, columns, fixed }) => {
    const place = `${schema}.${quoted(table)}`
    if (!fixed) return [`GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ${place} TO ${role}`]
    // Earlier versions let statements write here.
    return [
      `REVOKE ALL ON ${place} FROM ${role}`,
      `GRANT SELECT (${columns.map(quoted).join(', ')}) ON ${place} TO ${role}`,
    ]
  })
  await client.query(
    [
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
      ...grants,
    ].join('; '),
  )
}

interface TableToGrant {
  readonly table: string
  /** Those that may be read. */
  readonly columns: readonly string[]
  /** Is it the service's own? */
  readonly fixed: boolean
}

/** Tables whose rights are not what they are to be: made since the last grants, or by an earlier version. */
async function tablesWithoutGrants(
  client: PoolClient,
  schemaName: string,
  { name }: RawRole,
  { secrets, fixedPrefix }: RawStatement,
): Promise<readonly TableToGrant[]> {
  const missing = await client.query<TableToGrant>(
    `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns, f.fixed
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        CROSS JOIN LATERAL (SELECT starts_with(lower(c.relname), $4) AS fixed) f
      WHERE c.relnamespace = $2::regnamespace AND c.relkind = 'r'
        AND NOT coalesce(($3::jsonb -> c.relname) ? a.attname, false)
      GROUP BY c.oid, c.relname, f.fixed
      HAVING NOT has_schema_privilege($1, $2, 'USAGE') OR CASE WHEN f.fixed
        THEN NOT bool_and(has_column_privilege($1, c.oid, a.attnum, 'SELECT'))
          OR has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
        ELSE NOT has_table_privilege($1, c.oid, 'DELETE') END`,
    [name, schemaName, JSON.stringify(secrets), fixedPrefix],
  )
  return missing.rows
}
