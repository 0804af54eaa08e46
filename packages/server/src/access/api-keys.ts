import { hash, randomBytes } from 'node:crypto'
import { sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'
import { VersionedCache } from '../storage/versioned-cache.js'
import { memoizeByDatabase } from '../storage/weak-memoize.js'
import type { KeyPrincipal } from './principal.js'

/**
 * `<prefix><application>.<64 hexadecimal digits>`: the application stands in the key, so one look finds it.
 */
const keyForm = /^([a-z][a-z0-9_]{2,19})\.[0-9a-f]{64}$/

/** A key of version 5, which names no application. */
const keyOfVersion5 = /^[0-9a-f]{64}$/

export const isKeyOfVersion5 = (key: string): boolean => keyOfVersion5.test(key)

/** A new key; it is shown once and nowhere stored. */
export function makeApiKey(prefix: string, app: string): string {
  return `${prefix}${app}.${randomBytes(32).toString('hex')}`
}

/**
 * What is stored instead of a key: the SHA-256 of all of it, prefix included. A key is random, so nothing
 * slower is needed.
 */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/** The application that a key names, or undefined when the text has not the form of a key. */
export function applicationOfApiKey(prefix: string, key: string): string | undefined {
  return key.startsWith(prefix) ? keyForm.exec(key.slice(prefix.length))?.[1] : undefined
}

interface KeyRow {
  readonly id: number
  readonly label: string
  readonly privilege: number
  readonly manage: number | null
  readonly last_used_at: number | null
}

const keyRows = new VersionedCache<KeyRow | undefined>(1000)

/** The principal of a key that exists in this application and is not revoked. */
export async function findApiKey(db: Database, key: string, now: Date): Promise<KeyPrincipal | undefined> {
  const hashed = hashApiKey(key)
  const row = await keyRows.get(db, ['sys_api_keys'], hashed, () =>
    db.quick.get<KeyRow>(sql`
      SELECT "id", "label", "privilege", "manage", "last_used_at" FROM "sys_api_keys"
      WHERE "key_hash" = ${hashed} AND "revoked_at" IS NULL`),
  )
  if (!row) return undefined
  noteUse(db, row, now)
  return asPrincipal(row)
}

/** The principal of a key that proved itself before, unless it was revoked meanwhile. */
export async function apiKeyOf(db: Database, keyId: number): Promise<KeyPrincipal | undefined> {
  const row = await db.quick.get<Omit<KeyRow, 'last_used_at'>>(sql`
    SELECT "id", "label", "privilege", "manage" FROM "sys_api_keys" WHERE "id" = ${keyId} AND "revoked_at" IS NULL`)
  return row && asPrincipal(row)
}

const asPrincipal = ({ id, label, privilege, manage }: Omit<KeyRow, 'last_used_at'>): KeyPrincipal => ({
  kind: 'key',
  keyId: id,
  name: `API key: ${label}`,
  privilege,
  manage: manage === 1,
})

const minute = 60_000
const notedUses = memoizeByDatabase((_db: Database) => new Map<number, number>())

/**
 * Writes when the key was used, at most once a minute, after the request that used it; not being able to is
 * no failure of it.
 */
function noteUse(db: Database, { id, last_used_at }: KeyRow, now: Date): void {
  const noted = notedUses(db)
  const at = now.getTime()
  if (Math.max(last_used_at ?? 0, noted.get(id) ?? 0) > at - minute) return
  noted.set(id, at)
  const timer = setTimeout(() => {
    db.write((tx) => tx.run(sql`UPDATE "sys_api_keys" SET "last_used_at" = ${at} WHERE "id" = ${id}`)).catch(
      () => undefined,
    )
  }, 50)
  timer.unref()
}
