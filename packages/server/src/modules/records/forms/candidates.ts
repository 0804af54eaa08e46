import { fieldOf, type Table, tableOf } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Condition } from '../../../query/condition.js'
import { visibleCondition } from '../../../records/rows/search-criteria.js'
import { type NamedRecord, selectNamed } from './candidates-store.js'

const maxCandidates = 20

/** Records of which the id field contains the text, ignoring case; every record when the text is `''`. */
export const namedLike = (table: Table, text: string): Condition | undefined =>
  text === ''
    ? undefined
    : { kind: 'compare', field: fieldOf(table, table.idField), operator: '_icontains', value: text }

/**
 * Records that a user may mean while he types: those whose name contains the text, by name; the newest ones
 * before he types. In a table whose records have no other name than their id, the one record with that id.
 *
 * @throws `unknown_table`, `not_enough_privilege`
 */
export async function listLinkCandidates(
  scope: RequestScope,
  tableName: string,
  text = '',
): Promise<NamedRecord[]> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  if (text === '')
    return selectNamed(scope, table, visibleCondition(scope, table, undefined), 'newest', maxCandidates)
  const asked = table.idField === 'id' ? withId(table, text) : namedLike(table, text)
  if (!asked) return []
  return selectNamed(scope, table, visibleCondition(scope, table, asked), 'name', maxCandidates)
}

function withId(table: Table, text: string): Condition | undefined {
  const recordId = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(recordId)) return undefined
  return { kind: 'compare', field: fieldOf(table, 'id'), operator: '_eq', value: recordId }
}
