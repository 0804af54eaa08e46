import { fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { changes } from '../../storage/journal/journal-tables.js'
import { and, id, join, type Sql, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { andVisible } from '../rows/row-access.js'
import { isOldSeen, isSeenAt } from './access.js'
import type { Moment } from './earlier-states.js'
import { journaledDeletionsOf, journaledVersionsOf, stateOfChange } from './journaled-versions.js'

/**
 * Versions of records. Those since the journal began are read from it (`journaled-versions.ts`); old ones
 * stand in `sys_versions` with their states as JSON, and their ids are below all others.
 */

/** Who did what to which record, and when. */
export interface VersionRow {
  readonly id: number
  readonly tb: string
  readonly rowid: number
  /** 0 for a caller who is no user of the application. */
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
  readonly operation: string
  /** The first and the last change of its set; NULL for an old version. */
  readonly first: number | null
  readonly last: number | null
}

const oldVersions = (where: Sql): Sql => sql`
  SELECT v."id", v."tb", v."rowid", v."userid", p."name" AS "user_name", v."time", v."operation",
    CAST(NULL AS BIGINT) AS "first", CAST(NULL AS BIGINT) AS "last"
  FROM ${id('sys_versions')} v LEFT JOIN ${id('sys_users')} p ON p."id" = v."userid" WHERE ${where}`

const oldOf = (scope: RequestScope, table: Table, recordId: number): Sql =>
  and([sql`v."tb" = ${table.name}`, sql`v."rowid" = ${recordId}`, ...isOldSeen(scope, table)])

const together = (queries: readonly (Sql | undefined)[]): Sql =>
  join(
    queries.filter((query) => query !== undefined),
    ' UNION ALL ',
  )

/** The versions of a record that the caller may see, newest first. */
export const selectVersionsOf = (
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<VersionRow[]> =>
  reader.all<VersionRow>(
    sql`SELECT * FROM (${together([
      journaledVersionsOf(scope, table, recordId),
      oldVersions(oldOf(scope, table, recordId)),
    ])}) a ORDER BY a."id" DESC`,
  )

/** A version that the caller may see, with its table. */
export async function selectVersion(
  reader: Reader,
  scope: RequestScope,
  versionId: number,
): Promise<{ readonly table: Table; readonly row: VersionRow } | undefined> {
  const place = (await placeOfOld(reader, versionId)) ?? (await placeInJournal(reader, scope, versionId))
  const table = place && scope.catalogue.tables.get(place.tb)
  if (!table || !scope.rights.visibilityOf(table).readable) return undefined
  const query =
    place.set === undefined
      ? oldVersions(and([sql`v."id" = ${versionId}`, ...isOldSeen(scope, table)]))
      : journaledVersionsOf(scope, table, place.rowid, place.set)
  const rows = query ? await reader.all<VersionRow>(query) : []
  const row = rows.find((one) => one.id === versionId)
  return row && { table, row }
}

interface Place {
  readonly tb: string
  readonly rowid: number
  /** The set of a version out of the journal. */
  readonly set?: number
}

const placeOfOld = (reader: Reader, versionId: number): Promise<Place | undefined> =>
  reader.get<Place>(sql`SELECT "tb", "rowid" FROM ${id('sys_versions')} WHERE "id" = ${versionId}`)

/** Of the record that a change is about. */
async function placeInJournal(
  reader: Reader,
  { catalogue }: RequestScope,
  changeId: number,
): Promise<Place | undefined> {
  const change = await reader.get<{ set: number; tb: string; row: number }>(
    sql`SELECT "set_id" AS "set", "tb", "row_id" AS "row" FROM ${id(changes)} WHERE "id" = ${changeId}`,
  )
  const changed = change && catalogue.tables.get(change.tb)
  if (!changed) return undefined
  if (changed.parent === undefined) return { tb: change.tb, rowid: change.row, set: change.set }
  const owner = await reader.get<{ owner: number | null }>(
    sql`SELECT ${stateOfChange(changed.name, fieldOf(changed, 'id_link').name)} AS "owner" FROM ${id(changes)} c WHERE c."id" = ${changeId}`,
  )
  return owner?.owner == null
    ? undefined
    : { tb: tableOf(catalogue, changed.parent).name, rowid: owner.owner, set: change.set }
}

/** May the caller see the record as it is now, and as it was at a moment? */
export async function isMomentSeen(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  { recordId, change }: Moment,
): Promise<boolean> {
  const asked = isSeenAt(scope, table, sql`CAST(${recordId} AS BIGINT)`, sql`CAST(${change} AS BIGINT)`)
  if (asked.length === 0) return true
  return (await reader.get(sql`SELECT 1 AS "found" WHERE ${and(asked)}`)) !== undefined
}

/** The states that old versions keep, as JSON text, by their ids. */
export async function selectOldContents(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.all<{ id: number; content: string }>(
    sql`SELECT "id", "content" FROM ${id('sys_versions')} WHERE "id" IN (${join(ids)})`,
  )
  return new Map(rows.map((row) => [row.id, row.content]))
}

/** The old version that follows an old one of the same record; `undefined` when it is the last of them. */
export const selectNextOld = (
  reader: Reader,
  { id: versionId, tb, rowid }: VersionRow,
): Promise<VersionRow | undefined> =>
  reader.get<VersionRow>(
    sql`${oldVersions(and([sql`v."tb" = ${tb}`, sql`v."rowid" = ${rowid}`, sql`v."id" > ${versionId}`]))}
      ORDER BY v."id" LIMIT 1`,
  )

export interface VersionPage {
  readonly total: number
  readonly versions: readonly VersionRow[]
}

/** The latest deletion of each record that is not in the table now, newest first, and how many there are. */
export async function selectDeletions(
  { db }: RequestScope,
  table: Table,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<VersionPage> {
  const old = oldVersions(
    and([
      sql`v."tb" = ${table.name}`,
      sql`v."operation" = 'delete'`,
      sql`NOT EXISTS (SELECT 1 FROM ${id(table.name)} t WHERE t."id" = v."rowid")`,
      sql`NOT EXISTS (SELECT 1 FROM ${id('sys_versions')} later WHERE later."tb" = ${table.name}
        AND later."rowid" = v."rowid" AND later."operation" = 'delete' AND later."id" > v."id")`,
      sql`NOT EXISTS (SELECT 1 FROM ${id(changes)} later WHERE later."tb" = ${table.name}
        AND later."row_id" = v."rowid" AND later."operation" = 'deleted')`,
    ]),
  )
  const deletions = together([journaledDeletionsOf(table), old])
  const stopping = db.dialect.interruptible ? [db.dialect.interruptible] : []
  const count = await db.scan.get<{ n: number }>(
    sql`SELECT count(*) AS "n" FROM (${deletions}) d WHERE ${and(stopping)}`,
  )
  const versions = await db.scan.all<VersionRow>(
    sql`SELECT * FROM (${deletions}) d ORDER BY d."id" DESC LIMIT ${limit} OFFSET ${offset}`,
  )
  return { total: count?.n ?? 0, versions }
}

/** What records are called, of those that the caller may see. */
export const selectRecordLabels = (
  reader: Reader,
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<{ id: number; label: string | null }[]> => {
  const label = scope.db.dialect.asText(id('t', table.idField), fieldOf(table, table.idField).dbType)
  return reader.all(
    sql`SELECT t."id", ${label} AS "label" FROM ${id(table.name)} t
      WHERE t."id" IN (${join(ids)})${andVisible(scope, table)}`,
  )
}

export const isUser = async (reader: Reader, userId: number): Promise<boolean> =>
  (await reader.get(sql`SELECT 1 AS "found" FROM "sys_users" WHERE "id" = ${userId}`)) !== undefined
