import type { SqlValue } from './sql.js'
import type { JsonColumn, JsonRows } from './storage.js'

/** The columns whose ids an engine answers beside the text, each as a list with commas. */
export const columnsOfIds = (columns: readonly JsonColumn[]): readonly JsonColumn[] =>
  columns.filter(({ holdsIds }) => holdsIds)

/** @param lists what the engine answered for each of `columnsOfIds`; NULL where every row is empty */
export function jsonRows(
  text: Uint8Array,
  columns: readonly JsonColumn[],
  lists: readonly (SqlValue | undefined)[],
): JsonRows {
  const ids = columnsOfIds(columns).map(({ name }, k) => [name, idsIn(lists[k])] as const)
  return { text, ids: new Map(ids) }
}

function idsIn(list: SqlValue | undefined): Set<number> {
  const numbers = typeof list === 'string' ? list.split(',').map(Number) : []
  return new Set(numbers.filter(Number.isSafeInteger))
}
