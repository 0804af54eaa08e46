import type { Table } from '../../catalogue/catalogue.js'
import { inBatches } from '../../records/rows/row-batches.js'
import { and, id, join, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

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
  /** Under which name the bytes lie; null: `<id>.<ext>`. */
  readonly binary: string | null
  /** In bytes; null, like the digest and the moment, for a file that an older version took in. */
  readonly size: number | null
  readonly sha256: string | null
  /**
   * Of a picture as it is shown, in pixels; null for what is none, and for one that an older version took in.
   */
  readonly width: number | null
  readonly height: number | null
  /** How many of those pixels are a centimetre of what the picture shows; null where it was not said. */
  readonly pixelsPerCm: number | null
  /** What people drew on it, as JSON text. */
  readonly marks: string | null
  /** Unix milliseconds. */
  readonly storedAt: number | null
}

export interface FileLink {
  readonly linkId: number
  readonly linkSort: number
}

export interface LinkedFileRow extends FileRow, FileLink {}

const files = id('sys_files')
const links = id('sys_file_links')
/** Without what may be long. */
const pictureColumns = join([
  ...[
    'id',
    'creator',
    'ext',
    'filename',
    'description',
    'keywords',
    'printable',
    'rev',
    'binary',
    'size',
    'sha256',
    'width',
    'height',
  ].map((name) => id('f', name)),
  sql`f."pixels_per_cm" AS "pixelsPerCm"`,
  sql`f."stored_at" AS "storedAt"`,
])
const fileColumns = sql`${pictureColumns}, f."marks"`

/** The files of a record in their order. */
export const selectFilesOf = (reader: Reader, table: Table, recordId: number): Promise<LinkedFileRow[]> =>
  reader.all<LinkedFileRow>(sql`
    SELECT ${fileColumns}, l."id" AS "linkId", l."sort" AS "linkSort"
    FROM ${links} l JOIN ${files} f ON f."id" = l."file_id"
    WHERE l."table_name" = ${table.name} AND l."record_id" = ${recordId}
    ORDER BY l."sort", l."id"`)

export interface FirstPictureRow extends Omit<FileRow, 'marks'> {
  readonly recordId: number
  /** How many pictures the record has. */
  readonly count: number
}

/** Of each record that has pictures, the first one in the order of its files. */
export async function selectFirstPictures(
  reader: Reader,
  table: Table,
  recordIds: Iterable<number>,
  extensions: readonly string[],
): Promise<FirstPictureRow[]> {
  const found: FirstPictureRow[] = []
  for (const some of inBatches(recordIds)) {
    const placed = sql`
      SELECT ${pictureColumns}, l."record_id" AS "recordId",
        row_number() OVER (PARTITION BY l."record_id" ORDER BY l."sort", l."id") AS "place",
        count(*) OVER (PARTITION BY l."record_id") AS "count"
      FROM ${links} l JOIN ${files} f ON f."id" = l."file_id"
      WHERE l."table_name" = ${table.name} AND l."record_id" IN (${join(some)})
        AND f."ext" IN (${join(extensions)})`
    found.push(...(await reader.all<FirstPictureRow>(sql`SELECT * FROM (${placed}) p WHERE "place" = ${1}`)))
  }
  return found
}

/** @param seen a condition on `f` that the file must meet */
export const selectFile = (reader: Reader, fileId: number, seen?: Sql): Promise<FileRow | undefined> =>
  reader.get<FileRow>(
    sql`SELECT ${fileColumns} FROM ${files} f WHERE ${and([sql`f."id" = ${fileId}`, ...(seen ? [seen] : [])])}`,
  )

/** Files one after another, for those who look at all of them. */
export const selectFilesAfter = (reader: Reader, fileId: number, limit: number): Promise<FileRow[]> =>
  reader.all<FileRow>(
    sql`SELECT ${fileColumns} FROM ${files} f WHERE f."id" > ${fileId} ORDER BY f."id" LIMIT ${limit}`,
  )

