import { sql } from '../storage/sql.js'
import type { Database, Reader, Transaction } from '../storage/storage.js'

/** Keeps something that can be taken once, on whatever node, until it expires; forgets what has expired. */
export async function keepOnce(
  db: Database,
  key: string,
  content: string,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await db.write((tx) => keepUntil(tx, key, content, expiresAt, now))
}

/** Keeps something until it expires, however often it is asked for; forgets what has expired. */
export async function keepUntil(
  tx: Transaction,
  key: string,
  content: string,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await tx.run(sql`DELETE FROM "sys_once" WHERE "expires_at" <= ${now.getTime()}`)
  await tx.insert('sys_once', { key, content, expires_at: expiresAt.getTime() })
}

/** What is kept under this key; `undefined` when nothing is, or it expired. */
export async function keptAs(reader: Reader, key: string, now: Date): Promise<string | undefined> {
  const row = await reader.get<{ content: string }>(
    sql`SELECT "content" FROM "sys_once" WHERE "key" = ${key} AND "expires_at" > ${now.getTime()}`,
  )
  return row?.content
}

/**
 * What was kept under this key, to the first who asks; `undefined` when nothing was, or it expired, or
 * a user has it already.
 */
export async function takeOnce(db: Database, key: string, now: Date): Promise<string | undefined> {
  return db.write(async (tx) => {
    const content = await keptAs(tx, key, now)
    const taken = content === undefined ? 0 : await tx.run(sql`DELETE FROM "sys_once" WHERE "key" = ${key}`)
    return taken > 0 ? content : undefined
  })
}
