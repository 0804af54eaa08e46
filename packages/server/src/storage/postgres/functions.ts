import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { datePattern, floatPattern, integerPattern } from '../convert.js'
import { fold, foldingTable, upperCase, upperCaseTable } from '../fold.js'
import { literal } from '../quote.js'
import { positionPattern, shapePattern } from '../wkt-box.js'
import { announcements } from './announcements.js'
import { sharedSchema } from './shared-schema.js'

const space = "E' \\t\\n\\r\\f\\v'"

/** What most texts consist of, about in the order of how often. */
const frequent = `\
 eaionrtlsucdpmhgvbfqzywkxj0123456789.,;:-()'/"\n\
éèàòùìäöüßâêîôûçñáíóúãõåæøœčšžćđłąęőű\
αοιετσνηυρπκμλςωάίόέήύώγδθχφβξζψ\
оеаинтсрвлкмдпуяызьбгчйхжюшцщэфъё`

/**
 * `translate` looks through its table from the beginning for each character: those that stay as they are
 * stand there if they are frequent.
 */
function translation(
  text: string,
  { from, to }: { readonly from: string; readonly to: string },
  change: (text: string) => string,
): string {
  const staying = [...change(frequent)].filter((character) => change(character) === character).join('')
  return `translate(${text}, ${literal(staying + from)}, ${literal(staying + to)})`
}

/**
 * Functions that our SQL uses on PostgreSQL; they answer what the functions of the same names in `fold.ts`
 * and `convert.ts` do. Those in SQL are written so that the planner can put their bodies in place of the
 * call.
 */
function makeDefinitions(): readonly string[] {
  const folded = translation('lower(x COLLATE "C")', foldingTable(), fold)
  const upper = translation('upper(x COLLATE "C")', upperCaseTable(), upperCase)
  const define = (name: string, takes: string, gives: string, body: string, language = 'sql') =>
    `CREATE OR REPLACE FUNCTION ${sharedSchema}.${name}(x ${takes}) RETURNS ${gives} LANGUAGE ${language}
      IMMUTABLE PARALLEL SAFE AS $body$ ${body} $body$`
  const integerOf = `CASE WHEN btrim(x, ${space}) ~ ${literal(integerPattern)} AND length(x) < 4000
    THEN CASE WHEN btrim(x, ${space})::numeric BETWEEN -9223372036854775808 AND 9223372036854775807
      THEN btrim(x, ${space})::numeric::bigint END END`
  const isDate = `btrim(x, ${space}) ~ ${literal(datePattern)} AND left(btrim(x, ${space}), 4) > '0000'`
  const [year, month, day] = [
    [1, 4],
    [6, 2],
    [9, 2],
  ].map(([start, length]) => `substr(btrim(x, ${space}), ${start}, ${length})::int`)
  return [
    define(
      'trowel_fold',
      'text',
      'text',
      `SELECT CASE WHEN octet_length(x) = char_length(x) THEN lower(x COLLATE "C")
        ELSE ${folded} END`,
    ),
    define(
      'trowel_upper',
      'text',
      'text',
      `SELECT CASE WHEN octet_length(x) = char_length(x) THEN upper(x COLLATE "C")
        ELSE ${upper} END`,
    ),
    define('trowel_to_integer', 'text', 'bigint', `SELECT ${integerOf}`),
    define('trowel_to_integer', 'bigint', 'bigint', 'SELECT x'),
    define(
      'trowel_to_integer',
      'double precision',
      'bigint',
      `SELECT CASE WHEN abs(x) < 9223372036854775808 THEN trunc(x)::bigint END`,
    ),
    define(
      'trowel_read_float',
      'text',
      'double precision',
      `BEGIN
        IF btrim(x, ${space}) ~ ${literal(floatPattern)} THEN RETURN btrim(x, ${space})::double precision; END IF;
        RETURN NULL;
      EXCEPTION WHEN numeric_value_out_of_range THEN
        -- Too close to zero to tell from it; too large is no number.
        BEGIN
          RETURN CASE WHEN abs(btrim(x, ${space})::numeric) < 1 THEN 0 END;
        EXCEPTION WHEN numeric_value_out_of_range OR invalid_text_representation THEN
          RETURN CASE WHEN x ~* 'e-' THEN 0 END;
        END;
      END`,
      'plpgsql',
    ),
    // What registers hold is a few digits nearly always, which the planner then reads without a call.
    define(
      'trowel_to_float',
      'text',
      'double precision',
      `SELECT CASE WHEN length(x) < 16 AND x ~ '^[0-9]+([.][0-9]+)?$' THEN x::double precision
        ELSE ${sharedSchema}.trowel_read_float(x) END`,
    ),
    define('trowel_to_float', 'bigint', 'double precision', 'SELECT x::double precision'),
    define('trowel_to_float', 'double precision', 'double precision', 'SELECT x'),
    define('trowel_to_text', 'text', 'text', 'SELECT x'),
    define('trowel_to_text', 'bigint', 'text', 'SELECT x::text'),
    define(
      'trowel_to_text',
      'double precision',
      'text',
      `SELECT CASE WHEN x = 0 THEN '0'
        WHEN abs(x) >= 1e-6 AND abs(x) < 1e21 THEN trim_scale(x::text::numeric)::text
        ELSE replace(x::text, 'e-0', 'e-') END`,
    ),
    define(
      'trowel_to_date',
      'text',
      'text',
      `SELECT CASE WHEN ${isDate} THEN CASE WHEN ${day} <= extract(day FROM
        make_date(${year}, ${month}, 1) + interval '1 month' - interval '1 day') THEN left(btrim(x, ${space}), 10) END END`,
    ),
    define(
      'trowel_box',
      'text',
      'box',
      `DECLARE answer box;
      BEGIN
        IF x !~* ${literal(shapePattern)} THEN RETURN NULL; END IF;
        -- Only numbers with as many digits or such an exponent may be out of range.
        IF x ~* 'e[-+]?[0-9]{3}' OR x ~ '[0-9]{200}' THEN
          SELECT CASE WHEN bool_and(n.x IS NOT NULL AND n.y IS NOT NULL)
            THEN box(point(max(n.x), max(n.y)), point(min(n.x), min(n.y))) END INTO answer
          FROM (SELECT ${sharedSchema}.trowel_to_float(p[1]) AS x, ${sharedSchema}.trowel_to_float(p[2]) AS y
            FROM regexp_matches(x, ${literal(positionPattern)}, 'g') AS p) AS n;
        ELSE
          SELECT box(point(max(p[1]::float8), max(p[2]::float8)), point(min(p[1]::float8), min(p[2]::float8))) INTO answer
          FROM regexp_matches(x, ${literal(positionPattern)}, 'g') AS p;
        END IF;
        RETURN answer;
      END`,
      'plpgsql',
    ),
    define(
      'trowel_to_json',
      'text',
      'jsonb',
      'BEGIN RETURN x::jsonb; EXCEPTION WHEN data_exception THEN RETURN NULL; END',
      'plpgsql',
    ),
    define('trowel_to_date', 'bigint', 'text', 'SELECT NULL::text'),
    define('trowel_to_date', 'double precision', 'text', 'SELECT NULL::text'),
  ]
}

