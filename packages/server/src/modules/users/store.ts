import { privileges } from '@trowel/contract/privileges.js'
import { sql } from '../../storage/sql.js'
import type { Database, Reader, Transaction } from '../../storage/storage.js'
import type { ExternalIdentity } from './oauth-identity.js'

export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly privilege: number
  readonly tokenVersion: number
  readonly oauthProvider: string | null
  /** Unix milliseconds. */
  readonly createdAt: number | null
  readonly lastLoginAt: number | null
}

export interface Account extends User {
  /** In one of the forms that `access/passwords.ts` knows. */
  readonly password: string
  readonly oauthSubject: string | null
}

/** The identity with which a user logs in at a provider. */
export const identityOf = ({ oauthProvider, oauthSubject }: Account): ExternalIdentity | null =>
  oauthProvider === null || oauthSubject === null ? null : { provider: oauthProvider, subject: oauthSubject }

const listed = sql`
  u."id", u."name", u."email", u."privilege", u."token_version" AS "tokenVersion",
  u."oauth_provider" AS "oauthProvider", u."created_at" AS "createdAt", u."last_login_at" AS "lastLoginAt"`

const whole = sql`${listed}, u."password", u."oauth_sub" AS "oauthSubject"`

export async function selectUsers(db: Reader): Promise<User[]> {
  return db.all<User>(sql`SELECT ${listed} FROM "sys_users" u ORDER BY u."id"`)
}

export interface UserWithOverrides extends User {
  readonly overrideCount: number
}

/** By id. @param only the one user, when it is given */
export async function selectUsersWithOverrides(db: Reader, only?: number): Promise<UserWithOverrides[]> {
  const where = only === undefined ? sql`1 = 1` : sql`u."id" = ${only}`
  return db.all<UserWithOverrides>(sql`
    SELECT ${listed}, COALESCE(p."count", 0) AS "overrideCount" FROM "sys_users" u
    LEFT JOIN (SELECT "user_id", count(*) AS "count" FROM "sys_user_table_privs" GROUP BY "user_id") p
      ON p."user_id" = u."id"
    WHERE ${where} ORDER BY u."id"`)
}

export async function selectAccount(db: Reader, userId: number): Promise<Account | undefined> {
  return db.get<Account>(sql`SELECT ${whole} FROM "sys_users" u WHERE u."id" = ${userId}`)
}

export async function selectAccountByEmail(db: Reader, email: string): Promise<Account | undefined> {
  return db.get<Account>(sql`SELECT ${whole} FROM "sys_users" u WHERE u."email" = ${email}`)
}

export async function countSuperAdmins(db: Reader): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS "count" FROM "sys_users" WHERE "privilege" = ${privileges.super_admin}`,
  )
  return row?.count ?? 0
}

export interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly privilege: number
  readonly identity: ExternalIdentity | null
}

/** @throws StorageError `unique` when the address or the identity belongs to another user */
export async function insertUser(
  tx: Transaction,
  { identity, ...user }: NewUser,
  now: Date,
): Promise<number> {
  return tx.insert('sys_users', {
    ...user,
    oauth_provider: identity?.provider ?? null,
    oauth_sub: identity?.subject ?? null,
    token_version: 0,
    created_at: now.getTime(),
  })
}

export interface AccountChange {
  readonly name: string
  readonly email: string
  readonly privilege: number
  readonly identity: ExternalIdentity | null
  /** Undefined: as it is, also when it is kept in a stronger form meanwhile. */
  readonly password: string | undefined
}

/** @throws StorageError `unique` when the address or the identity belongs to another user */
export async function updateAccount(tx: Transaction, userId: number, change: AccountChange): Promise<void> {
  const { name, email, privilege, identity, password } = change
  await tx.run(sql`
    UPDATE "sys_users" SET "name" = ${name}, "email" = ${email}, "privilege" = ${privilege},
      "oauth_provider" = ${identity?.provider ?? null}, "oauth_sub" = ${identity?.subject ?? null}
    WHERE "id" = ${userId}`)
  if (password !== undefined) {
    await tx.run(sql`UPDATE "sys_users" SET "password" = ${password} WHERE "id" = ${userId}`)
  }
}

/** Ends all sessions of the user, and what was confirmed in them. */
export async function endSessions(tx: Transaction, userId: number): Promise<void> {
  await tx.run(sql`UPDATE "sys_users" SET "token_version" = "token_version" + 1 WHERE "id" = ${userId}`)
  await tx.run(sql`DELETE FROM "sys_confirmations" WHERE "user_id" = ${userId}`)
}

/** A new password ends all sessions of the user. */
export async function updatePassword(tx: Transaction, userId: number, hash: string): Promise<void> {
  await tx.run(sql`UPDATE "sys_users" SET "password" = ${hash} WHERE "id" = ${userId}`)
  await endSessions(tx, userId)
}

/**
 * Deletes a user with his overrides and what he saved for himself. His files and API keys stay and have no
 * owner, as his records by then. Versions keep the number.
 */
export async function deleteUser(tx: Transaction, userId: number): Promise<void> {
  await tx.run(sql`UPDATE "sys_files" SET "creator" = NULL WHERE "creator" = ${userId}`)
  await tx.run(sql`UPDATE "sys_api_keys" SET "created_by" = NULL WHERE "created_by" = ${userId}`)
  await tx.run(sql`DELETE FROM "sys_users" WHERE "id" = ${userId}`)
}

/** The same password in a stronger form; nothing happens when it was changed meanwhile. */
export async function replaceHash(db: Database, userId: number, from: string, to: string): Promise<void> {
  await db.write((tx) =>
    tx.run(sql`UPDATE "sys_users" SET "password" = ${to} WHERE "id" = ${userId} AND "password" = ${from}`),
  )
}

export async function updateLastLogin(db: Database, userId: number, now: Date): Promise<void> {
  await db.write((tx) =>
    tx.run(sql`UPDATE "sys_users" SET "last_login_at" = ${now.getTime()} WHERE "id" = ${userId}`),
  )
}
