import { id, join, type SqlValue, sql } from './sql.js'
import type { Transaction } from './storage.js'

/**
 * Writes the same columns of many rows of a table. @param rows the values in the order of `columns`, then the
 * id
 */
export async function updateRows(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const changes = columns.map((column, index) => sql`${id(column)} = ${first[index] ?? null}`)
  await tx.runMany(
    sql`UPDATE ${id(table)} SET ${join(changes)} WHERE "id" = ${first[columns.length] ?? null}`,
    rows,
  )
}
