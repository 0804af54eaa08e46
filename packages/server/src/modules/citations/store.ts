import type { Table } from '../../catalogue/catalogue.js'
import { id, keyword, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface CitationRow {
  readonly id: number
  readonly table: string
  readonly recordId: number
  readonly libId: number
  readonly libName: string
  readonly libType: 'user' | 'group'
  /** What the reference manager calls the library. */
  readonly refmanId: string
  readonly refmanKey: string
  readonly pages: string | null
  readonly notes: string | null
  readonly sort: number | null
  readonly authorYear: string | null
  readonly fullCitation: string | null
  readonly refmanVersion: number | null
  /** Unix milliseconds. */
  readonly syncedAt: number | null
  readonly detached: number
  /** Unix milliseconds. */
  readonly createdAt: number
}

const links = id('sys_refman_links')
const columns = keyword(
  `k."id", k."tb" AS "table", k."record_id" AS "recordId", k."lib_id" AS "libId", b."name" AS "libName", b."type" AS "libType",
  b."refman_id" AS "refmanId", k."refman_key" AS "refmanKey", k."pages", k."notes", k."sort", k."author_year" AS "authorYear",
  k."full_citation" AS "fullCitation", k."refman_version" AS "refmanVersion", k."synced_at" AS "syncedAt", k."detached",
  k."created_at" AS "createdAt"`,
)
const withLibraries = sql`${links} k JOIN ${id('sys_refman_libs')} b ON b."id" = k."lib_id"`

/** The citations of a record in their order; those that were never sorted come last. */
export const selectCitationsOf = (reader: Reader, table: Table, recordId: number): Promise<CitationRow[]> =>
  reader.all<CitationRow>(sql`
    SELECT ${columns} FROM ${withLibraries} WHERE k."tb" = ${table.name} AND k."record_id" = ${recordId}
    ORDER BY (k."sort" IS NULL), k."sort", k."id"`)

export const selectCitation = (reader: Reader, linkId: number): Promise<CitationRow | undefined> =>
  reader.get<CitationRow>(sql`SELECT ${columns} FROM ${withLibraries} WHERE k."id" = ${linkId}`)

/** The place after all that the record has. */
export async function selectNextSort(reader: Reader, table: Table, recordId: number): Promise<number> {
  const row = await reader.get<{ last: number | null }>(
    sql`SELECT MAX("sort") AS "last" FROM ${links} WHERE "tb" = ${table.name} AND "record_id" = ${recordId}`,
  )
  return (row?.last ?? -1) + 1
}

export interface NewCitation {
  readonly tb: string
  readonly record_id: number
  readonly lib_id: number
  readonly refman_key: string
  readonly pages: string | null
  readonly notes: string | null
  readonly sort: number
  readonly author_year: string
  readonly full_citation: string
  readonly refman_version: number | null
  readonly synced_at: number
  readonly created_at: number
  /** JSON. */
  readonly csl: string | null
}

export const insertCitation = (tx: Transaction, citation: NewCitation): Promise<number> =>
  tx.insert('sys_refman_links', { ...citation, detached: 0 })

export interface CitationChange {
  readonly pages?: string | null
  readonly notes?: string | null
  readonly sort?: number
}

export async function updateCitation(tx: Transaction, linkId: number, change: CitationChange): Promise<void> {
  for (const [column, value] of Object.entries(change) as [string, SqlValue][]) {
    await tx.run(sql`UPDATE ${links} SET ${id(column)} = ${value} WHERE "id" = ${linkId}`)
  }
}

export const deleteCitation = (tx: Transaction, linkId: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${links} WHERE "id" = ${linkId}`)
