import type { PoolClient, QueryConfig } from 'pg'
import { fixedTableMessage, type RawStatement, RawStatementError } from '../raw-statement.js'
import { sharedSchema } from './shared-schema.js'

/**
 * What a statement reaches is answered by PostgreSQL itself: a statement that is the body of a function is
 * parsed and its names are resolved, and nothing of it runs. The resolved tree names every relation, type and
 * function by its number, however the text spells it. The function is undone at once.
 */

const catalogMessage =
  'A statement reaches the tables of its own application alone, not the catalogues of the database or what else lies in it. Of the catalogues information_schema.tables and information_schema.columns can be read.'

/** Views that show no more than the role of statements may touch anyway. */
const readableViews = `ARRAY['information_schema.tables', 'information_schema.columns']::regclass[]::oid[]`

/**
 * Functions whose answer does not depend on their arguments alone, and which tell nothing of the database. Of
 * all others only those that are immutable can be called: what reads a value of a type by its number, such as
 * `array_in`, names things of the database.
 */
const harmlessFunctions = [
  'age|now|timeofday|to_(char|date|number|timestamp|json|jsonb|tsvector|tsquery)|(clock|statement|transaction)_timestamp',
  '(date|time|timetz|timestamp|timestamptz|interval)(_[a-z]+)*|timezone|make_timestamptz|extract|overlaps|in_range|generate_series',
  'anytextcat|textanycat|concat|concat_ws|format|length|convert(_from|_to)?|quote_(literal|nullable)|money|numeric',
  'array_to_(json|string)|enum_(first|last|range)|row_to_json',
  'jsonb?_(agg|object_agg|build_array|build_object|populate_record|populate_recordset|to_record|to_recordset|to_tsvector)',
  'jsonb_path_(exists|match|query|query_array|query_first)_tz|xml|xml_is_well_formed',
  '(plainto|phraseto|websearch_to)_tsquery|ts_(headline|match_tq|match_tt|parse)|get_current_ts_config',
  'random|gen_random_uuid|pg_sleep|pg_column_size|version|current_(database|schema|schemas|user)|session_user|getdatabaseencoding',
].join('|')

/**
 * A condition for the row `p` of pg_proc. What handles samples and indexes cannot be called by a statement.
 */
const deniedFunction = `(
  p.provolatile <> 'i' AND p.prorettype NOT IN ('internal'::regtype, 'tsm_handler'::regtype, 'index_am_handler'::regtype)
  AND NOT (p.pronamespace = 'pg_catalog'::regnamespace AND p.proname ~ '^(${harmlessFunctions})$')
  AND NOT (p.pronamespace = '${sharedSchema}'::regnamespace AND p.provolatile = 's'))`

/** A condition for the row `t` of pg_type: values of these types turn numbers into names of the database. */
export const namingType = `(t.typnamespace = 'pg_catalog'::regnamespace AND t.typname ~ '^_?(reg[a-z]+|aclitem)$')`

/** The same, and rows of what is not the application's; `e` is the type of the elements. */
const deniedType = `(
  ${namingType}
  OR (coalesce(e.typtype, t.typtype) = 'c'
    AND t.typnamespace <> ALL (ARRAY[$1::text, 'information_schema']::regnamespace[])))`

const typesWithElements = 'pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typelem <> 0'

/** What stands before a statement that is looked at by itself; what follows is the whole rest of the text. */
const prefixes: Readonly<Record<string, RegExp>> = {
  EXPLAIN:
    /^\s*explain\s+(?:\(\s*(?:(?:analyze|verbose|costs|settings|generic_plan|buffers|wal|timing|summary|format)(?:\s+\w+)?\s*(?:,\s*|(?=\))))+\)|(?:analyze\s+)?(?:verbose\s+)?)/i,
  'CREATE TABLE AS':
    /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:[a-z_][\w$]*|"(?:[^"]|"")+")\s+as\s+/i,
}

/**
 * Statements whose names and expressions PostgreSQL resolves only while it runs them. None can ask a table
 * for rows.
 */
const unresolved = new Set([
  'TRUNCATE TABLE',
  'DROP TABLE',
  'DROP INDEX',
  'CREATE TABLE',
  'CREATE INDEX',
  'ALTER TABLE',
])

/**
 * @param schemaName where the tables of the application are
 * @throws RawStatementError for what reaches anything else
 */
export async function refuseReaching(
  client: PoolClient,
  schemaName: string,
  statement: RawStatement,
): Promise<void> {
  const { text } = statement
  const tree = await resolve(client, text)
  if (typeof tree === 'object') return refuseInTree(client, schemaName, statement, tree.body)
  if (unresolved.has(tree)) return refuseInWords(client, schemaName, statement)
  const prefix = prefixes[tree]?.exec(text)
  if (!prefix) throw new RawStatementError('not_allowed', `${tree} cannot be run here in this form.`)
  const rest = await resolve(client, text.slice(prefix[0].length))
  if (typeof rest === 'string') throw new RawStatementError('not_allowed', `${rest} cannot be run here.`)
  await refuseInTree(client, schemaName, statement, rest.body)
}

const name = `${sharedSchema}.trowel_sql_look`

/** The types of `pg` do not know this setting of its yet. */
type SingleStatement = QueryConfig & { readonly queryMode: 'extended' }

