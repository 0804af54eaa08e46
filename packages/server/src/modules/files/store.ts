import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import { andVisible } from '../records/row-access.js'

export interface FileRow {
  readonly id: number
  readonly creator: number | null
  readonly ext: string
  readonly filename: string
  readonly description: string | null
  readonly keywords: string | null
  readonly printable: number | null
  /** Grows with each replacement of the bytes. */
  readonly rev: number
}

export interface LinkedFileRow extends FileRow {
  readonly linkId: number
  readonly linkSort: number
}

const fileColumns = join(
  ['id', 'creator', 'ext', 'filename', 'description', 'keywords', 'printable', 'rev'].map((name) =>
    id('f', name),
  ),
)

/** The files of a record in their order. */
export const selectFilesOf = (reader: Reader, table: Table, recordId: number): Promise<LinkedFileRow[]> =>
  reader.all<LinkedFileRow>(sql`
    SELECT ${fileColumns}, l."id" AS "linkId", l."sort" AS "linkSort"
    FROM ${id('sys_file_links')} l JOIN ${id('sys_files')} f ON f."id" = l."file_id"
    WHERE l."table_name" = ${table.name} AND l."record_id" = ${recordId}
    ORDER BY l."sort", l."id"`)

export const selectFile = (reader: Reader, fileId: number): Promise<FileRow | undefined> =>
  reader.get<FileRow>(sql`SELECT ${fileColumns} FROM ${id('sys_files')} f WHERE f."id" = ${fileId}`)

/** The tables in which records are linked to the file. */
export async function selectTablesOfFile(reader: Reader, fileId: number): Promise<string[]> {
  const rows = await reader.all<{ table: string }>(
    sql`SELECT DISTINCT "table_name" AS "table" FROM ${id('sys_file_links')} WHERE "file_id" = ${fileId}`,
  )
  return rows.map((row) => row.table)
}

/** Can the caller see a record of one of `tables` that is linked to the file? One statement. */
export async function selectVisibleLink(
  reader: Reader,
  scope: RequestScope,
  tables: readonly Table[],
  fileId: number,
): Promise<boolean> {
  if (tables.length === 0) return false
  const ways = tables.map(
    (
      table,
    ) => sql`SELECT 1 AS "seen" FROM ${id('sys_file_links')} l JOIN ${id(table.name)} t ON t."id" = l."record_id"
      WHERE l."file_id" = ${fileId} AND l."table_name" = ${table.name}${andVisible(scope, table)}`,
  )
  return (await reader.get(sql`${join(ways, ' UNION ALL ')} LIMIT 1`)) !== undefined
}

export const insertFile = (tx: Transaction, file: Omit<FileRow, 'id' | 'rev'>): Promise<number> =>
  tx.insert('sys_files', { ...file, rev: 1 })

export interface FileLink {
  readonly linkId: number
  readonly linkSort: number
}

/** The link of a file to a record: the one that is there, or a new one behind the record's other files. */
export async function linkOf(
  tx: Transaction,
  table: Table,
  recordId: number,
  fileId: number,
): Promise<FileLink> {
  const links = await tx.all<FileLink & { fileId: number }>(sql`
    SELECT "id" AS "linkId", "sort" AS "linkSort", "file_id" AS "fileId" FROM ${id('sys_file_links')}
    WHERE "table_name" = ${table.name} AND "record_id" = ${recordId}`)
  const known = links.find((link) => link.fileId === fileId)
  if (known) return { linkId: known.linkId, linkSort: known.linkSort }
  const linkSort = links.reduce((highest, link) => Math.max(highest, link.linkSort), -1) + 1
  const linkId = await tx.insert('sys_file_links', {
    file_id: fileId,
    table_name: table.name,
    record_id: recordId,
    sort: linkSort,
  })
  return { linkId, linkSort }
}
