import type { Override } from '../../access/levels.js'
import { and, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface StoredOverride extends Override {
  readonly id: number
  readonly userId: number
}

const columns = sql`"id", "user_id" AS "userId", "table_name" AS "table", "privilege", "filter", "outside"`

/** By the name of the table. */
export async function selectOverrides(db: Reader, userId: number): Promise<StoredOverride[]> {
  return db.all<StoredOverride>(sql`
    SELECT ${columns} FROM "sys_user_table_privs" WHERE "user_id" = ${userId} ORDER BY "table_name", "id"`)
}

export async function selectOverride(db: Reader, overrideId: number): Promise<StoredOverride | undefined> {
  return db.get<StoredOverride>(sql`SELECT ${columns} FROM "sys_user_table_privs" WHERE "id" = ${overrideId}`)
}

/** Is the table configured? A request may hold the configuration of a moment ago. */
export async function isConfigured(db: Reader, table: string): Promise<boolean> {
  return (await db.get(sql`SELECT "id" FROM "sys_cfg_tables" WHERE "name" = ${table}`)) !== undefined
}

export async function selectOverrideOn(
  db: Reader,
  userId: number,
  table: string,
): Promise<StoredOverride | undefined> {
  return db.get<StoredOverride>(sql`
    SELECT ${columns} FROM "sys_user_table_privs" WHERE "user_id" = ${userId} AND "table_name" = ${table}`)
}

/**
 * Makes the override of a user on a table, or replaces the one that there is. @returns its id, which stays
 *
 * @param known the id of that one
 */
export async function putOverride(
  tx: Transaction,
  userId: number,
  override: Override,
  known: number | undefined,
): Promise<number> {
  const { table, privilege, filter, outside } = override
  if (known === undefined) {
    return tx.insert('sys_user_table_privs', {
      user_id: userId,
      table_name: table,
      privilege,
      filter,
      outside,
    })
  }
  await tx.run(sql`
    UPDATE "sys_user_table_privs" SET "privilege" = ${privilege}, "filter" = ${filter}, "outside" = ${outside}
    WHERE "id" = ${known}`)
  return known
}

/** Which overrides of a user: one by its table or id, or all of them. */
export interface OverrideChoice {
  readonly table: string | undefined
  readonly id: number | undefined
}

/** @returns how many there were */
export async function deleteOverrides(
  tx: Transaction,
  userId: number,
  { table, id }: OverrideChoice,
): Promise<number> {
  const chosen = [sql`"user_id" = ${userId}`]
  if (table !== undefined) chosen.push(sql`"table_name" = ${table}`)
  if (id !== undefined) chosen.push(sql`"id" = ${id}`)
  return tx.run(sql`DELETE FROM "sys_user_table_privs" WHERE ${and(chosen)}`)
}
