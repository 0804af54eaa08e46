import { beforeTable, changeSets, changes } from '../journal/journal-tables.js'
import { id, join, sql } from '../sql.js'
import type { Reader, Transaction } from '../storage.js'

/** So many rows of one transaction are worth a look at what the server believes of their tables. */
const manyRows = 1000

/**
 * Lets the server look at tables to which the open transaction wrote more rows than it knows of, as they will
 * be after it. It looks by itself within a minute; until then it believes that a table that was empty still
 * is, and reads all of it once for each row of another.
 *
 * @param written how many rows the transaction wrote
 */
export async function renewStatistics(tx: Transaction, schemaName: string, written: number): Promise<void> {
  if (written < manyRows) return
  const changed = await tx.all<{ name: string }>(sql`SELECT DISTINCT "tb" AS "name" FROM ${id(changes)}
    WHERE "id" > (SELECT coalesce(max("last_change"), 0) FROM ${id(changeSets)})`)
  // A purge only takes rows away, and the journal does not stay as empty as it leaves it.
  if (changed.length === 0) return
  const names = changed.flatMap(({ name }) => [name, beforeTable(name)])
  const tables = await tooSmall(tx, schemaName, [changes, 'sys_stamps', ...names], written)
  // A table of which an index is being made stays as it is: waiting for each other both would be given up.
  if (tables.length > 0) {
    await tx.run(sql`ANALYZE (SKIP_LOCKED) ${join(tables.map((name) => id(schemaName, name)))}`)
  }
}

/** Those of the tables of which the server believes that they have fewer rows than so many. */
async function tooSmall(
  reader: Reader,
  schemaName: string,
  names: readonly string[],
  rows: number,
): Promise<string[]> {
  const found = await reader.all<{ name: string }>(sql`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = ${schemaName}::regnamespace AND relkind = 'r' AND reltuples < ${rows}
      AND relname IN (${join(names)})`)
  return found.map(({ name }) => name)
}
