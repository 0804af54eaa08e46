import {
  beforeTable,
  changeCounts,
  changeSets,
  changes,
  journalPrefix,
  nextSet,
} from '../journal/journal-tables.js'
import type { JournaledColumn, JournalTriggers } from '../journal/journaled-schema-editor.js'
import { insertCounts, insertSet } from '../journal/seal.js'
import {
  isReplaced,
  madeNow,
  ownerOf,
  stampColumns,
  stampedBy,
  stamps,
  stillHolds,
} from '../journal/stamps.js'
import { physicalName } from '../physical-name.js'
import { literal, quoted } from '../quote.js'
import { searchPathOf } from './search-path.js'

const functionName = (table: string): string => quoted(physicalName(journalPrefix, table))

/**
 * One function for each table, called once for each statement with all rows that it changed
 * (https://www.postgresql.org/docs/current/sql-createtrigger.html, transition tables). It writes with the
 * rights of its owner, because statements of people may not write the journal.
 *
 * Rows are numbered before they are written in two places, so that the two need not be joined; and old and
 * new rows are joined without a loop in a loop, which a plan made for one row would have.
 */
function makeScript(schemaName: string, table: string, columns: readonly JournaledColumn[]): string {
  const names = columns.map(({ name }) => quoted(name))
  const kept = columns.map(({ name, type, isKeptAsText }) =>
    isKeptAsText && type !== 'TEXT' && type !== 'TIMESTAMP'
      ? `trowel_to_text(r.${quoted(name)}) AS ${quoted(name)}`
      : `r.${quoted(name)}`,
  )
  // No column of people begins with this sign.
  const numbered = [`nextval('sys_changes_id_seq') AS "~change"`, 'r."id" AS "~row"', ...kept].join(', ')
  const differs =
    names.length > 0
      ? `(${names.map((name) => `r.${name}`).join(', ')}) IS DISTINCT FROM (${names.map((name) => `n.${name}`).join(', ')})`
      : 'false'
  const note = (operation: string, from: string): string => `
    WITH o AS MATERIALIZED (SELECT ${numbered} FROM ${from}),
      kept AS (INSERT INTO ${quoted(beforeTable(table))} (${['"id"', ...names].join(', ')})
        SELECT ${['"~change"', ...names].join(', ')} FROM o)
    INSERT INTO "${changes}" ("id", "set_id", "tb", "row_id", "operation")
      SELECT "~change", ${nextSet}, ${literal(table)}, "~row", '${operation}' FROM o;`
  const make = (rows: string): string => `
    INSERT INTO "${changes}" ("set_id", "tb", "row_id", "operation")
      SELECT ${nextSet}, ${literal(table)}, n."id", 'created' FROM ${rows};`
  const stamped = stampedBy(
    table,
    columns.map(({ name }) => name),
  )
  const [name, isItself] = [literal(table), stamped.kind === 'itself']
  /** Gives a new stamp to the records of rows, whose columns stand under these names. */
  const touch = (...rows: readonly (readonly [alias: string, from: string])[]): string => {
    if (stamped.kind === 'none') return ''
    const found = rows.flatMap(([alias, from]) => {
      if (stamped.kind === 'itself') return `SELECT ${name} AS tb, ${alias}."id" AS record FROM ${from}`
      if (stamped.kind === 'owner')
        return `SELECT ${ownerOf(name)} AS tb, ${alias}."id_link" AS record FROM ${from}`
      return stamped.ends.map(
        (end) =>
          `SELECT ${alias}.${quoted(end.table)} AS tb, ${alias}.${quoted(end.record)} AS record FROM ${from}`,
      )
    })
    return `PERFORM "${touchFunction}"(q.tb, array_agg(DISTINCT q.record)) FROM (${found.join(' UNION ALL ')}) q
        WHERE q.tb IS NOT NULL GROUP BY q.tb;`
  }
  const made = (alias: string, from: string): string =>
    isItself
      ? `INSERT INTO "${stamps}" ${stampColumns} SELECT ${madeNow(name, `${alias}."id"`)} FROM ${from};`
      : touch([alias, from])
  const gone = (alias: string, from: string): string =>
    isItself
      ? `UPDATE "${stamps}" SET "until_set" = ${nextSet} WHERE "tb" = ${name} AND ${holdsOfMany}
          AND "record_id" = ANY (ARRAY(SELECT ${alias}."id" FROM ${from}));`
      : touch([alias, from])
  const changed = `old_rows r JOIN new_rows n ON n."id" = r."id" WHERE ${differs}`
  const on = (event: string, referencing: string): string => `
    CREATE TRIGGER ${quoted(journalPrefix + event.toLowerCase())} AFTER ${event} ON ${quoted(table)}
      ${referencing} FOR EACH STATEMENT EXECUTE FUNCTION ${functionName(table)}();`
  return `
    CREATE FUNCTION ${functionName(table)}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = ${searchPathOf(schemaName)}, pg_temp SET enable_nestloop = off AS $journal$
    BEGIN
      IF TG_LEVEL = 'ROW' THEN
        ${note('deleted', '(SELECT OLD.*) r')}
        ${gone('r', '(SELECT OLD.*) r')}
        ${make('(SELECT NEW.*) n')}
        ${made('n', '(SELECT NEW.*) n')}
      ELSIF TG_OP = 'INSERT' THEN
        ${make('new_rows n')}
        ${made('n', 'new_rows n')}
      ELSIF TG_OP = 'DELETE' THEN
        ${note('deleted', 'old_rows r')}
        ${gone('r', 'old_rows r')}
      ELSIF TG_OP = 'TRUNCATE' THEN
        ${note('deleted', `${quoted(table)} r`)}
        ${gone('r', `${quoted(table)} r`)}
      ELSE
        ${note('updated', changed)}
        ${touch(['r', changed], ...(isItself ? [] : ([['n', changed]] as const)))}
      END IF;
      RETURN NULL;
    END $journal$;
    ${on('INSERT', 'REFERENCING NEW TABLE AS new_rows')}
    ${on('UPDATE', 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows')}
    ${on('DELETE', 'REFERENCING OLD TABLE AS old_rows')}
    CREATE TRIGGER "${journalPrefix}renumber" AFTER UPDATE ON ${quoted(table)} FOR EACH ROW
      WHEN (OLD."id" IS DISTINCT FROM NEW."id") EXECUTE FUNCTION ${functionName(table)}();
    CREATE TRIGGER "${journalPrefix}truncate" BEFORE TRUNCATE ON ${quoted(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION ${functionName(table)}();`
}

