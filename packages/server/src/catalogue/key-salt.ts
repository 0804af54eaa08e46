import { randomBytes } from 'node:crypto'
import { sql } from '../storage/sql.js'
import type { Reader, Transaction } from '../storage/storage.js'

const saltForm = /^[0-9a-f]{64}$/

/**
 * What makes the keys of this application its own, together with the service's secret: another application
 * never has the same salt, not even one of the same name.
 */
export async function loadKeySalt(reader: Reader): Promise<string | undefined> {
  const row = await reader.get<{ salt: string }>(sql`SELECT "salt" FROM "sys_key_salt" ORDER BY "id" LIMIT 1`)
  return row && saltForm.test(row.salt) ? row.salt : undefined
}

/** Makes a salt at random where there is none, or one that no service made. */
export async function ensureKeySalt(tx: Transaction): Promise<void> {
  if (await loadKeySalt(tx)) return
  await tx.run(sql`DELETE FROM "sys_key_salt"`)
  await tx.insert('sys_key_salt', { salt: randomBytes(32).toString('hex') })
}
