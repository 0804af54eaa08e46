import { sql } from '../../storage/sql.js'
import type { Database, Reader } from '../../storage/storage.js'

/** Moments in unix milliseconds. */
export interface StoredKey {
  readonly id: number
  readonly label: string
  readonly privilege: number
  /** 1: yes. */
  readonly manage: number | null
  readonly createdBy: number | null
  readonly createdByName: string | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** Newest first. A user who is gone counts as none. */
export async function selectKeys(db: Reader): Promise<StoredKey[]> {
  return db.all<StoredKey>(sql`
    SELECT k."id", k."label", k."privilege", k."manage", u."id" AS "createdBy", u."name" AS "createdByName",
      k."created_at" AS "createdAt", k."last_used_at" AS "lastUsedAt", k."revoked_at" AS "revokedAt"
    FROM "sys_api_keys" k LEFT JOIN "sys_users" u ON u."id" = k."created_by"
    ORDER BY k."created_at" DESC, k."id" DESC`)
}

export interface NewKey {
  readonly hash: string
  readonly label: string
  readonly privilege: number
  readonly manage: boolean
  readonly createdBy: number | null
}

export async function insertKey(
  db: Database,
  { hash, label, privilege, manage, createdBy }: NewKey,
  now: Date,
): Promise<number> {
  return db.write((tx) =>
    tx.insert('sys_api_keys', {
      key_hash: hash,
      label,
      privilege,
      manage: manage ? 1 : 0,
      created_by: createdBy,
      created_at: now.getTime(),
    }),
  )
}

/** Keeps the moment of a first revocation. @returns whether the key exists */
export async function revokeKey(db: Database, id: number, now: Date): Promise<boolean> {
  const changed = await db.write((tx) =>
    tx.run(sql`
      UPDATE "sys_api_keys" SET "revoked_at" = COALESCE("revoked_at", ${now.getTime()}) WHERE "id" = ${id}`),
  )
  return changed > 0
}

/** @returns whether the key existed */
export async function deleteKey(db: Database, id: number): Promise<boolean> {
  return (await db.write((tx) => tx.run(sql`DELETE FROM "sys_api_keys" WHERE "id" = ${id}`))) > 0
}
