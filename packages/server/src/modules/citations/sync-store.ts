import type { Table } from '../../catalogue/catalogue.js'
import { id, join, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

/** An item that is cited, as often as it may be, with what is cached of it. */
export interface CitedItem {
  readonly libId: number
  readonly refmanKey: string
  /** The lowest and the highest version of which something is cached; -1 where it is not known. */
  readonly lowest: number
  readonly highest: number
  /** 1: there is a citation of it without a text. */
  readonly isEmpty: number
  /** 1: there is a citation of it without the work itself. */
  readonly lacksWork: number
  /** 1: it was missing when it was looked for. */
  readonly wasDetached: number
  /** When the one that was longest not looked for was. Unix milliseconds; -1: never. */
  readonly syncedAt: number
  /** How many citations count, and how many of them were not detached. */
  readonly links: number
  readonly attached: number
}

const links = id('sys_refman_links')
const cached = keyword(
  `k."lib_id" AS "libId", k."refman_key" AS "refmanKey",
  MIN(COALESCE(k."refman_version", -1)) AS "lowest", MAX(COALESCE(k."refman_version", -1)) AS "highest",
  MAX(CASE WHEN k."author_year" IS NULL OR k."full_citation" IS NULL THEN 1 ELSE 0 END) AS "isEmpty",
  MAX(CASE WHEN k."csl" IS NULL THEN 1 ELSE 0 END) AS "lacksWork", MAX(k."detached") AS "wasDetached",
  MIN(COALESCE(k."synced_at", -1)) AS "syncedAt"`,
)
const grouped = keyword(`GROUP BY k."lib_id", k."refman_key" ORDER BY k."lib_id", k."refman_key"`)

/** Every distinct item that is cited, counted once. */
export const selectCitedItems = (reader: Reader): Promise<CitedItem[]> =>
  reader.all<CitedItem>(sql`
    SELECT ${cached}, 1 AS "links", 1 - MIN(k."detached") AS "attached" FROM ${links} k ${grouped}`)

/** Those that a record cites, with what is cached of them anywhere; its own citations are counted. */
export function selectItemsCitedBy(reader: Reader, table: Table, recordId: number): Promise<CitedItem[]> {
  const own = sql`k."tb" = ${table.name} AND k."record_id" = ${recordId}`
  return reader.all<CitedItem>(sql`
    SELECT ${cached}, SUM(CASE WHEN ${own} THEN 1 ELSE 0 END) AS "links",
      SUM(CASE WHEN ${own} AND k."detached" = 0 THEN 1 ELSE 0 END) AS "attached"
    FROM ${links} k
    WHERE EXISTS (SELECT 1 FROM ${links} o WHERE o."lib_id" = k."lib_id" AND o."refman_key" = k."refman_key"
      AND o."tb" = ${table.name} AND o."record_id" = ${recordId})
    ${grouped}`)
}

/** What is to be cached of an item from now on. */
export interface FreshItem {
  readonly refmanKey: string
  readonly authorYear: string
  readonly citation: string
  readonly version: number
  /** JSON. */
  readonly csl: string | null
}

/** Every citation of these items says what the library says. */
export async function updateCache(
  tx: Transaction,
  libId: number,
  items: readonly FreshItem[],
  at: number,
): Promise<void> {
  const rows = items.map((item) => [
    item.authorYear,
    item.citation,
    item.version,
    item.csl,
    at,
    libId,
    item.refmanKey,
  ])
  const [first] = rows
  if (!first) return
  const [authorYear, citation, version, csl, now, lib, key] = first as [
    string,
    string,
    number,
    string | null,
    number,
    number,
    string,
  ]
  await tx.runMany(
    sql`UPDATE ${links} SET "author_year" = ${authorYear}, "full_citation" = ${citation}, "refman_version" = ${version},
      "csl" = ${csl}, "synced_at" = ${now}, "detached" = 0 WHERE "lib_id" = ${lib} AND "refman_key" = ${key}`,
    rows,
  )
}

const ofItems = (libId: number, keys: readonly string[]): Sql =>
  sql`"lib_id" = ${libId} AND "refman_key" IN (${join(keys)})`

/** They are in the library as they are cached. */
export async function markFound(
  tx: Transaction,
  libId: number,
  keys: readonly string[],
  at: number,
): Promise<void> {
  if (keys.length === 0) return
  await tx.run(sql`UPDATE ${links} SET "synced_at" = ${at}, "detached" = 0 WHERE ${ofItems(libId, keys)}`)
}

/** They are in the library no more; what is cached of them stays. */
export async function markDetached(
  tx: Transaction,
  libId: number,
  keys: readonly string[],
  at: number,
): Promise<void> {
  if (keys.length === 0) return
  await tx.run(sql`UPDATE ${links} SET "synced_at" = ${at}, "detached" = 1 WHERE ${ofItems(libId, keys)}`)
}

/** Nothing in the library changed since they were looked for. */
export const markUnchanged = (tx: Transaction, libId: number, at: number): Promise<number> =>
  tx.run(
    sql`UPDATE ${links} SET "synced_at" = ${at} WHERE "lib_id" = ${libId} AND "refman_version" IS NOT NULL`,
  )
