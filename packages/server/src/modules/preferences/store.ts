import { sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

/** JSON text; `undefined` for a person who keeps nothing. */
export async function selectPreferences(reader: Reader, userId: number): Promise<string | undefined> {
  const row = await reader.get<{ content: string }>(
    sql`SELECT "content" FROM "sys_preferences" WHERE "user_id" = ${userId}`,
  )
  return row?.content
}

export const insertPreferences = (tx: Transaction, userId: number, content: string): Promise<number> =>
  tx.insert('sys_preferences', { user_id: userId, content })

export const updatePreferences = (tx: Transaction, userId: number, content: string): Promise<number> =>
  tx.run(sql`UPDATE "sys_preferences" SET "content" = ${content} WHERE "user_id" = ${userId}`)
