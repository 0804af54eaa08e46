import type { Table } from '../../catalogue/catalogue.js'
import type { StoredValue } from '../../catalogue/field-types/field-type.js'
import { id, join, type Sql, sql } from '../../storage/sql.js'
import type { Dialect, Transaction } from '../../storage/storage.js'
import { inBatches } from '../rows/row-batches.js'
import type { ColumnChange } from './column-change-store.js'

/** Values by column. */
export type RowValues = Readonly<Record<string, StoredValue>>

const assignments = (values: RowValues): Sql =>
  join(Object.entries(values).map(([name, value]) => sql`${id(name)} = ${value}`))

export async function updateRow(
  tx: Transaction,
  table: Table,
  rowId: number,
  values: RowValues,
): Promise<void> {
  await tx.run(sql`UPDATE ${id(table.name)} SET ${assignments(values)} WHERE "id" = ${rowId}`)
}

/** Writes the same values into several rows. */
export async function updateRowsAlike(
  tx: Transaction,
  table: Table,
  ids: Iterable<number>,
  values: RowValues,
): Promise<void> {
  for (const some of inBatches(ids)) {
    await tx.run(sql`UPDATE ${id(table.name)} SET ${assignments(values)} WHERE "id" IN (${join(some)})`)
  }
}

export async function deleteRows(tx: Transaction, table: Table, ids: Iterable<number>): Promise<void> {
  for (const some of inBatches(ids)) {
    await tx.run(sql`DELETE FROM ${id(table.name)} WHERE "id" IN (${join(some)})`)
  }
}

/** @returns how many there were */
export const deleteAllRows = (tx: Transaction, tableName: string): Promise<number> =>
  tx.run(sql`DELETE FROM ${id(tableName)}`)

export const clearCreator = (tx: Transaction, table: Table, userId: number): Promise<number> =>
  tx.run(sql`UPDATE ${id(table.name)} SET "creator" = NULL WHERE "creator" = ${userId}`)

export const emptyTextToNull = (tx: Transaction, table: Table, column: string): Promise<number> =>
  tx.run(sql`UPDATE ${id(table.name)} SET ${id(column)} = NULL WHERE ${id(column)} = ''`)

/**
 * Changes the values that the rule applies to, whatever their number.
 *
 * @param emptied columns of the same rows that lose their value with the change
 * @param marker where given, no row gets its new value before all have given up the old one: a unique index
 *   looks at each row alone, and one row's new value may be another's old one. It is a text that no value
 *   begins with.
 * @returns the number of rows changed
 */
export async function updateChanging(
  tx: Transaction,
  dialect: Dialect,
  { table, field, applies, becomes }: ColumnChange,
  emptied: readonly string[],
  marker: string | undefined,
): Promise<number> {
  const column = id(field.name)
  const after = marker === undefined ? becomes(column) : sql`CAST(${marker} AS TEXT) || ${becomes(column)}`
  const values = [sql`${column} = ${after}`, ...emptied.map((name) => sql`${id(name)} = NULL`)]
  const changed = await tx.run(sql`UPDATE ${id(table.name)} SET ${join(values)} WHERE ${applies(column)}`)
  if (marker !== undefined) {
    await tx.run(sql`UPDATE ${id(table.name)} SET ${column} = substr(${column}, ${marker.length + 1})
      WHERE ${dialect.startsWith(column, marker)}`)
  }
  return changed
}
