import type { ColumnDefinition, Transaction } from '../../storage/storage.js'

/** Adds those of the columns that the table does not have yet. */
export async function addMissing(
  tx: Transaction,
  table: string,
  columns: readonly ColumnDefinition[],
): Promise<void> {
  const shape = await tx.schema.shapeOf(table)
  const known = new Set(shape?.columns.map(({ name }) => name))
  for (const column of columns) if (!known.has(column.name)) await tx.schema.addColumns(table, column)
}
