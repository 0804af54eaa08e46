import { journalPrefix } from '../journal/journal-tables.js'
import { sql } from '../sql.js'
import type { Reader, StoredTable } from '../storage.js'
import { type IndexedColumn, storedTables } from '../stored-tables.js'
import { boxIndexPrefix } from './box-index.js'
import { prefixedColumn } from './index-prefix.js'
import { inspectTables, ownColumn } from './inspect-tables.js'

/**
 * Every table with its indexes and the last of its ids; without keys and text indexes, which are made with
 * the tables.
 */
export async function readStoredTables(
  reader: Pick<Reader, 'all'>,
  schemaName: string,
): Promise<StoredTable[]> {
  const tables = await inspectTables(reader, schemaName)
  const indexed = await reader.all<IndexedColumn>(sql`
    SELECT t.relname AS in_table, i.relname AS name, x.indisunique AS is_unique,
      CASE WHEN x.indpred IS NULL
        THEN coalesce(a.attname, ${prefixedColumn(sql`x.indexrelid`, sql`k.place`)}) END AS column
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
      LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum AND k.attnum > 0
    WHERE t.relnamespace = ${schemaName}::regnamespace AND NOT x.indisprimary AND i.relname NOT LIKE 'trgm\\_%'
      AND NOT starts_with(i.relname, ${boxIndexPrefix})
    ORDER BY i.relname, k.place`)
  const counters = await reader.all<{ name: string; last: number | null }>(sql`
    SELECT t.relname AS name, pg_sequence_last_value(s.oid::regclass) AS last
    FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
      JOIN pg_class t ON t.oid = d.refobjid
    WHERE s.relkind = 'S' AND t.relnamespace = ${schemaName}::regnamespace`)
  return storedTables(tables, indexed, new Map(counters.map(({ name, last }) => [name, last ?? 0])))
}

/** Views, triggers, conditions, defaults and computed columns: the service makes none but triggers. */
export async function readHandmade(reader: Pick<Reader, 'all'>, schemaName: string): Promise<string[]> {
  const schema = sql`${schemaName}::regnamespace`
  const made = await reader.all<{ name: string }>(sql`
    SELECT relname || CASE relkind WHEN 'v' THEN ' (VIEW)' ELSE ' (MATERIALIZED VIEW)' END AS name
    FROM pg_class WHERE relnamespace = ${schema} AND relkind IN ('v', 'm')
    UNION ALL SELECT c.relname || ': ' || t.tgname || ' (TRIGGER)'
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = ${schema} AND NOT t.tgisinternal AND NOT starts_with(t.tgname, ${journalPrefix})
    UNION ALL SELECT c.relname || ' (CHECK)' FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = ${schema} AND k.contype = 'c'
    UNION ALL SELECT c.relname || '.' || a.attname || CASE a.attgenerated WHEN '' THEN ' (DEFAULT)' ELSE ' (GENERATED)' END
    FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
      JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE c.relnamespace = ${schema} AND ${ownColumn} ORDER BY name`)
  return made.map(({ name }) => name)
}
