import { sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'

/** Keeps something that can be taken once, on whatever node, until it expires; forgets what has expired. */
export async function keepOnce(
  db: Database,
  key: string,
  content: string,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(sql`DELETE FROM "sys_once" WHERE "expires_at" <= ${now.getTime()}`)
    await tx.insert('sys_once', { key, content, expires_at: expiresAt.getTime() })
  })
}

/**
 * What was kept under this key, to the first who asks; `undefined` when nothing was, or it expired, or
 * a user has it already.
 */
export async function takeOnce(db: Database, key: string, now: Date): Promise<string | undefined> {
  return db.write(async (tx) => {
    const row = await tx.get<{ content: string }>(
      sql`SELECT "content" FROM "sys_once" WHERE "key" = ${key} AND "expires_at" > ${now.getTime()}`,
    )
    const taken = row ? await tx.run(sql`DELETE FROM "sys_once" WHERE "key" = ${key}`) : 0
    return taken > 0 ? row?.content : undefined
  })
}
