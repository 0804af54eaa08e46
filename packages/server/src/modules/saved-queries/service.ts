import { isObject, type JsonObject } from '@trowel/contract/json.js'
import type { SavedQueryChangeBody, SaveQueryBody } from '@trowel/contract/saved-queries.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { creatorId } from '../../access/principal.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { parseJson, parseJsonObject } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { leadsToHidden } from '../../records/rows/search-criteria.js'
import type { SavedKind, SavedThing } from '../saved-things/index.js'
import { changeThing, contentText, listThings, readContent, saveThing } from '../saved-things/index.js'

export interface SavedQueryRow extends SavedThing {
  readonly tb: string
  /** JSON text. */
  readonly query: string | null
}

export const savedQueries: SavedKind = {
  table: 'sys_queries',
  columns: ['tb', 'query'],
  notFound: 'query_not_found',
  denied: 'query_access_denied',
}

/**
 * The caller's own queries and those that are shared, by id: those of tables that he may read, as are those
 * that others' lead to.
 */
export async function listSavedQueries(scope: RequestScope): Promise<SavedQueryRow[]> {
  const owner = creatorId(scope.principal)
  const rows = await listThings<SavedQueryRow>(scope, savedQueries)
  return rows.filter(({ tb, user_id, query }) => {
    const table = scope.catalogue.tables.get(tb)
    if (!table || !scope.rights.allows('read', table)) return false
    return user_id === owner || !leadsToHidden(scope, table, parseJsonObject(query ?? ''))
  })
}

/** What it asks, as it was saved. */
export function definitionOf({ query }: SavedQueryRow): JsonObject | null {
  const found = query === null ? null : parseJson(query)
  return isObject(found) ? found : null
}

/**
 * Keeps a query for the caller. What it asks is stored as it came and looked at only when it is run: tables
 * change.
 *
 * @throws `invalid_parameter`, `unknown_table`, `not_enough_privilege` when he may not read the table
 */
export async function saveQuery(
  scope: RequestScope,
  { name, tb, query }: Decoded<typeof SaveQueryBody>,
): Promise<SavedQueryRow> {
  const table = tableOf(scope.catalogue, tb)
  scope.rights.require('read', table)
  const content = contentText(readContent(query, 'query'), 'query')
  return saveThing(scope, savedQueries, { name, tb: table.name, query: content })
}

/**
 * Changes the name of a query or what it asks, or both.
 *
 * @throws `nothing_to_update`, `invalid_parameter`, `query_not_found`, `query_access_denied`
 */
export async function updateQuery(
  scope: RequestScope,
  queryId: number,
  { name, query: given }: Decoded<typeof SavedQueryChangeBody>,
): Promise<SavedQueryRow> {
  if (name === undefined && given === undefined) throw new AppError('nothing_to_update')
  return changeThing<SavedQueryRow>(scope, savedQueries, queryId, {
    ...(name !== undefined && { name }),
    ...(given !== undefined && { query: contentText(readContent(given, 'query'), 'query') }),
  })
}
