import type { StoredTable } from '../../storage/storage.js'
import { columnNamePattern, tableNamePattern } from './manifest.js'

const tableName = new RegExp(tableNamePattern)
const columnName = new RegExp(columnNamePattern)

/**
 * What a backup can carry of the tables of a database. What was made there by hand may be of other shapes: it
 * is left out, and said, since one such index would be a reason to have no backup at all.
 */
export function fitTables(
  tables: readonly StoredTable[],
  isKnownIndex: (name: string) => boolean,
): { readonly fit: readonly StoredTable[]; readonly leftOut: readonly string[] } {
  const leftOut: string[] = []
  const keep = (isFit: boolean, name: string): boolean => {
    if (!isFit) leftOut.push(name)
    return isFit
  }
  const shaped = tables.filter((table) => keep(hasShape(table), table.name))
  const names = new Set(shaped.map(({ name }) => name))
  const fit = shaped.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.filter((key) =>
      keep(names.has(key.table), `${table.name}.${key.column} → ${key.table}`),
    ),
    indexes: table.indexes.filter(({ name, columns }) =>
      keep(columns.length > 0 || isKnownIndex(name), `${table.name}: ${name}`),
    ),
  }))
  return { fit, leftOut }
}

const hasShape = ({ name, columns }: StoredTable): boolean =>
  tableName.test(name) &&
  columns.every((column) => columnName.test(column.name)) &&
  columns.some((column) => column.name === 'id' && column.type === 'INTEGER')
