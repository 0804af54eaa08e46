import type { Field, Table } from '../../../catalogue/catalogue.js'
import { id, join, type SqlValue, sql } from '../../../storage/sql.js'
import type { Reader, Transaction } from '../../../storage/storage.js'

/** Tables of the service that hold what hangs from records. */
const attachedTables = ['sys_geodata', 'sys_rs', 'sys_userlinks', 'sys_files', 'sys_file_links'] as const
type Attached = (typeof attachedTables)[number]

/** Those of them that have no row at all. */
export async function selectEmpty(reader: Reader): Promise<ReadonlySet<string>> {
  const empty = new Set<string>()
  for (const table of attachedTables) {
    const row = await reader.get(sql`SELECT 1 AS "one" FROM ${id(table)} LIMIT 1`)
    if (row === undefined) empty.add(table)
  }
  return empty
}

/** Those of the ids that are records of the table. */
export async function selectPresent(
  reader: Reader,
  table: Table,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await reader.all<{ id: number }>(
    sql`SELECT "id" FROM ${id(table.name)} WHERE "id" IN (${join([...new Set(ids)])})`,
  )
  return new Set(rows.map((row) => row.id))
}

/** So many are named. */
const maxDangling = 20

/** The first rows whose field names no record of the other table. */
export const selectDangling = (
  reader: Reader,
  table: Table,
  field: Field,
  target: Table,
): Promise<{ id: number; value: number }[]> =>
  reader.all(sql`
    SELECT t."id" AS "id", ${id('t', field.name)} AS "value" FROM ${id(table.name)} t
    WHERE ${id('t', field.name)} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${id(target.name)} o WHERE o."id" = ${id('t', field.name)})
    ORDER BY t."id" LIMIT ${maxDangling}`)

/**
 * Rows with the ids that they had, or with new ones. @param columns without `id` @returns their ids in order
 */
export const insertAttached = (
  tx: Transaction,
  table: Attached,
  columns: readonly string[],
  rows: readonly { readonly id: number | undefined; readonly values: readonly SqlValue[] }[],
): Promise<number[]> => {
  const keepsIds = rows.every((row) => row.id !== undefined)
  return tx.insertMany(
    table,
    keepsIds ? ['id', ...columns] : columns,
    rows.map((row) => (keepsIds ? [row.id ?? null, ...row.values] : row.values)),
  )
}
