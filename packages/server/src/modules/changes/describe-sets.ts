import type { Change, ChangeSet } from '@trowel/contract/changes.js'
import { canWrite, isAdmin, isSuperAdmin } from '../../access/global-level.js'
import { mainTables } from '../../catalogue/catalogue.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { recordLabels } from '../../records/versions/versions.js'
import { selectAllChanges } from './change-store.js'
import {
  type ChangeSetRow,
  countPartly,
  selectCounts,
  selectOldRecords,
  selectUndone,
  type TableCounts,
} from './store.js'
import { countsByEntity, titleOf } from './title.js'
import type { VisibleChanges } from './visible-changes.js'

/** Is it a version from before the journal, which has no changes in it? */
export const isOldSet = ({ first_change }: ChangeSetRow): boolean => first_change === 0

/**
 * Sets with the counts that the caller sees. The rest is what their authors are told, if they see as much:
 * the notes, the keys, and whether they can be undone.
 */
export async function describeSets(
  scope: RequestScope,
  visible: VisibleChanges,
  rows: readonly ChangeSetRow[],
): Promise<ChangeSet[]> {
  const all = await selectCounts(
    scope,
    rows.map(({ id }) => id),
  )
  const some = all.filter(({ tb }) => visible.partly.has(tb)).map((counts) => counts.set_id)
  const seen = [
    ...all.filter(({ tb }) => visible.whole.has(tb)),
    ...(await countPartly(scope, visible, [...new Set(some)])),
  ]
  const undone = await selectUndone(
    scope,
    rows.map(({ id }) => id),
  )
  const { catalogue } = scope
  const only = await onlyRecords(scope, visible, rows, seen)
  return rows.map((row) => {
    const ofSet = ({ set_id }: TableCounts): boolean => set_id === row.id
    const counts = seen.filter(ofSet)
    const { text, sentence, facts } = titleOf(catalogue, row, counts)
    return {
      id: row.id,
      time: wireTime(row.time),
      user: row.user_id,
      user_name: row.user_name,
      key: row.key_id === null ? null : { id: row.key_id, label: row.key_label },
      origin: row.origin,
      note: row.note,
      title: text,
      sentence,
      facts,
      counts: countsByEntity(catalogue, counts),
      record: only.get(row.id) ?? null,
      undone_by: row.undone_by,
      undoes: undone.get(row.id) ?? null,
      undoable: isUndoable(scope, row, all.filter(ofSet), counts),
      incomplete: row.incomplete === 1 || bringsBackup(row),
    }
  })
}

/** Sets of so many rows at most are looked into for the one record that they changed. */
const maxRowsLookedInto = 100

/** The records of those sets that changed one alone, with what hangs from it. */
async function onlyRecords(
  scope: RequestScope,
  visible: VisibleChanges,
  rows: readonly ChangeSetRow[],
  seen: readonly TableCounts[],
): Promise<ReadonlyMap<number, Change['record']>> {
  const mains = new Set(mainTables(scope.catalogue).map(({ name }) => name))
  const records = new Map<number, number>()
  for (const counts of seen.filter(({ tb }) => mains.has(tb)))
    records.set(counts.set_id, (records.get(counts.set_id) ?? 0) + changed(counts))
  const sets = rows.filter(
    ({ id, first_change, last_change }) =>
      records.get(id) === 1 && last_change - first_change < maxRowsLookedInto,
  )
  const all = await selectAllChanges(
    scope,
    visible,
    sets.map(({ id }) => id),
  )
  const found = all.filter(({ tb }) => mains.has(tb))
  const old = await selectOldRecords(
    scope,
    sets.filter(isOldSet).map(({ id }) => id),
  )
  const only = new Map(
    sets.flatMap((set) => {
      const change = found.find(({ id }) => id >= set.first_change && id <= set.last_change)
      const record = change ? { tb: change.tb, rowid: change.row_id } : old.get(set.id)
      return record ? [[set.id, record] as const] : []
    }),
  )
  const labelOf = await recordLabels(scope, [...only.values()])
  return new Map(
    [...only].map(([set, { tb, rowid }]) => [set, { table: tb, id: rowid, label: labelOf(tb, rowid) }]),
  )
}

const changed = ({ created, updated, deleted }: TableCounts): number => created + updated + deleted

/** Is it the set of a restored backup? Only that has no changes of its own. */
const bringsBackup = ({ incomplete, first_change, last_change }: ChangeSetRow): boolean =>
  incomplete === 0 && first_change > last_change

/** As far as it can be told without a look at the rows. */
function isUndoable(
  scope: RequestScope,
  set: ChangeSetRow,
  all: readonly TableCounts[],
  seen: readonly TableCounts[],
): boolean {
  const { application, catalogue } = scope
  if (
    set.incomplete === 1 ||
    isOldSet(set) ||
    set.undone_by !== null ||
    application.settings.status === 'frozen'
  )
    return false
  // What was done for the sake of the configuration stays with it.
  if (all.some(({ tb }) => entityOf(catalogue, tb) === 'configuration')) return false
  const undone = all.filter((each) => changed(each) > 0)
  return (
    undone.length > 0 &&
    undone.every(
      (each) =>
        mayWrite(scope, each.tb) &&
        seen.some(({ tb, ...counts }) => tb === each.tb && changed({ tb, ...counts }) === changed(each)),
    )
  )
}

/** May the caller change rows of the table at all? */
function mayWrite({ principal, rights, catalogue }: RequestScope, name: string): boolean {
  const table = catalogue.tables.get(name)
  if (table) return rights.allows('edit', table)
  const entity = entityOf(catalogue, name)
  if (entity === 'vocabulary_item') return isAdmin(principal)
  if (entity === 'template') return isSuperAdmin(principal)
  return entity !== undefined && canWrite(principal)
}
