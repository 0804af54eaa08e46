import {
  type Change,
  type ChangeSet,
  type ChangeSetsQuery,
  type FollowedSet,
  maxChangesFollowed,
} from '@trowel/contract/changes.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { isAdmin } from '../../access/global-level.js'
import { isOwnSet } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { ofPerson, whoseChanges } from '../../records/versions/whose-changes.js'
import { and, type Sql, sql } from '../../storage/sql.js'
import { isAboutRecord, type NetChange, selectAllChanges, selectChanges } from './change-store.js'
import { describeChanges, describeOld } from './describe-changes.js'
import { describeSets, isOldSet } from './describe-sets.js'
import { type Page, sliceOf } from './page.js'
import {
  type ChangeSetRow,
  countSets,
  isSeen,
  selectFirstSet,
  selectSetIdsAfter,
  selectSets,
} from './store.js'
import { ofTable, type SoughtChanges, soughtOf, visibleChanges } from './visible-changes.js'

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
  const whose = whoseSets(scope, query.user ?? '')
  if (!whose) return { total: 0, sets: [] }
  const visible = visibleChanges(scope, parts)
  const { table, record, origin, from, to } = query
  const recordTable = record && scope.catalogue.tables.get(record.table)
  if (record && !recordTable) return { total: 0, sets: [] }
  const where = and([
    ...whose,
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

/** The sets `s` of those whom the caller asks for; a key has those that were written with it. */
function whoseSets(scope: RequestScope, user: string): Sql[] | undefined {
  const { principal } = scope
  if (user === '' && principal.kind === 'key') return [sql`s."key_id" = ${principal.keyId}`]
  const by = whoseChanges(scope, user)
  return by && ofPerson(scope, by, sql`s."user_id"`)
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
  const whose = whoseSets(scope, isAdmin(scope.principal) ? '*' : '')
  const where = whose && and([sql`s."id" = ${setId}`, ...whose, isSeen(scope, visible)])
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
  const found = await readSetsAsAuthors(scope, parts, after, limit, sought)
  return { ...found, sets: found.sets.map((set) => asTold(scope, set)) }
}

/** The same, with what only the author of a set and administrators are told. */
export async function readSetsAsAuthors(
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
      ...set,
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

/** Whose sets can the caller undo, and read their notes? His own; an administrator those of everybody. */
export const mayKnowAll = ({ principal }: RequestScope, { user, key }: ChangeSet): boolean =>
  isOwnSet(principal, { userId: user, keyId: key?.id ?? null }) || isAdmin(principal)

/** What others say of their sets is for administrators, as in the list of sets. */
export const withoutSecrets = <Told extends ChangeSet>(set: Told): Told => ({
  ...set,
  key: null,
  note: null,
  undoable: false,
})

/** A set as its author is told of it, as it is told to the caller. */
export const asTold = <Told extends ChangeSet>(scope: RequestScope, set: Told): Told =>
  mayKnowAll(scope, set) ? set : withoutSecrets(set)
