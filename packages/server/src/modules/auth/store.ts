import { sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'

/** Ends a session until every token issued for it has expired; forgets those that have. */
export async function insertRevokedSession(
  db: Database,
  session: string,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(sql`DELETE FROM "sys_revoked_sessions" WHERE "expires_at" < ${now.getTime()}`)
    await tx.run(sql`
      INSERT INTO "sys_revoked_sessions" ("jti", "expires_at") VALUES (${session}, ${expiresAt.getTime()})
      ON CONFLICT DO NOTHING`)
  })
}
