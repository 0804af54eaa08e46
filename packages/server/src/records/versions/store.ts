import { fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { and, id, join, type Sql, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import { andVisible } from '../rows/row-access.js'
import type { RawRow } from '../rows/store.js'
import { andOfVisible } from './access.js'

/** What hangs from a record, as it is stored: the rows of each part under its `keptAs`. */
export type DependentRows = Readonly<Record<string, readonly RawRow[]>>

/** A record with everything that a version keeps of it. */
export interface Snapshot {
  readonly core: RawRow
  /** The rows of every plugin table of the record, also where there are none. */
  readonly plugins: Readonly<Record<string, readonly RawRow[]>>
  /** Only of a record that was deleted. */
  readonly related?: DependentRows
}

export interface NewVersion {
  readonly table: string
  readonly recordId: number
  readonly operation: 'update' | 'delete' | 'restore'
  /** The state before the operation. */
  readonly before: Snapshot
}

/**
 * Keeps the states that a change is about to replace. @param userId 0 for a caller who is no user of the
 * application
 */
export async function insertVersions(
  tx: Transaction,
  userId: number,
  time: number,
  versions: readonly NewVersion[],
): Promise<void> {
  if (versions.length === 0) return
  await tx.insertMany(
    'sys_versions',
    ['userid', 'time', 'tb', 'rowid', 'content', 'operation'],
    versions.map(({ table, recordId, operation, before }) => [
      userId,
      time,
      table,
      recordId,
      JSON.stringify(before),
      operation,
    ]),
  )
}

/** Who changed a record last, and when. */
export interface NewestChange {
  /** Of the version that it left. */
  readonly id: number
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
}

/** `undefined` for a record that was not changed since it was made. */
export function selectNewestChange(
  reader: Reader,
  table: Table,
  recordId: number,
): Promise<NewestChange | undefined> {
  return reader.get<NewestChange>(
    sql`SELECT v."id", v."userid", u."name" AS "user_name", v."time" FROM "sys_versions" v
      LEFT JOIN "sys_users" u ON u."id" = v."userid"
      WHERE v."tb" = ${table.name} AND v."rowid" = ${recordId} ORDER BY v."id" DESC LIMIT 1`,
  )
}

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
}

export interface VersionWithContent extends VersionRow {
  /** JSON text. */
  readonly content: string
}

const versionColumns = sql`v."id", v."tb", v."rowid", v."userid", u."name" AS "user_name", v."time", v."operation"`
const versionsAndUsers = sql`"sys_versions" v LEFT JOIN "sys_users" u ON u."id" = v."userid"`

/** The versions of a record that the caller may see, newest first. */
export const selectVersionsOf = (
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<VersionRow[]> =>
  reader.all<VersionRow>(
    sql`SELECT ${versionColumns} FROM ${versionsAndUsers}
      WHERE v."tb" = ${table.name} AND v."rowid" = ${recordId}${andOfVisible(scope, table)} ORDER BY v."id" DESC`,
  )

export const selectVersion = (reader: Reader, versionId: number): Promise<VersionWithContent | undefined> =>
  reader.get<VersionWithContent>(
    sql`SELECT ${versionColumns}, v."content" FROM ${versionsAndUsers} WHERE v."id" = ${versionId}`,
  )

/** May the caller see this version of the table? */
export async function isVersionVisible(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  versionId: number,
): Promise<boolean> {
  const { readable, restriction } = scope.rights.visibilityOf(table)
  if (!readable || !restriction) return readable
  const found = await reader.get(
    sql`SELECT 1 AS "found" FROM "sys_versions" v WHERE v."id" = ${versionId}${andOfVisible(scope, table)}`,
  )
  return found !== undefined
}

/** What the next change of the same record found; `undefined` when there was none. */
export const selectNextContent = (
  reader: Reader,
  { id: versionId, tb, rowid }: VersionRow,
): Promise<{ readonly id: number; readonly content: string } | undefined> =>
  reader.get(
    sql`SELECT "id", "content" FROM "sys_versions" WHERE "tb" = ${tb} AND "rowid" = ${rowid} AND "id" > ${versionId}
      ORDER BY "id" LIMIT 1`,
  )

export interface VersionPage {
  readonly total: number
  readonly versions: readonly VersionWithContent[]
}

/** Versions that meet a condition on `v`, newest first, and how many there are. */
export async function selectVersionPage(
  { db }: RequestScope,
  condition: Sql,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<VersionPage> {
  const where = and([condition, ...(db.dialect.interruptible ? [db.dialect.interruptible] : [])])
  const count = await db.scan.get<{ n: number }>(
    sql`SELECT count(*) AS "n" FROM "sys_versions" v WHERE ${where}`,
  )
  const versions = await db.scan.all<VersionWithContent>(
    sql`SELECT ${versionColumns}, v."content" FROM ${versionsAndUsers} WHERE ${where}
      ORDER BY v."id" DESC LIMIT ${limit} OFFSET ${offset}`,
  )
  return { total: count?.n ?? 0, versions }
}

/** The latest deletion of each record that is not in the table now. */
export const ofDeletedRecords = (table: Table): Sql =>
  sql`v."tb" = ${table.name} AND v."operation" = 'delete'
    AND NOT EXISTS (SELECT 1 FROM ${id(table.name)} t WHERE t."id" = v."rowid")
    AND NOT EXISTS (SELECT 1 FROM "sys_versions" later WHERE later."tb" = ${table.name}
      AND later."rowid" = v."rowid" AND later."operation" = 'delete' AND later."id" > v."id")`

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
