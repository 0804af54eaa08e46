import {
  type Change,
  type ChangeOperation,
  type ChangeSet,
  type ChangeSetsQuery,
  type FollowedSet,
  maxChangesFollowed,
} from '@trowel/contract/changes.js'
import { english } from '@trowel/contract/messages/en/english.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { canWrite, isAdmin, isSuperAdmin } from '../../access/global-level.js'
import { mainTables, storedFields } from '../../catalogue/catalogue.js'
import { entityOf } from '../../catalogue/changed-entity.js'
import { systemPrefix, systemTables } from '../../catalogue/system-tables.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import type { RowDifference } from '../../records/versions/diff.js'
import { readVersion, recordLabels } from '../../records/versions/versions.js'
import { ofPerson, whoseChanges } from '../../records/versions/whose-changes.js'
import { and, sql } from '../../storage/sql.js'
import { changesWithoutBytes } from '../files/index.js'
import { type Page, sliceOf } from './page.js'
import {
  type ChangeSetRow,
  countPartly,
  countSets,
  isAboutRecord,
  isSeen,
  type NetChange,
  type RowState,
  type StateColumn,
  type States,
  selectAllChanges,
  selectChanges,
  selectCounts,
  selectFirstSet,
  selectOldRecords,
  selectSetIdsAfter,
  selectSets,
  selectStates,
  selectUndone,
  type TableCounts,
} from './store.js'
import { countsByEntity, titleOf } from './title.js'
import {
  ofTable,
  type SoughtChanges,
  soughtOf,
  type VisibleChanges,
  visibleChanges,
} from './visible-changes.js'

/**
 * Sets of changes of the caller, or, for an administrator, of those he asks for, newest first; as much of
 * each as the caller may see, and none of which that is nothing.
 *
 * @throws `not_enough_privilege` when another user asks for the changes of others
 */
export async function listChangeSets(
  scope: RequestScope,
  parts: readonly RecordPart[],
  query: Decoded<typeof ChangeSetsQuery>,
  page: Page,
): Promise<{ readonly total: number; readonly sets: readonly ChangeSet[] }> {
  const by = whoseChanges(scope, query.user ?? '')
  if (!by) return { total: 0, sets: [] }
  const visible = visibleChanges(scope, parts)
  const { table, record, origin, from, to } = query
  const recordTable = record && scope.catalogue.tables.get(record.table)
  if (record && !recordTable) return { total: 0, sets: [] }
  const where = and([
    ...ofPerson(scope, by, sql`s."user_id"`),
    ...(origin === undefined ? [] : [sql`s."origin" = ${origin}`]),
    ...(from === undefined ? [] : [sql`s."time" >= ${from.start}`]),
    ...(to === undefined ? [] : [sql`s."time" < ${to.end}`]),
    ...(record && recordTable
      ? [isAboutRecord(scope, visible, parts, { table: recordTable, recordId: record.id })]
      : []),
    isSeen(scope, table === undefined ? visible : ofTable(visible, table)),
  ])
  const total = await countSets(scope, where)
  const slice = sliceOf(page)
  const rows = slice.offset < total ? await selectSets(scope, where, slice) : []
  return { total, sets: await describeSets(scope, visible, rows) }
}

export interface ReadChangeSet {
  readonly set: ChangeSet
  readonly total: number
  readonly changes: readonly Change[]
  /** It is a version from before the journal. */
  readonly isOld: boolean
}

/**
 * A set with a page of its changes.
 *
 * @throws `change_set_not_found`, also for a set of somebody else, and one of which the caller may see
 *   nothing
 */
