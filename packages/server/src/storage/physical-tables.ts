import type { ColumnDefinition, ForeignKey, PhysicalTable, PhysicalTables } from './storage.js'

interface OfTable {
  readonly in_table: string
}

/** Puts together what an engine says of its tables, each list in the order in which it came. */
export function physicalTables(
  tables: readonly string[],
  columns: readonly (OfTable & ColumnDefinition)[],
  foreignKeys: readonly (OfTable & ForeignKey)[],
  indexes: readonly (OfTable & { readonly name: string })[],
): PhysicalTables {
  const found = new Map(
    tables.map((name) => [
      name,
      { columns: [] as ColumnDefinition[], foreignKeys: [] as ForeignKey[], indexes: [] as string[] },
    ]),
  )
  for (const { in_table: table, ...column } of columns) found.get(table)?.columns.push(column)
  for (const { in_table: table, ...key } of foreignKeys) found.get(table)?.foreignKeys.push(key)
  for (const { in_table: table, name } of indexes) found.get(table)?.indexes.push(name)
  return found satisfies ReadonlyMap<string, PhysicalTable>
}
