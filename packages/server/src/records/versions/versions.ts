import type { DiffKind } from '@trowel/contract/versions.js'
import { type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Reader } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { inBatches } from '../rows/row-batches.js'
import { contentOf, emptyContent, type VersionContent } from './content.js'
import { type Difference, differenceOf, type LabelOf, lookedUp } from './diff.js'
import { readEarlier, readTakenAlong } from './earlier-states.js'
import { readableContents } from './readable-content.js'
import { readSnapshots, type Snapshot } from './snapshots.js'
import {
  isMomentSeen,
  selectDeletions,
  selectNextOld,
  selectOldContents,
  selectRecordLabels,
  selectVersion,
  selectVersionsOf,
  type VersionRow,
} from './store.js'

/** A version with as much of its content as the caller may read. */
export interface RecordVersion extends VersionRow {
  readonly content: VersionContent
}

/**
 * Who changed a record and when, newest first, also of one that was deleted. Nothing for a record that the
 * caller may not see.
 *
 * @throws `unknown_table`, `not_enough_privilege`
 */
export async function listVersions(
  scope: RequestScope,
  tableName: string,
  recordId: number,
): Promise<VersionRow[]> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  if (!Number.isSafeInteger(recordId)) return []
  return selectVersionsOf(scope.db.scan, scope, table, recordId)
}

/**
 * A version of a record with its whole content, and its table.
 *
 * @throws `version_not_found`, also when its table is gone, or it or the record is hidden from the caller
 */
export async function findVersion(
  reader: Reader,
  scope: RequestScope,
  parts: readonly RecordPart[],
  versionId: number,
): Promise<{ readonly table: Table; readonly version: RecordVersion }> {
  const found = Number.isSafeInteger(versionId) ? await selectVersion(reader, scope, versionId) : undefined
  const [content] = found ? await readContents(reader, scope, parts, [found.row]) : []
  if (!found || !content) throw new AppError('version_not_found')
  return { table: found.table, version: { ...found.row, content } }
}

/** What versions keep, in their order. */
async function readContents(
  reader: Reader,
  scope: RequestScope,
  parts: readonly RecordPart[],
  rows: readonly VersionRow[],
): Promise<VersionContent[]> {
  const contents = new Map<VersionRow, VersionContent>()
  const old = rows.filter(({ first }) => first === null)
  const texts = await selectOldContents(
    reader,
    old.map((row) => row.id),
  )
  for (const row of old) contents.set(row, contentOf(texts.get(row.id) ?? ''))
  for (const name of new Set(rows.map(({ tb }) => tb))) {
    const table = scope.catalogue.tables.get(name)
    if (!table) continue
    const own = rows.flatMap((row) =>
      row.tb === name && row.first !== null && row.last !== null
        ? [{ row, recordId: row.rowid, first: row.first, last: row.last, change: row.first }]
        : [],
    )
    const states = await readEarlier(reader, scope, table, own)
    const deleted = own.filter(({ row }) => row.operation === 'delete')
    const taken = await readTakenAlong(reader, parts, name, deleted)
    const related = new Map(deleted.map(({ row }, place) => [row, taken[place]]))
    for (const [place, { row }] of own.entries()) {
      contents.set(row, { ...(states[place] ?? emptyContent), related: related.get(row) })
    }
  }
  return rows.map((row) => contents.get(row) ?? emptyContent)
}

export interface ReadVersion {
  readonly version: RecordVersion
  /** The record as it is now; `undefined` when it is gone. */
  readonly current: Snapshot | undefined
  /** `undefined` also where the state to compare with is hidden from the caller. */
  readonly difference: Difference | undefined
}

/**
 * One version with its content, the record as it is now beside it.
 *
 * @throws `version_not_found`, also when its table is gone, or it or the record is hidden from the caller
 */
export async function readVersion(
  scope: RequestScope,
  parts: readonly RecordPart[],
  versionId: number,
  diff: DiffKind | undefined,
): Promise<ReadVersion> {
  const reader = scope.db.scan
  const { table, version: found } = await findVersion(reader, scope, parts, versionId)
  const [version = found] = await readable(scope, parts, [found])
  const current = (await readSnapshots(reader, scope, table, [version.rowid])).get(version.rowid)
  const difference = diff && (await readDifference(scope, parts, table, { version, current }, diff))
  return { version, current, difference }
}

