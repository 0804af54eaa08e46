import { id, join, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

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
