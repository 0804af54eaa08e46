import type { PhysicalTables, StoredIndex, StoredTable } from './storage.js'

/** One column of an index, in the order of the index; `null` for an expression. */
export interface IndexedColumn {
  readonly in_table: string
  readonly name: string
  readonly is_unique: number
  readonly column: string | null
}

/**
 * Puts together what an engine says of its tables, so that both say it alike: tables, keys and indexes by
 * name.
 */
export function storedTables(
  tables: PhysicalTables,
  indexed: readonly IndexedColumn[],
  lastIds: ReadonlyMap<string, number>,
): StoredTable[] {
  const indexes = indexesByTable(indexed)
  return [...tables]
    .map(([name, { columns, foreignKeys }]) => ({
      name,
      columns,
      foreignKeys: [...foreignKeys].sort((a, b) => byCode(a.column, b.column)),
      indexes: indexes.get(name) ?? [],
      lastId: lastIds.get(name) ?? 0,
    }))
    .sort((a, b) => byCode(a.name, b.name))
}

function indexesByTable(indexed: readonly IndexedColumn[]): Map<string, StoredIndex[]> {
  const found = new Map<string, { table: string; unique: boolean; columns: (string | null)[] }>()
  for (const { in_table, name, is_unique, column } of indexed) {
    const index = found.get(name) ?? { table: in_table, unique: is_unique === 1, columns: [] }
    index.columns.push(column)
    found.set(name, index)
  }
  const byTable = new Map<string, StoredIndex[]>()
  for (const [name, { table, unique, columns }] of [...found].sort(([a], [b]) => byCode(a, b))) {
    const list = byTable.get(table) ?? []
    list.push({ name, unique, columns: columns.every((column) => column !== null) ? columns : [] })
    byTable.set(table, list)
  }
  return byTable
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