const makeAnnouncements = `CREATE TABLE IF NOT EXISTS ${announcements} (app text PRIMARY KEY, version bigint NOT NULL)`

let made: { readonly statements: readonly string[]; readonly version: string } | undefined

/** Made once for the process: their tables of letters take as long as the rest of opening a storage. */
function definitions(): NonNullable<typeof made> {
  if (made) return made
  const statements = [...makeDefinitions(), makeAnnouncements]
  made = { statements, version: createHash('sha256').update(statements.join('\n')).digest('hex') }
  return made
}

/**
 * Makes what applications share in the shared schema, once for each of its versions; several nodes may ask at
 * the same moment.
 */
export async function installFunctions(client: PoolClient): Promise<void> {
  const { statements, version } = definitions()
  if ((await installedVersion(client)) === version) return
  await client.query('BEGIN')
  try {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('trowel functions'))`)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${sharedSchema}`)
    if ((await installedVersion(client)) !== version) {
      for (const statement of statements) await client.query(statement)
      await client.query(`COMMENT ON SCHEMA ${sharedSchema} IS ${literal(version)}`)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function installedVersion(client: PoolClient): Promise<string | undefined> {
  const found = await client.query<{ version: string | null }>(
    `SELECT obj_description(oid, 'pg_namespace') AS version FROM pg_namespace WHERE nspname = $1`,
    [sharedSchema],
  )
  return found.rows[0]?.version ?? undefined
}

/**
 * Can texts be indexed by their trigrams? Tries to install the extension, which may need more rights than
 * ours.
 */
export async function installTrigrams(client: PoolClient): Promise<boolean> {
  const isThere = async () => {
    const found = await client.query(`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`)
    return found.rowCount === 1
  }
  if (await isThere()) return true
  try {
    await client.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA ${sharedSchema}`)
    return true
  } catch {
    return isThere()
  }
}