export async function readChangeSet(
  scope: RequestScope,
  parts: readonly RecordPart[],
  setId: number,
  page: Page,
): Promise<ReadChangeSet> {
  const visible = visibleChanges(scope, parts)
  const by = whoseChanges(scope, isAdmin(scope.principal) ? '*' : '')
  const where =
    by && and([sql`s."id" = ${setId}`, ...ofPerson(scope, by, sql`s."user_id"`), isSeen(scope, visible)])
  const [row] = where ? await selectSets(scope, where, { limit: 1, offset: 0 }) : []
  const [set] = row ? await describeSets(scope, visible, [row]) : []
  if (!row || !set) throw new AppError('change_set_not_found')
  const slice = sliceOf(page)
  if (isOldSet(row)) {
    const changes = await describeOld(scope, parts, row.id)
    const { offset, limit } = slice
    return { set, total: changes.length, changes: changes.slice(offset, offset + limit), isOld: true }
  }
  const total = totalOf(set)
  const found = slice.offset < total ? await selectChanges(scope, visible, row, slice) : []
  const described = await describeChanges(scope, parts, found)
  return { set, total, changes: [...described.values()], isOld: false }
}

/** Is it a version from before the journal, which has no changes in it? */
const isOldSet = ({ first_change }: ChangeSetRow): boolean => first_change === 0

/** What the change of an old version did, to the record and to its plugin rows. */
async function describeOld(
  scope: RequestScope,
  parts: readonly RecordPart[],
  versionId: number,
): Promise<Change[]> {
  const { version, difference } = await readVersion(scope, parts, versionId, 'change')
  const { tb, rowid } = version
  const record = { table: tb, id: rowid, label: (await recordLabels(scope, [version]))(tb, rowid) }
  const fieldsOf = ({ fields }: Pick<RowDifference, 'fields'>): Change['fields'] =>
    fields.map(({ field, label, before, after }) => ({
      field,
      label,
      before: wireValue(before),
      after: wireValue(after),
    }))
  const ofRows = (table: string, operation: ChangeOperation, rows: readonly RowDifference[]): Change[] =>
    rows.map((row) => ({
      entity: 'plugin_row',
      table,
      id: row.id,
      record,
      operation,
      fields: fieldsOf(row),
    }))
  return [
    {
      entity: 'record',
      table: tb,
      id: rowid,
      record,
      operation: version.operation === 'delete' ? 'deleted' : 'updated',
      fields: fieldsOf({ fields: difference?.fields ?? [] }),
    },
    ...(difference?.plugins ?? []).flatMap((plugin) => [
      ...ofRows(plugin.tb, 'created', plugin.added),
      ...ofRows(plugin.tb, 'updated', plugin.changed),
      ...ofRows(plugin.tb, 'deleted', plugin.removed),
    ]),
  ]
}

const totalOf = ({ counts }: ChangeSet): number =>
  Object.values(counts).reduce(
    (total, { created, updated, deleted }) => total + created + updated + deleted,
    0,
  )

/** How many changes are told at once, of all sets together. */
const maxChangesAtOnce = 1000

export interface LaterSets {
  readonly sets: readonly FollowedSet[]
  /** The id up to which there is nothing else that the caller sees. */
  readonly last: number
  /** Are there later ones already? */
  readonly more: boolean
}

/**
 * What anybody changed after a set, oldest first, as far as the caller sees the rows. Notes and keys are told
 * to those to whom the list of sets tells them.
 */
