import type { SqlValue } from '../sql.js'
import type { JsonColumn } from '../storage.js'

/** Brings the values of a row, whose columns have these names, into the order of `columns`. */
export function inOrder(
  names: readonly string[],
  columns: readonly JsonColumn[],
): (row: SqlValue[]) => SqlValue[] {
  if (columns.every(({ name }, k) => names[k] === name)) return (row) => row
  const places = columns.map(({ name }) => names.indexOf(name))
  return (row) => places.map((place) => row[place] ?? null)
}