/** The same versions with as much of their contents as the caller may read. */
async function readable(
  scope: RequestScope,
  parts: readonly RecordPart[],
  versions: readonly RecordVersion[],
): Promise<RecordVersion[]> {
  const contents = await readableContents(scope.db.scan, scope, parts, versions)
  return versions.map((version, place) => ({ ...version, content: contents[place] ?? version.content }))
}

/** The versions with as much of their contents as the caller may read. */
export async function withReadableContent(
  scope: RequestScope,
  parts: readonly RecordPart[],
  rows: readonly VersionRow[],
): Promise<RecordVersion[]> {
  const contents = await readContents(scope.db.scan, scope, parts, rows)
  return readable(
    scope,
    parts,
    rows.map((row, place) => ({ ...row, content: contents[place] ?? emptyContent })),
  )
}

async function readDifference(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  { version, current }: Omit<ReadVersion, 'difference'>,
  kind: DiffKind,
): Promise<Difference | undefined> {
  const after = kind === 'current' ? current : await stateAfter(scope, parts, table, version)
  if (after === 'hidden') return undefined
  const { tables } = scope.catalogue
  const labelOf = await readLabels(
    scope,
    lookedUp(tables, table, after ? [version.content, after] : [version.content]),
  )
  return differenceOf(tables, table, version.content, after, labelOf)
}

/** The state that the change left; the caller may see the one before and not that one. */
async function stateAfter(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  version: RecordVersion,
): Promise<Snapshot | 'hidden' | undefined> {
  if (version.operation === 'delete') return undefined
  const reader = scope.db.scan
  const nextOld = version.last === null ? await selectNextOld(reader, version) : undefined
  if (nextOld) {
    if (!(await selectVersion(reader, scope, nextOld.id))) return 'hidden'
    const [after] = await withReadableContent(scope, parts, [nextOld])
    return after?.content
  }
  // The last old version left what the journal began with.
  const change = (version.last ?? version.id) + 1
  if (!(await isMomentSeen(reader, scope, table, { recordId: version.rowid, change }))) return 'hidden'
  const [after] = await readEarlier(reader, scope, table, [{ recordId: version.rowid, change }])
  const [shown] = await readable(
    scope,
    parts,
    after ? [{ ...version, content: { ...after, related: undefined } }] : [],
  )
  return shown?.content
}

async function readLabels(
  scope: RequestScope,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<LabelOf> {
  const labels = new Map<string, string | null>()
  for (const [name, ids] of wanted) {
    const table = scope.catalogue.tables.get(name)
    if (!table || !scope.rights.visibilityOf(table).readable) continue
    for (const some of inBatches(ids)) {
      for (const { id, label } of await selectRecordLabels(scope.db.quick, scope, table, some)) {
        labels.set(`${name}:${id}`, label)
      }
    }
  }
  return (table, recordId) => labels.get(`${table}:${recordId}`) ?? null
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** What records are called, as far as the caller may see them. */
export function recordLabels(
  scope: RequestScope,
  records: readonly { readonly tb: string; readonly rowid: number }[],
): Promise<LabelOf> {
  const wanted = new Map<string, Set<number>>()
  for (const { tb, rowid } of records) wanted.set(tb, (wanted.get(tb) ?? new Set()).add(rowid))
  return readLabels(scope, wanted)
}

/**
 * The records of a table that were deleted and are not there now, each with its latest deletion, newest
 * first. A caller who has a row filter on the table gets none: what is gone cannot be matched.
 *
 * @throws `unknown_table`, `not_enough_privilege`
 */
export async function listDeleted(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  page: Page,
): Promise<{ readonly total: number; readonly versions: readonly RecordVersion[] }> {
  const table = tableOf(scope.catalogue, tableName)
  scope.rights.require('read', table)
  if (scope.rights.visibilityOf(table).restriction) return { total: 0, versions: [] }
  const { total, versions } = await selectDeletions(scope, table, page)
  return { total, versions: await withReadableContent(scope, parts, versions) }
}