export async function readSetsAfter(
  scope: RequestScope,
  parts: readonly RecordPart[],
  after: number,
  limit: number,
  sought: SoughtChanges = {},
): Promise<LaterSets> {
  const ids = await selectSetIdsAfter(scope, after, limit + 1)
  const newest = ids.slice(0, limit).at(-1)
  if (newest === undefined) return { sets: [], last: after, more: false }
  const visible = soughtOf(visibleChanges(scope, parts), sought, scope.catalogue, parts)
  const isLater = [sql`s."id" > ${after}`, sql`s."id" <= ${newest}`, sql`s."first_change" > 0`]
  const where = and([...isLater, isSeen(scope, visible)])
  const rows = (await selectSets(scope, where, { limit, offset: 0 })).reverse()
  const described = await describeSets(scope, visible, rows)
  const taken: { readonly row: ChangeSetRow; readonly set: ChangeSet; readonly total: number }[] = []
  let left = maxChangesAtOnce
  for (const [k, set] of described.entries()) {
    const row = rows[k]
    if (!row) break
    const total = totalOf(set)
    // Something may have taken the rows away since the set was found.
    if (total === 0 && !set.incomplete) continue
    left -= isShort(row) ? total : maxChangesFollowed
    if (left < 0) break
    taken.push({ row, set, total })
  }
  const found = new Map<number, readonly NetChange[]>()
  const short = taken.filter(({ row }) => isShort(row)).map(({ row }) => row)
  const ofShort = await selectAllChanges(
    scope,
    visible,
    short.map(({ id }) => id),
  )
  for (const { row } of taken) {
    found.set(
      row.id,
      isShort(row)
        ? ofShort.filter((change) => change.id >= row.first_change && change.id <= row.last_change)
        : await selectChanges(scope, visible, row, { limit: maxChangesFollowed, offset: 0 }),
    )
  }
  const changes = await describeChanges(scope, parts, [...found.values()].flat())
  const isWhole = left >= 0
  return {
    sets: taken.map(({ row, set, total }) => ({
      ...withoutSecrets(scope, set),
      total,
      changes: (found.get(row.id) ?? []).flatMap(({ id }) => changes.get(id) ?? []),
    })),
    last: isWhole ? newest : (taken.at(-1)?.row.id ?? after),
    more: !isWhole || ids.length > limit,
  }
}

/** How many sets are passed over in one step. */
const setsInOneStep = 500

/**
 * The first set after one of which the caller sees something that is wanted.
 * @returns `last` as `readSetsAfter`; without a set, and with `more`, ask again from there
 */
export async function readNextSet(
  scope: RequestScope,
  parts: readonly RecordPart[],
  after: number,
  sought: SoughtChanges,
): Promise<Omit<LaterSets, 'sets'> & { readonly set: FollowedSet | undefined }> {
  const ids = await selectSetIdsAfter(scope, after, setsInOneStep + 1)
  const newest = ids.slice(0, setsInOneStep).at(-1)
  if (newest === undefined) return { set: undefined, last: after, more: false }
  const visible = soughtOf(visibleChanges(scope, parts), sought, scope.catalogue, parts)
  const where = and([sql`s."id" > ${after}`, sql`s."id" <= ${newest}`, isSeen(scope, visible)])
  const first = await selectFirstSet(scope, where)
  if (first === undefined) return { set: undefined, last: newest, more: ids.length > setsInOneStep }
  const { sets } = await readSetsAfter(scope, parts, first - 1, 1, sought)
  return { set: sets[0], last: first, more: true }
}

/** Are all of its changes told? */
const isShort = ({ first_change, last_change }: ChangeSetRow): boolean =>
  last_change - first_change < maxChangesFollowed

/** What others say of their sets is for administrators, as in the list of sets. */
export function withoutSecrets({ principal }: RequestScope, set: ChangeSet): ChangeSet {
  const isOwn = principal.kind === 'user' && principal.id === set.user
  return isOwn || isAdmin(principal) ? set : { ...set, key: null, note: null }
}

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
  const { principal, application, catalogue } = scope
  const isOwn = principal.kind === 'user' && principal.id === set.user_id
  if (
    set.incomplete === 1 ||
    isOldSet(set) ||
    set.undone_by !== null ||
    application.settings.status === 'frozen'
  )
    return false
  if (!isOwn && !isAdmin(principal)) return false
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

/** The fields of a table that are shown, with their labels. */
interface ShownTable {
  readonly fields: readonly (StateColumn & { readonly label: string })[]
}

const labels: Readonly<Partial<Record<string, string>>> = english.changedFields

function shownTable({ catalogue }: RequestScope, name: string): ShownTable {
  const table = catalogue.tables.get(name)
  if (table) {
    const fields = [...storedFields(table).values()].filter((field) => field.name !== 'id')
    return { fields: fields.map((field) => ({ name: field.name, type: field.dbType, label: field.label })) }
  }
  const columns = systemTables.find((one) => one.name === name)?.columns ?? []
  return {
    fields: columns.flatMap((column) => {
      const label = labels[`${name.slice(systemPrefix.length)}.${column.name}`]
      return label === undefined ? [] : [{ name: column.name, type: column.type, label }]
    }),
  }
}