export async function countFiles(reader: Reader, where: Sql): Promise<number> {
  const row = await reader.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${files} f WHERE ${where}`)
  return row?.n ?? 0
}

/** A page of files, newest first. */
export const selectFilePage = (
  reader: Reader,
  where: Sql,
  limit: number,
  offset: number,
): Promise<FileRow[]> =>
  reader.all<FileRow>(sql`
    SELECT ${fileColumns} FROM ${files} f WHERE ${where} ORDER BY f."id" DESC LIMIT ${limit} OFFSET ${offset}`)

export interface LinkOfFile {
  readonly linkId: number
  readonly fileId: number
  readonly table: string
  readonly recordId: number
}

const linkColumns = sql`l."id" AS "linkId", l."file_id" AS "fileId", l."table_name" AS "table", l."record_id" AS "recordId"`

/** @param seen a condition on `l` that the link must meet */
export async function selectLinksOf(
  reader: Reader,
  fileIds: readonly number[],
  seen: Sql,
): Promise<LinkOfFile[]> {
  if (fileIds.length === 0) return []
  return reader.all<LinkOfFile>(sql`
    SELECT ${linkColumns} FROM ${links} l WHERE l."file_id" IN (${join(fileIds)}) AND ${seen} ORDER BY l."id"`)
}

export async function selectLinks(reader: Reader, linkIds: readonly number[]): Promise<LinkOfFile[]> {
  return reader.all<LinkOfFile>(sql`SELECT ${linkColumns} FROM ${links} l WHERE l."id" IN (${join(linkIds)})`)
}

/** The tables in which records are linked to the file. */
export async function selectTablesOfFile(reader: Reader, fileId: number): Promise<string[]> {
  const rows = await reader.all<{ table: string }>(
    sql`SELECT DISTINCT "table_name" AS "table" FROM ${links} WHERE "file_id" = ${fileId}`,
  )
  return rows.map((row) => row.table)
}

/**
 * Who made each record of a table that is linked to the file, and whether it meets `filter`, a condition on
 * `t`.
 */
export const selectRecordsOfFile = (
  reader: Reader,
  table: Table,
  fileId: number,
  filter: Sql,
): Promise<{ creator: number | null; inside: number }[]> =>
  reader.all(sql`
    SELECT t."creator", CASE WHEN ${filter} THEN 1 ELSE 0 END AS "inside"
    FROM ${links} l JOIN ${id(table.name)} t ON t."id" = l."record_id"
    WHERE l."file_id" = ${fileId} AND l."table_name" = ${table.name}`)

export interface NewFileRow
  extends Pick<FileRow, 'ext' | 'filename' | 'binary' | 'size' | 'sha256' | 'width' | 'height'> {
  readonly creator: number | null
  readonly description: string | null
  readonly keywords: string | null
  readonly printable: number | null
  readonly storedAt: number
}

export const insertFile = (tx: Transaction, { storedAt, ...file }: NewFileRow): Promise<number> =>
  tx.insert('sys_files', { ...file, rev: 1, stored_at: storedAt })

/** Other bytes under the same id. @param drawn what still fits them */
export const updateBinary = (
  tx: Transaction,
  fileId: number,
  stored: Omit<NewFileRow, 'creator' | 'description' | 'keywords' | 'printable'>,
  drawn: Pick<FileRow, 'pixelsPerCm' | 'marks'>,
): Promise<number> =>
  tx.run(sql`
    UPDATE ${files} SET "ext" = ${stored.ext}, "filename" = ${stored.filename}, "binary" = ${stored.binary},
      "size" = ${stored.size}, "sha256" = ${stored.sha256}, "width" = ${stored.width},
      "height" = ${stored.height}, "stored_at" = ${stored.storedAt}, "rev" = "rev" + 1,
      "pixels_per_cm" = ${drawn.pixelsPerCm}, "marks" = ${drawn.marks}
    WHERE "id" = ${fileId}`)

/** What is known now of the bytes that a file has had all along. */
export const updateDigest = (
  tx: Transaction,
  fileId: number,
  facts: { readonly size: number; readonly sha256: string; readonly binary: string },
): Promise<number> =>
  tx.run(sql`
    UPDATE ${files} SET "size" = ${facts.size}, "sha256" = ${facts.sha256}, "binary" = ${facts.binary}
    WHERE "id" = ${fileId}`)

export const updateFacts = (
  tx: Transaction,
  fileId: number,
  facts: Readonly<
    Partial<Record<'description' | 'keywords' | 'printable' | 'pixels_per_cm' | 'marks', SqlValue>>
  >,
): Promise<number> => {
  const set = Object.entries(facts).map(([column, value]) => sql`${id(column)} = ${value}`)
  return tx.run(sql`UPDATE ${files} SET ${join(set)} WHERE "id" = ${fileId}`)
}

export async function deleteFile(tx: Transaction, fileId: number): Promise<void> {
  await tx.run(sql`DELETE FROM ${links} WHERE "file_id" = ${fileId}`)
  await tx.run(sql`DELETE FROM ${files} WHERE "id" = ${fileId}`)
}

export const deleteLink = (tx: Transaction, linkId: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${links} WHERE "id" = ${linkId}`)

/** The links of a record in their order. */
export const selectLinksOfRecord = (
  reader: Reader,
  tableName: string,
  recordId: number,
): Promise<(FileLink & { readonly fileId: number })[]> =>
  reader.all(sql`
    SELECT "id" AS "linkId", "sort" AS "linkSort", "file_id" AS "fileId" FROM ${links}
    WHERE "table_name" = ${tableName} AND "record_id" = ${recordId} ORDER BY "sort", "id"`)

/** Gives each link its place, from 0. */
export const updateOrder = (tx: Transaction, linkIds: readonly number[]): Promise<number> =>
  tx.runMany(
    sql`UPDATE ${links} SET "sort" = ${0} WHERE "id" = ${0}`,
    linkIds.map((linkId, place) => [place, linkId]),
  )

/** The link of a file to a record: the one that is there, or a new one behind the record's other files. */
export async function linkOf(
  tx: Transaction,
  table: Table,
  recordId: number,
  fileId: number,
): Promise<FileLink> {
  const others = await selectLinksOfRecord(tx, table.name, recordId)
  const known = others.find((link) => link.fileId === fileId)
  if (known) return { linkId: known.linkId, linkSort: known.linkSort }
  const linkSort = others.reduce((highest, link) => Math.max(highest, link.linkSort), -1) + 1
  const linkId = await tx.insert('sys_file_links', {
    file_id: fileId,
    table_name: table.name,
    record_id: recordId,
    sort: linkSort,
  })
  return { linkId, linkSort }
}

/** A file with one of its records; `table` and `recordId` are null where it has none. */
export interface FileWithLink {
  readonly id: number
  readonly creator: number | null
  readonly table: string | null
  readonly recordId: number | null
}

export const selectFilesWithLinks = (reader: Reader, fileIds: readonly number[]): Promise<FileWithLink[]> =>
  reader.all(sql`
    SELECT f."id", f."creator", l."table_name" AS "table", l."record_id" AS "recordId"
    FROM ${files} f LEFT JOIN ${links} l ON l."file_id" = f."id" WHERE f."id" IN (${join(fileIds)})`)
