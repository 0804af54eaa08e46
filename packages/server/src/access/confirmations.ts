import { sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'
import type { Principal, UserPrincipal } from './principal.js'

/** How long a person counts as present after giving the password; every use begins it anew. */
const lifetimeMs = 30 * 60_000

/** Who asks, where and when. */
interface Asking {
  readonly db: Database
  readonly principal: Principal
  readonly now: Date
}

/**
 * Remembers that the person of this session gave the right password. @returns until when it holds, if not
 * used
 */
export async function confirm(db: Database, { id, session }: UserPrincipal, now: Date): Promise<Date> {
  const until = now.getTime() + lifetimeMs
  await db.write(async (tx) => {
    await tx.run(
      sql`DELETE FROM "sys_confirmations" WHERE "session" = ${session} OR "expires_at" < ${now.getTime()}`,
    )
    await tx.insert('sys_confirmations', { user_id: id, session, expires_at: until })
  })
  return new Date(until)
}

/** Did the person of this session give the password a short while ago? Asking renews it. */
export async function isConfirmed({ db, principal, now }: Asking): Promise<boolean> {
  if (principal.kind !== 'user') return false
  const { id, session } = principal
  const changed = await db.write((tx) =>
    tx.run(sql`
      UPDATE "sys_confirmations" SET "expires_at" = ${now.getTime() + lifetimeMs}
      WHERE "session" = ${session} AND "user_id" = ${id} AND "expires_at" > ${now.getTime()}`),
  )
  return changed > 0
}

/** Ends the confirmation of one session, at logout. */
export async function dropConfirmation(db: Database, session: string): Promise<void> {
  await db.write((tx) => tx.run(sql`DELETE FROM "sys_confirmations" WHERE "session" = ${session}`))
}
