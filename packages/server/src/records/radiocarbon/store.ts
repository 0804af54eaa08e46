import type { Table } from '../../catalogue/catalogue.js'
import { id, join, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'

/** A row of a radiocarbon table: its id, and those columns that were asked for. */
export type RadiocarbonRow = Readonly<Record<string, SqlValue>> & { readonly id: number }

/** The rows with these ids, by id. */
export const selectDates = (
  reader: Reader,
  table: Table,
  columns: readonly string[],
  ids: readonly number[],
): Promise<RadiocarbonRow[]> =>
  reader.all(
    sql`SELECT ${join(['id', ...columns].map((name) => id('t', name)))} FROM ${id(table.name)} t
      WHERE t."id" IN (${join(ids)}) ORDER BY t."id"`,
  )

export async function countDates(reader: Reader, table: Table): Promise<number> {
  const row = await reader.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${id(table.name)}`)
  return row?.n ?? 0
}

/** The ids of the next rows after `last`; with `empty` only of those that have nothing in that column. */
export async function selectNextIds(
  reader: Reader,
  table: Table,
  last: number,
  limit: number,
  empty?: string,
): Promise<number[]> {
  const which = empty === undefined ? sql`` : sql` AND t.${id(empty)} IS NULL`
  const rows = await reader.all<{ id: number }>(
    sql`SELECT t."id" FROM ${id(table.name)} t WHERE t."id" > ${last}${which} ORDER BY t."id" LIMIT ${limit}`,
  )
  return rows.map((row) => row.id)
}
