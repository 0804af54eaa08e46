import { id, keyword, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface LibraryRow {
  readonly id: number
  readonly type: 'user' | 'group'
  /** What the reference manager calls it. */
  readonly refmanId: string
  readonly name: string
  /** Encrypted. */
  readonly apiKey: string | null
  readonly citationStyle: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
  /** The version of the library up to which everything cached is right. */
  readonly syncedVersion: number | null
  /** When that was found out: what was cached before is not covered. Unix milliseconds. */
  readonly syncedAt: number | null
}

const libraries = id('sys_refman_libs')
const columns = keyword(
  `"id", "type", "refman_id" AS "refmanId", "name", "api_key" AS "apiKey", "citation_style" AS "citationStyle",
  "created_at" AS "createdAt", "synced_version" AS "syncedVersion", "synced_at" AS "syncedAt"`,
)

/** By name. */
export const selectLibraries = (reader: Reader): Promise<LibraryRow[]> =>
  reader.all<LibraryRow>(sql`SELECT ${columns} FROM ${libraries} ORDER BY "name", "id"`)

interface CitationCounts {
  readonly all: number
  readonly detached: number
}

/** How many citations of its works there are, by library. */
export async function countCitations(reader: Reader): Promise<ReadonlyMap<number, CitationCounts>> {
  const rows = await reader.all<CitationCounts & { id: number }>(sql`
    SELECT "lib_id" AS "id", count(*) AS "all", count(CASE WHEN "detached" = 1 THEN 1 END) AS "detached"
    FROM "sys_refman_links" GROUP BY "lib_id"`)
  return new Map(rows.map((row) => [row.id, row]))
}

export const selectLibrary = (reader: Reader, libraryId: number): Promise<LibraryRow | undefined> =>
  reader.get<LibraryRow>(sql`SELECT ${columns} FROM ${libraries} WHERE "id" = ${libraryId}`)

export const selectLibraryId = async (
  reader: Reader,
  type: string,
  refmanId: string,
): Promise<number | undefined> => {
  const row = await reader.get<{ id: number }>(
    sql`SELECT "id" FROM ${libraries} WHERE "type" = ${type} AND "refman_id" = ${refmanId}`,
  )
  return row?.id
}

export const insertLibrary = (
  tx: Transaction,
  library: Omit<LibraryRow, 'id' | 'syncedVersion' | 'syncedAt'>,
): Promise<number> =>
  tx.insert('sys_refman_libs', {
    type: library.type,
    refman_id: library.refmanId,
    name: library.name,
    api_key: library.apiKey,
    citation_style: library.citationStyle,
    created_at: library.createdAt,
  })

export const updateLibrary = (
  tx: Transaction,
  { id: libraryId, name, apiKey, citationStyle }: LibraryRow,
): Promise<number> =>
  tx.run(sql`UPDATE ${libraries} SET "name" = ${name}, "api_key" = ${apiKey}, "citation_style" = ${citationStyle}
    WHERE "id" = ${libraryId}`)

/** The key as it is stored, unless another one was stored meanwhile. */
export const updateKey = (
  tx: Transaction,
  libraryId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> =>
  tx.run(sql`UPDATE ${libraries} SET "api_key" = ${to} WHERE "id" = ${libraryId} AND "api_key" = ${from}`)

/** What is cached of the library has to be fetched again. */
export async function forgetVersions(tx: Transaction, libraryId: number): Promise<void> {
  await tx.run(sql`UPDATE ${libraries} SET "synced_version" = NULL WHERE "id" = ${libraryId}`)
  await tx.run(sql`UPDATE "sys_refman_links" SET "refman_version" = NULL WHERE "lib_id" = ${libraryId}`)
}

export const updateSyncedVersion = (
  tx: Transaction,
  libraryId: number,
  version: number,
  at: number,
): Promise<number> =>
  tx.run(
    sql`UPDATE ${libraries} SET "synced_version" = ${version}, "synced_at" = ${at} WHERE "id" = ${libraryId}`,
  )

/** With all its citations. @returns 0 when there is none */
export async function deleteLibrary(
  tx: Transaction,
  libraryId: number,
): Promise<{ readonly libraries: number; readonly citations: number }> {
  const citations = await tx.run(sql`DELETE FROM "sys_refman_links" WHERE "lib_id" = ${libraryId}`)
  return { citations, libraries: await tx.run(sql`DELETE FROM ${libraries} WHERE "id" = ${libraryId}`) }
}