/** The name of the function that gives new stamps to records that were changed. */
const touchFunction = `${journalPrefix}touch`

/**
 * Do stamps of many records hold now? The sum leaves the planner the records alone to find them by. With
 * statistics from before a large import it would read all stamps that hold, for each statement again.
 */
const holdsOfMany = `"until_set" + 0 = ${stillHolds}`

/** Records are looked up one by one by an index: a join of whole tables costs more than a small change. */
const touchScript = (schemaName: string): string => {
  const replace = (condition: string): string => `
    WITH replaced AS (UPDATE "${stamps}" SET "until_set" = ${nextSet} WHERE ${condition}
      RETURNING "tb", "record_id", "created_set")
    INSERT INTO "${stamps}" ${stampColumns}
      SELECT "tb", "record_id", ${nextSet}, ${stillHolds}, "created_set" FROM replaced;`
  const many = `"tb" = of_table AND "record_id" = ANY (records) AND ${holdsOfMany} AND "set_id" < ${nextSet}`
  return `
  CREATE OR REPLACE FUNCTION "${touchFunction}"(of_table text, records bigint[]) RETURNS void
    LANGUAGE plpgsql SET search_path = ${searchPathOf(schemaName)}, pg_temp AS $touch$
  BEGIN
    IF cardinality(records) = 1 THEN ${replace(isReplaced('of_table', '= records[1]'))}
    ELSE ${replace(many)}
    END IF;
  END $touch$`
}

/** The name of the function that ends a set; nothing of a journal is there where it is missing. */
export const sealFunction = `${journalPrefix}seal`

/**
 * `sys_journal_seal(at, user_id, key_id, origin, note, incomplete)` writes the set of the open transaction.
 * It looks for new changes by their ids, even while the server has no statistics of a journal that grew fast.
 * @returns its id; NULL when nothing was changed
 */
const sealScript = (schemaName: string): string => `
  CREATE OR REPLACE FUNCTION "${sealFunction}"(
      at bigint, by_user bigint, by_key bigint, by_way text, remark text, unseen text[]) RETURNS bigint
    LANGUAGE plpgsql SET search_path = ${searchPathOf(schemaName)}, pg_temp SET enable_seqscan = off AS $seal$
  DECLARE
    number bigint; newest bigint; sealed bigint; before bigint; latest bigint;
  BEGIN
    SELECT "set_id", "id" INTO number, newest FROM "${changes}" ORDER BY "id" DESC LIMIT 1;
    SELECT "id", "last_change", "time" INTO sealed, before, latest FROM "${changeSets}" ORDER BY "id" DESC LIMIT 1;
    IF coalesce(number, 0) <= coalesce(sealed, 0) THEN
      IF unseen IS NULL THEN RETURN NULL; END IF;
      number := coalesce(sealed, 0) + 1;
      newest := coalesce(before, 0);
    END IF;
    ${insertSet({
      number: 'number',
      at: 'greatest(at, latest)',
      userId: 'by_user',
      keyId: 'by_key',
      origin: 'by_way',
      note: 'remark',
      isIncomplete: 'CASE WHEN unseen IS NULL THEN 0 ELSE 1 END',
      first: 'coalesce(before, 0) + 1',
      last: 'newest',
    })};
    ${insertCounts({ number: 'number', before: 'coalesce(before, 0)' })};
    INSERT INTO "${changeCounts}" ("set_id", "tb", "created", "updated", "deleted")
      SELECT number, t, 0, 0, 0 FROM unnest(unseen) t
      WHERE NOT EXISTS (SELECT 1 FROM "${changeCounts}" WHERE "set_id" = number AND "tb" = t);
    RETURN number;
  END $seal$`

/**
 * After the schema got another name: the functions of the journal write into the tables beside them again.
 */
export const rebindScript = (schemaName: string): string => `
  DO $rebind$ DECLARE each regprocedure; BEGIN
    FOR each IN SELECT oid FROM pg_proc
      WHERE pronamespace = '"${schemaName}"'::regnamespace AND starts_with(proname, '${journalPrefix}')
    LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = ${searchPathOf(schemaName)}, pg_temp', each);
    END LOOP;
  END $rebind$`

const triggers = ['insert', 'update', 'delete', 'renumber', 'truncate'].map((event) => journalPrefix + event)

const dropScript = (table: string): string =>
  [
    ...triggers.map((name) => `DROP TRIGGER IF EXISTS ${quoted(name)} ON ${quoted(table)}`),
    `DROP FUNCTION IF EXISTS ${functionName(table)}()`,
  ].join('; ')

/** @param runner runs SQL text, several statements at once */
export const postgresJournalTriggers = (
  runner: { script(text: string): Promise<void> },
  schemaName: string,
): JournalTriggers => ({
  prepare: () => runner.script(`${sealScript(schemaName)}; ${touchScript(schemaName)}`),
  make: (table, columns) => runner.script(makeScript(schemaName, table, columns)),
  drop: (table) => runner.script(dropScript(table)),
})
