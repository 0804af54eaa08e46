import { storedFields, type Table } from '../../catalogue/catalogue.js'
import { id, join, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'

/** A row as it is stored: raw values by column. */
export type RawRow = Readonly<Record<string, SqlValue>>

/** All columns that are stored of a table under the alias `t`. */
export const storedColumns = weakMemoize(
  (table: Table): Sql => join([...storedFields(table).keys()].map((name) => id('t', name))),
)

/** All columns of the records with these ids, by id. */
export async function selectRows(
  reader: Reader,
  table: Table,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RawRow>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.all<RawRow & { id: number }>(
    sql`SELECT ${storedColumns(table)} FROM ${id(table.name)} t WHERE t."id" IN (${join(ids)})`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The rows of a plugin table that belong to any of these records, by record, each list by id. */
export async function selectRowsOf(
  reader: Reader,
  plugin: Table,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, readonly RawRow[]>> {
  const rows = await reader.all<RawRow & { id_link: number }>(
    sql`SELECT ${storedColumns(plugin)} FROM ${id(plugin.name)} t WHERE t."id_link" IN (${join(recordIds)}) ORDER BY t."id"`,
  )
  const byRecord = new Map<number, RawRow[]>()
  for (const row of rows) {
    const known = byRecord.get(row.id_link)
    if (known) known.push(row)
    else byRecord.set(row.id_link, [row])
  }
  return byRecord
}

/** The rows that have one of the values in a column, among those that `visible` (` AND …`) leaves. */
export function selectHolders(
  reader: Reader,
  table: Table,
  column: string,
  values: readonly (string | number)[],
  visible: Sql,
): Promise<{ id: number; value: string | number }[]> {
  return reader.all(
    sql`SELECT t."id", ${id('t', column)} AS "value" FROM ${id(table.name)} t
      WHERE ${id('t', column)} IN (${join(values)})${visible}`,
  )
}

/** What the next rows by id have in a column. */
export const selectValues = (
  reader: Reader,
  table: Table,
  column: string,
  after: number,
  limit: number,
): Promise<{ id: number; value: string | number | null }[]> =>
  reader.all(
    sql`SELECT t."id", ${id('t', column)} AS "value" FROM ${id(table.name)} t
      WHERE t."id" > ${after} ORDER BY t."id" LIMIT ${limit}`,
  )

/** What these rows have in a column, of those that `visible` (` AND …`) leaves. */
export const selectValuesOf = (
  reader: Reader,
  table: Table,
  column: string,
  ids: readonly number[],
  visible: Sql,
): Promise<{ id: number; value: string | number }[]> =>
  reader.all(
    sql`SELECT t."id", ${id('t', column)} AS "value" FROM ${id(table.name)} t
      WHERE t."id" IN (${join(ids)})${visible}`,
  )
