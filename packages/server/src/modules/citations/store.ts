import type { Table } from '../../catalogue/catalogue.js'
import { id, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'

export interface CitationRow {
  readonly id: number
  readonly libId: number
  readonly libName: string
  readonly libType: string
  readonly libKey: string
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
}

/** The citations of a record in their order; those that were never sorted come last. */
export const selectCitationsOf = (reader: Reader, table: Table, recordId: number): Promise<CitationRow[]> =>
  reader.all<CitationRow>(sql`
    SELECT k."id", k."lib_id" AS "libId", b."name" AS "libName", b."type" AS "libType", b."refman_id" AS "libKey",
      k."refman_key" AS "refmanKey", k."pages", k."notes", k."sort", k."author_year" AS "authorYear",
      k."full_citation" AS "fullCitation", k."refman_version" AS "refmanVersion", k."synced_at" AS "syncedAt", k."detached"
    FROM ${id('sys_refman_links')} k JOIN ${id('sys_refman_libs')} b ON b."id" = k."lib_id"
    WHERE k."tb" = ${table.name} AND k."record_id" = ${recordId}
    ORDER BY (k."sort" IS NULL), k."sort", k."id"`)
