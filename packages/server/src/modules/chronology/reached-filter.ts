import type { Table } from '../../catalogue/catalogue.js'
import type { JsonObject } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { readSearchCriteria } from '../../records/rows/search-criteria.js'
import type { DatedRow, Hop } from './store.js'

/** More values than these do not fit between the brackets of an address. */
const maxIds = 200

/** What lists the records that were reached: their ids, or, for many, the way to them. */
export function reachedFilter(
  scope: RequestScope,
  root: Table,
  recordId: number,
  hops: readonly Hop[],
  reached: readonly DatedRow[],
): JsonObject {
  const way = reached.length > maxIds ? filterAlong(root, recordId, hops) : undefined
  const last = hops.at(-1)?.table
  if (way && last && isUnderstood(scope, last, way)) return way
  return { id: { _in: reached.map((row) => row.id).sort((a, b) => a - b) } }
}

/** The way as a filter crosses tables; `undefined` when it is not made of lookup fields alone. */
function filterAlong(root: Table, recordId: number, hops: readonly Hop[]): JsonObject | undefined {
  let filter: JsonObject = { _eq: recordId }
  let previous = root
  for (const { table, ways } of hops) {
    const leadsBack = ({ column, target }: Hop['ways'][number]): boolean =>
      target === 'id' && table.fields.get(column)?.idFromTable === previous.name
    if (!ways.every(leadsBack)) return undefined
    const before = filter
    const parts = ways.map(({ column }): JsonObject => ({ [column]: before }))
    const [only] = parts
    filter = only && parts.length === 1 ? only : { _or: parts }
    previous = table
  }
  return filter
}

/** A long way over many relations may be more than a filter may hold. */
function isUnderstood(scope: RequestScope, table: Table, filter: JsonObject): boolean {
  try {
    readSearchCriteria(scope, table, { filter }, {})
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
