import type { Table } from '../../../catalogue/catalogue.js'
import { id, join, type Sql, sql } from '../../../storage/sql.js'
import type { Reader } from '../../../storage/storage.js'

type Value = string | number

/** Has the table no row at all? */
export async function isEmpty(reader: Reader, table: Table): Promise<boolean> {
  return (await reader.get(sql`SELECT 1 AS "one" FROM ${id(table.name)} LIMIT 1`)) === undefined
}

/** The id of the newest row; 0 when there is none. */
export async function selectHighestId(reader: Reader, table: Table): Promise<number> {
  const row = await reader.get<{ highest: number | null }>(
    sql`SELECT max("id") AS "highest" FROM ${id(table.name)}`,
  )
  return row?.highest ?? 0
}

/** The rows that have one of the values in a column, among those that `visible` leaves. */
export function selectOwners(
  reader: Reader,
  table: Table,
  column: string,
  values: readonly Value[],
  visible: Sql,
): Promise<{ id: number; value: Value }[]> {
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
  most: number,
): Promise<{ id: number; value: Value | null }[]> =>
  reader.all(
    sql`SELECT t."id", ${id('t', column)} AS "value" FROM ${id(table.name)} t WHERE t."id" > ${after} ORDER BY t."id" LIMIT ${most}`,
  )

/** What these rows have in a column, of those that `visible` leaves. */
export const selectValuesOf = (
  reader: Reader,
  table: Table,
  column: string,
  ids: readonly number[],
  visible: Sql,
): Promise<{ id: number; value: Value }[]> =>
  reader.all(
    sql`SELECT t."id", ${id('t', column)} AS "value" FROM ${id(table.name)} t WHERE t."id" IN (${join(ids)})${visible}`,
  )
