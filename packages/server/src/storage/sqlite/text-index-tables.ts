import { id, sql } from '../sql.js'
import type { Transaction } from '../storage.js'

const registry = 'sys_text_index'

/** The columns in the text index of a table, in their order there; `undefined` when it has none. */
export async function textIndexColumns(tx: Transaction, table: string): Promise<string[] | undefined> {
  const exists = await tx.get(sql`SELECT 1 FROM sqlite_schema WHERE name = ${registry}`)
  if (!exists) return undefined
  const row = await tx.get<{ columns: string }>(
    sql`SELECT columns FROM ${id(registry)} WHERE table_name = ${table}`,
  )
  return row && (JSON.parse(row.columns) as string[])
}

export async function dropTextIndex(tx: Transaction, table: string): Promise<void> {
  if (!(await textIndexColumns(tx, table))) return
  await tx.run(sql`DELETE FROM ${id(registry)} WHERE table_name = ${table}`)
}
