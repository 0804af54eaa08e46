import { sql } from '../../storage/sql.js'
import type { Database, Reader } from '../../storage/storage.js'

export interface User {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly privilege: number
  readonly tokenVersion: number
  /** Unix milliseconds. */
  readonly createdAt: number | null
  readonly lastLoginAt: number | null
}

export interface Account extends User {
  /** In one of the forms that `access/passwords.ts` knows. */
  readonly password: string
}

const columns = sql`
  "id", "name", "email", "password", "privilege", "token_version" AS "tokenVersion",
  "created_at" AS "createdAt", "last_login_at" AS "lastLoginAt"`

export async function selectUsers(db: Reader): Promise<User[]> {
  return db.all<User>(sql`
    SELECT "id", "name", "email", "privilege", "token_version" AS "tokenVersion",
      "created_at" AS "createdAt", "last_login_at" AS "lastLoginAt"
    FROM "sys_users" ORDER BY "id"`)
}

export async function selectAccount(db: Reader, id: number): Promise<Account | undefined> {
  return db.get<Account>(sql`SELECT ${columns} FROM "sys_users" WHERE "id" = ${id}`)
}

export async function selectAccountByEmail(db: Reader, email: string): Promise<Account | undefined> {
  return db.get<Account>(sql`SELECT ${columns} FROM "sys_users" WHERE "email" = ${email}`)
}

export interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly privilege: number
}

/** @throws StorageError `unique` when the e-mail address belongs to another user */
export async function insertUser(db: Database, user: NewUser, now: Date): Promise<number> {
  return db.write((tx) => tx.insert('sys_users', { ...user, token_version: 0, created_at: now.getTime() }))
}

/** A new password ends all sessions of the user and what was confirmed with the old one. */
export async function updatePassword(db: Database, id: number, hash: string): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(sql`
      UPDATE "sys_users" SET "password" = ${hash}, "token_version" = "token_version" + 1 WHERE "id" = ${id}`)
    await tx.run(sql`DELETE FROM "sys_confirmations" WHERE "user_id" = ${id}`)
  })
}

/** The same password in a stronger form; nothing happens when it was changed meanwhile. */
export async function replaceHash(db: Database, id: number, from: string, to: string): Promise<void> {
  await db.write((tx) =>
    tx.run(sql`UPDATE "sys_users" SET "password" = ${to} WHERE "id" = ${id} AND "password" = ${from}`),
  )
}

export async function updateLastLogin(db: Database, id: number, now: Date): Promise<void> {
  await db.write((tx) =>
    tx.run(sql`UPDATE "sys_users" SET "last_login_at" = ${now.getTime()} WHERE "id" = ${id}`),
  )
}
