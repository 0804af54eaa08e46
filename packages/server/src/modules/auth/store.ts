import { sql } from '../../storage/sql.js'
import type { Database, Reader, Transaction } from '../../storage/storage.js'

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

/**
 * The account that a person of a provider logs in to.
 * @param subject what the provider calls the person, for ever
 */
export async function selectUserByIdentity(
  reader: Reader,
  provider: string,
  subject: string,
): Promise<number | undefined> {
  const row = await reader.get<{ id: number }>(sql`
    SELECT "id" FROM "sys_users" WHERE "oauth_provider" = ${provider} AND "oauth_sub" = ${subject}`)
  return row?.id
}

/** Gives the account of this address an identity, unless it has one. @returns the id of the account */
export async function linkIdentity(
  tx: Transaction,
  email: string,
  provider: string,
  subject: string,
): Promise<number | undefined> {
  const free = sql`"email" = ${email} AND "oauth_provider" IS NULL AND "oauth_sub" IS NULL`
  const row = await tx.get<{ id: number }>(sql`SELECT "id" FROM "sys_users" WHERE ${free}`)
  if (!row) return undefined
  await tx.run(sql`
    UPDATE "sys_users" SET "oauth_provider" = ${provider}, "oauth_sub" = ${subject} WHERE "id" = ${row.id}`)
  return row.id
}
