import { type FollowedSet, maxChangesFollowed } from '@trowel/contract/changes.js'
import { mainTableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { and } from '../../storage/sql.js'
import { isAboutRecord, selectRecordChanges } from './change-store.js'
import { describeChanges } from './describe-changes.js'
import { describeSets } from './describe-sets.js'
import { type Page, sliceOf } from './page.js'
import { asTold } from './service.js'
import { countSets, isSeen, selectSets } from './store.js'
import { visibleChanges } from './visible-changes.js'

/**
 * The life of a record, also of one that was deleted: the sets of everyone who changed it or what hangs from
 * it, newest first, each with its changes of these, as far as the caller sees them.
 *
 * @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`
 */
export async function listRecordChanges(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  recordId: number,
  page: Page,
): Promise<{ readonly total: number; readonly sets: readonly FollowedSet[] }> {
  const table = mainTableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  if (!Number.isSafeInteger(recordId)) return { total: 0, sets: [] }
  const visible = visibleChanges(scope, parts)
  const record = { table, recordId }
  const where = and([isAboutRecord(scope, visible, parts, record), isSeen(scope, visible)])
  const total = await countSets(scope, where)
  const slice = sliceOf(page)
  const rows = slice.offset < total ? await selectSets(scope, where, slice) : []
  const ids = rows.map(({ id }) => id)
  const found = await selectRecordChanges(scope, visible, parts, record, ids)
  const ofSet = new Map(ids.map((id) => [id, found.filter(({ set_id }) => set_id === id)]))
  const told = [...ofSet.values()].flatMap((changes) => changes.slice(0, maxChangesFollowed))
  const described = await describeChanges(scope, parts, told)
  const sets = await describeSets(scope, visible, rows)
  return {
    total,
    sets: sets.map((set) => {
      const changes = ofSet.get(set.id) ?? []
      return {
        ...asTold(scope, set),
        total: changes.length,
        changes: changes.flatMap(({ id }) => described.get(id) ?? []),
      }
    }),
  }
}