/** The changes in their order, by their ids. */
export async function describeChanges(
  scope: RequestScope,
  parts: readonly RecordPart[],
  found: readonly NetChange[],
): Promise<ReadonlyMap<number, Change>> {
  const described = new Map<number, Omit<Change, 'record'> & { readonly record: RecordKey | null }>()
  for (const name of new Set(found.map(({ tb }) => tb))) {
    const ofTable = found.filter(({ tb }) => tb === name)
    const entity = entityOf(scope.catalogue, name)
    if (entity === undefined) continue
    const { fields } = shownTable(scope, name)
    const states = await selectStates(scope, name, fields, ofTable)
    const changed = ofTable.filter(({ operation }) => entity === 'file' && operation !== 'created')
    const lost = await changesWithoutBytes(
      scope.db.quick,
      changed.map(({ id }) => id),
    )
    for (const change of ofTable) {
      const { before, after } = statesOf(change, states)
      const record = recordOf(scope, parts, change, after ?? before)
      described.set(change.id, {
        entity,
        table: tableOfRow(scope, change, record, after ?? before),
        id: change.row_id,
        record,
        operation: change.operation,
        ...(lost.has(change.id) && { bytes_gone: true as const }),
        fields: fields.flatMap(({ name: field, label }) => {
          const [was, is] = [before?.[field] ?? null, after?.[field] ?? null]
          return was === is ? [] : [{ field, label, before: wireValue(was), after: wireValue(is) }]
        }),
      })
    }
  }
  const records = [...described.values()].flatMap(({ record }) => record ?? [])
  const labelOf = await recordLabels(
    scope,
    records.map(({ table, id }) => ({ tb: table, rowid: id })),
  )
  const changes = new Map<number, Change>()
  for (const { id } of found) {
    const change = described.get(id)
    if (!change) continue
    const { record } = change
    changes.set(id, { ...change, record: record && { ...record, label: labelOf(record.table, record.id) } })
  }
  return changes
}

/**
 * A row that a set created was not there before, whatever had its id earlier; one that it deleted is gone.
 */
function statesOf({ id, operation }: NetChange, states: ReadonlyMap<number, States>): States {
  const { before, after } = states.get(id) ?? {}
  return {
    ...(operation !== 'created' && before && { before }),
    ...(operation !== 'deleted' && after && { after }),
  }
}

interface RecordKey {
  readonly table: string
  readonly id: number
}

/** The record itself, or the one from which the row hangs; of two the first. */
function recordOf(
  { catalogue }: RequestScope,
  parts: readonly RecordPart[],
  { tb, row_id }: NetChange,
  state: RowState | undefined,
): RecordKey | null {
  const table = catalogue.tables.get(tb)
  if (table && !table.isPlugin) return { table: tb, id: row_id }
  const end = parts.find(({ attachedTable }) => attachedTable.table === tb)?.attachedTable.ends[0]
  const [owner, recordId] = table
    ? [table.parent, state?.['id_link']]
    : [end && state?.[end.table], end && state?.[end.record]]
  return typeof owner === 'string' && typeof recordId === 'number' ? { table: owner, id: recordId } : null
}

/** Where the rows of a table of the service name the configured table to which they belong. */
const namesOfTables = ['tb', 'table_name', 'from_tb'] as const

function tableOfRow(
  { catalogue }: RequestScope,
  { tb }: NetChange,
  record: RecordKey | null,
  state: RowState | undefined,
): string | null {
  if (catalogue.tables.has(tb)) return tb
  if (record) return record.table
  const named = namesOfTables.map((column) => state?.[column]).find((name) => typeof name === 'string')
  return typeof named === 'string' ? named : null
}

const wireValue = (value: RowState[string]): string | number | null =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : String(value)
