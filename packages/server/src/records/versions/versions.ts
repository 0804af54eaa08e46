import type { DiffKind } from '@trowel/contract/versions.js'
import { type Table, tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { join, type Sql, sql } from '../../storage/sql.js'
import type { RecordPart } from '../rows/record-part.js'
import { inBatches } from '../rows/row-batches.js'
import { contentOf, type VersionContent } from './content.js'
import { type Difference, differenceOf, type LabelOf, lookedUp, type RecordState } from './diff.js'
import { readableContents } from './readable-content.js'
import { readSnapshots } from './snapshots.js'
import {
  isVersionVisible,
  ofDeletedRecords,
  type Snapshot,
  selectNextContent,
  selectRecordLabels,
  selectVersion,
  selectVersionPage,
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
  return selectVersionsOf(scope.db.quick, scope, table, recordId)
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
  const reader = scope.db.quick
  const stored = Number.isSafeInteger(versionId) ? await selectVersion(reader, versionId) : undefined
  const table = stored && scope.catalogue.tables.get(stored.tb)
  if (!stored || !table || !(await isVersionVisible(reader, scope, table, stored.id))) {
    throw new AppError('version_not_found')
  }
  const [version] = await withReadableContent(scope, parts, [stored])
  if (!version) throw new AppError('version_not_found')
  const current = (await readSnapshots(reader, scope, table, [version.rowid])).get(version.rowid)
  const difference = diff && (await readDifference(scope, parts, table, { version, current }, diff))
  return { version, current, difference }
}

async function withReadableContent(
  scope: RequestScope,
  parts: readonly RecordPart[],
  rows: readonly (VersionRow & { readonly content: string })[],
): Promise<RecordVersion[]> {
  const versions = rows.map((row) => ({ ...row, content: contentOf(row.content) }))
  const contents = await readableContents(scope.db.scan, scope, parts, versions)
  return versions.map((version, place) => ({ ...version, content: contents[place] ?? version.content }))
}

async function readDifference(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  { version, current }: Omit<ReadVersion, 'difference'>,
  kind: DiffKind,
): Promise<Difference | undefined> {
  const after = kind === 'current' ? current : await stateAfter(scope, parts, table, version, current)
  if (after === 'hidden') return undefined
  const { tables } = scope.catalogue
  const labelOf = await readLabels(
    scope,
    lookedUp(tables, table, after ? [version.content, after] : [version.content]),
  )
  return differenceOf(tables, table, version.content, after, labelOf)
}

/** What the next change found is what this one left; the caller may see this one and not that one. */
async function stateAfter(
  scope: RequestScope,
  parts: readonly RecordPart[],
  table: Table,
  version: RecordVersion,
  current: RecordState | undefined,
): Promise<RecordState | 'hidden' | undefined> {
  if (version.operation === 'delete') return undefined
  const reader = scope.db.quick
  const next = await selectNextContent(reader, version)
  if (next === undefined) return current
  if (!(await isVersionVisible(reader, scope, table, next.id))) return 'hidden'
  const [after] = await withReadableContent(scope, parts, [{ ...version, content: next.content }])
  return after?.content
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

/** Versions that meet a condition on `v`, newest first, and how many there are in all. */
export async function readVersionPage(
  scope: RequestScope,
  parts: readonly RecordPart[],
  condition: Sql,
  page: Page,
): Promise<{ readonly total: number; readonly versions: readonly RecordVersion[] }> {
  const { total, versions } = await selectVersionPage(scope, condition, page)
  return { total, versions: await withReadableContent(scope, parts, versions) }
}

/** The versions with these ids, in any order. */
export async function readVersions(
  scope: RequestScope,
  parts: readonly RecordPart[],
  ids: readonly number[],
): Promise<readonly RecordVersion[]> {
  if (ids.length === 0) return []
  const page = { limit: ids.length, offset: 0 }
  return (await readVersionPage(scope, parts, sql`v."id" IN (${join(ids)})`, page)).versions
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
  return readVersionPage(scope, parts, ofDeletedRecords(table), page)
}
