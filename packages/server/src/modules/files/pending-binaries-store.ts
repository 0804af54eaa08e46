import { beforeTable, changes } from '../../storage/journal/journal-tables.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import type { FileRow } from './store.js'

const pendingBinaries = id('sys_file_transit')

/** Notes down that bytes will come under this name. */
export const insertArriving = (tx: Transaction, name: string, at: number): Promise<number> =>
  tx.insert('sys_file_transit', { name, leaving: 0, at })

/** The bytes have a file now. @returns 0 when they were given up meanwhile */
export const deleteArriving = (tx: Transaction, name: string): Promise<number> =>
  tx.run(sql`DELETE FROM ${pendingBinaries} WHERE "name" = ${name} AND "leaving" = 0`)

/** Notes down that the bytes under this name are to be removed. */
export async function insertLeaving(tx: Transaction, name: string, at: number): Promise<void> {
  const known = await tx.run(sql`UPDATE ${pendingBinaries} SET "leaving" = 1 WHERE "name" = ${name}`)
  if (known === 0) await tx.insert('sys_file_transit', { name, leaving: 1, at })
}

/** Notes down that no file has these bytes now, and that the journal still speaks of them. */
export async function insertKept(tx: Transaction, name: string, at: number): Promise<void> {
  const known = await tx.run(
    sql`UPDATE ${pendingBinaries} SET "leaving" = 2, "at" = ${at} WHERE "name" = ${name}`,
  )
  if (known === 0) await tx.insert('sys_file_transit', { name, leaving: 2, at })
}

/** Those of the names whose bytes are kept for the journal. */
export async function selectKeptAmong(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await reader.all<{ name: string }>(
    sql`SELECT "name" FROM ${pendingBinaries} WHERE "leaving" = 2 AND "name" IN (${join(names)})`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** The bytes have a file again. */
export async function deleteKept(tx: Transaction, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await tx.run(sql`DELETE FROM ${pendingBinaries} WHERE "leaving" = 2 AND "name" IN (${join(names)})`)
}

/** What says under which name the bytes of a file lie. */
type NamedBinary = Pick<FileRow, 'id' | 'ext' | 'binary'>

/** What files were before the last change of each. */
export const selectNamesBefore = (reader: Reader, fileIds: readonly number[]): Promise<NamedBinary[]> =>
  reader.all(sql`
    SELECT c."row_id" AS "id", b."ext", b."binary" FROM ${id(beforeTable('sys_files'))} b
    JOIN ${id(changes)} c ON c."id" = b."id"
    WHERE b."id" IN (SELECT max("id") FROM ${id(changes)}
      WHERE "tb" = 'sys_files' AND "row_id" IN (${join(fileIds)}) GROUP BY "row_id")`)

/** What files were before these changes. */
export const selectNamesOfChanges = (
  reader: Reader,
  changeIds: readonly number[],
): Promise<(NamedBinary & { readonly change: number })[]> =>
  reader.all(sql`
    SELECT c."id" AS "change", c."row_id" AS "id", b."ext", b."binary" FROM ${id(beforeTable('sys_files'))} b
    JOIN ${id(changes)} c ON c."id" = b."id" WHERE b."id" IN (${join(changeIds)})`)

/** Those of the files that are there. */
export const selectOwners = (reader: Reader, fileIds: readonly number[]): Promise<NamedBinary[]> =>
  reader.all(sql`SELECT "id", "ext", "binary" FROM ${id('sys_files')} WHERE "id" IN (${join(fileIds)})`)

/** Bytes that left their file before this moment, or of which the journal does not speak any more, go now. */
export const endKeeping = (tx: Transaction, before: number): Promise<number> =>
  tx.run(sql`
    UPDATE ${pendingBinaries} SET "leaving" = 1 WHERE "leaving" = 2 AND ("at" < ${before} OR "name" NOT IN (
      SELECT COALESCE(b."binary", c."row_id" || '.' || b."ext") FROM ${id(beforeTable('sys_files'))} b
      JOIN ${id(changes)} c ON c."id" = b."id"))`)

/** Bytes that should have arrived long ago are given up. */
export const giveUpArriving = (tx: Transaction, before: number): Promise<number> =>
  tx.run(sql`UPDATE ${pendingBinaries} SET "leaving" = 1 WHERE "leaving" = 0 AND "at" < ${before}`)

export async function selectLeaving(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.all<{ name: string }>(
    sql`SELECT "name" FROM ${pendingBinaries} WHERE "leaving" = 1 ORDER BY "id" LIMIT ${limit}`,
  )
  return rows.map(({ name }) => name)
}

/** Those of the names whose bytes are to be removed. */
export async function selectLeavingAmong(reader: Reader, names: readonly string[]): Promise<string[]> {
  const rows = await reader.all<{ name: string }>(
    sql`SELECT "name" FROM ${pendingBinaries} WHERE "leaving" = 1 AND "name" IN (${join(names)})`,
  )
  return rows.map(({ name }) => name)
}

export async function selectPendingBinaries(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ name: string }>(sql`SELECT "name" FROM ${pendingBinaries}`)
  return rows.map(({ name }) => name)
}

export const deletePendingBinary = (tx: Transaction, names: readonly string[]): Promise<number> =>
  tx.run(sql`DELETE FROM ${pendingBinaries} WHERE "leaving" = 1 AND "name" IN (${join(names)})`)

/** Does a file say that these bytes are its own? */
export const selectOwner = (reader: Reader, name: string): Promise<{ id: number } | undefined> =>
  reader.get<{ id: number }>(sql`SELECT "id" FROM ${id('sys_files')} WHERE "binary" = ${name}`)
