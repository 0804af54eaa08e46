import { type Sql, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface SavedQueryRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly tb: string
  /** JSON text. */
  readonly query: string | null
  /** Unix milliseconds. */
  readonly created_at: number
  readonly is_global: 0 | 1
}

const columns: Sql = sql`"id", "user_id", "name", "tb", "query", "created_at", "is_global"`

/** The queries of a person and those that are shared, by id; of nobody only the shared ones. */
export function selectQueries(reader: Reader, owner: number | null): Promise<SavedQueryRow[]> {
  return reader.all<SavedQueryRow>(
    sql`SELECT ${columns} FROM "sys_queries" WHERE "is_global" = 1 OR "user_id" = ${owner ?? 0} ORDER BY "id"`,
  )
}

export function selectQuery(reader: Reader, queryId: number): Promise<SavedQueryRow | undefined> {
  return reader.get<SavedQueryRow>(sql`SELECT ${columns} FROM "sys_queries" WHERE "id" = ${queryId}`)
}

export const insertQuery = (tx: Transaction, row: Omit<SavedQueryRow, 'id'>): Promise<number> =>
  tx.insert('sys_queries', { ...row })

export async function updateSharing(tx: Transaction, queryId: number, isGlobal: 0 | 1): Promise<void> {
  await tx.run(sql`UPDATE "sys_queries" SET "is_global" = ${isGlobal} WHERE "id" = ${queryId}`)
}

export async function deleteQuery(tx: Transaction, queryId: number): Promise<void> {
  await tx.run(sql`DELETE FROM "sys_queries" WHERE "id" = ${queryId}`)
}