/** @returns what PostgreSQL calls a statement that is none of rows */
async function resolve(client: PoolClient, text: string): Promise<{ readonly body: string } | string> {
  await client.query('SAVEPOINT look')
  try {
    // The extended protocol takes one statement alone: what breaks out of the body is refused.
    const definition: SingleStatement = {
      text: `CREATE FUNCTION ${name}() RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}\n; END`,
      queryMode: 'extended',
    }
    await client.query(definition)
    const { rows } = await client.query<{ body: string | null }>(
      `SELECT prosqlbody::text AS body FROM pg_proc WHERE oid = '${name}'::regproc`,
    )
    return { body: rows[0]?.body ?? '' }
  } catch (error) {
    const utility = utilityOf(error)
    if (utility === undefined) throw error
    return utility
  } finally {
    await client.query('ROLLBACK TO look')
  }
}

function utilityOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '0A000') return undefined
  if (!('routine' in error) || error.routine !== 'interpret_AS_clause') return undefined
  return /\b[A-Z]{2,}(?: [A-Z]+)*\b/.exec(error.message)?.[0]
}

const numbersOf = (tree: string, keys: string): string[] => {
  const found = new Set<string>()
  for (const [, numbers = ''] of tree.matchAll(new RegExp(`:(?:${keys}) (\\d+|\\(o[ \\d]*\\))`, 'gi')))
    for (const number of numbers.match(/\d+/g) ?? []) found.add(number)
  return [...found]
}

/** The rights that a change of rows needs, as PostgreSQL numbers them: to insert, to update, to delete. */
const changeRights = 1 | 4 | 8

/** The relations whose rows the statement itself changes. */
function changedRelations(tree: string): string[] {
  const rights = tree.matchAll(/:relid (\d+) (?:(?!:relid ).)*?:requiredPerms (\d+)/gs)
  return [...rights]
    .filter(([, , needed]) => Number(needed) & changeRights)
    .map(([, relation = '']) => relation)
}

async function refuseInTree(
  client: PoolClient,
  schemaName: string,
  { fixedPrefix }: RawStatement,
  tree: string,
): Promise<void> {
  const { rows } = await client.query<Refused>(
    `SELECT NULL AS message, c.relname AS table FROM pg_class c
        WHERE c.oid = ANY ($5::oid[]) AND c.relnamespace = $1::text::regnamespace AND starts_with(lower(c.relname), $6)
      UNION ALL SELECT '${catalogMessage}', NULL FROM pg_class c
        WHERE c.oid = ANY ($2::oid[]) AND c.relnamespace <> $1::text::regnamespace AND c.oid <> ALL (${readableViews})
      UNION ALL SELECT '${catalogMessage}', NULL FROM ${typesWithElements}
        WHERE t.oid = ANY ($3::oid[]) AND ${deniedType}
      UNION ALL SELECT ${functionMessage}, NULL FROM pg_proc p WHERE p.oid = ANY ($4::oid[]) AND ${deniedFunction}`,
    [
      schemaName,
      numbersOf(tree, 'relid'),
      numbersOf(tree, '[a-z_]*type[a-z]*'),
      numbersOf(tree, '[a-z]*(?:func|fn)(?:id|oid)'),
      changedRelations(tree),
      fixedPrefix,
    ],
  )
  refuse(rows[0])
}

interface Refused {
  readonly message: string | null
  readonly table: string | null
}

function refuse(found: Refused | undefined): void {
  if (!found) return
  const { message, table } = found
  if (table === null) throw new RawStatementError('not_allowed', message ?? catalogMessage)
  throw new RawStatementError('not_allowed', fixedTableMessage(table), { table })
}

const functionMessage = `format('The function "%s" cannot be called here: it tells of the database, or changes something.', p.proname)`

/**
 * Refuses more than it must: neither a table of the service nor such a function or type may be named anywhere
 * in the text.
 */
async function refuseInWords(
  client: PoolClient,
  schemaName: string,
  { text, fixedPrefix }: RawStatement,
): Promise<void> {
  if (/u&"/i.test(text))
    throw new RawStatementError('not_allowed', 'Names are written plainly here, without U&.')
  const words = [...new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? [])]
  const { rows } = await client.query<Refused>(
    `SELECT NULL AS message, c.relname AS table FROM pg_class c
        WHERE c.relnamespace = $1::text::regnamespace AND c.relname = ANY ($2::text[]) AND starts_with(lower(c.relname), $3)
      UNION ALL SELECT ${functionMessage}, NULL FROM pg_proc p
        WHERE p.proname = ANY ($2::text[]) AND ${deniedFunction} AND p.proname <> 'nextval'
      UNION ALL SELECT '${catalogMessage}', NULL FROM pg_type t
        WHERE t.typname = ANY ($2::text[]) AND ${namingType}`,
    [schemaName, words, fixedPrefix],
  )
  refuse(rows[0])
}

interface ServerError extends Error {
  readonly code?: string
}

/** Nothing of this name, or no right to it. */
const notReached = new Set(['3F000', '42P01', '42704', '42883', '42501'])

/** "Permission denied for schema", in the languages that PostgreSQL speaks. */
const namesSchema = /\b(?:schema|schéma|schematu|esquema)\b|şema|схем|სქემა|スキーマ|스키마|模式|架構|綱要/iu

/**
 * What lies in another schema and what does not exist are refused alike, so that guessing tells nothing.
 * @returns the message for both, `undefined` for an error that names nothing elsewhere
 */
export function elsewhereMessage(error: ServerError, schemaName: string): string | undefined {
  if (error.code === undefined || !notReached.has(error.code)) return undefined
  // Elsewhere the word is a part of a name, such as that of a table "esquemas" that is not there.
  if (error.code === '3F000' || (error.code === '42501' && namesSchema.test(error.message)))
    return catalogMessage
  const qualifier = /(?<![\w$])([\p{L}_][\p{L}\p{N}_$]*)\.[\p{L}_"]/u.exec(error.message)?.[1]
  return qualifier === undefined || qualifier === schemaName ? undefined : catalogMessage
}
