import { changeCounts, changeSets, changes, undoneSets } from '../../storage/journal/journal-tables.js'
import { countsAfter } from '../../storage/journal/seal.js'
import { id, join, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

export interface SetRow {
  readonly id: number
  readonly userId: number
  readonly keyId: number | null
  readonly incomplete: number
  readonly first: number
  readonly last: number
  readonly undoneBy: number | null
}

export const selectSets = (reader: Reader, ids: readonly number[]): Promise<SetRow[]> =>
  reader.all(sql`
    SELECT "id" AS "id", "user_id" AS "userId", "key_id" AS "keyId", "incomplete" AS "incomplete",
      "first_change" AS "first", "last_change" AS "last", "undone_by" AS "undoneBy"
    FROM ${id(changeSets)} WHERE "id" IN (${join(ids)}) ORDER BY "id" DESC`)

/** The last change so far, and the number of the set that the open transaction will be. */
export async function selectEnd(
  reader: Reader,
): Promise<{ readonly lastChange: number; readonly nextSet: number }> {
  const row = await reader.get<{ lastChange: number; nextSet: number }>(sql`
    SELECT COALESCE((SELECT max("id") FROM ${id(changes)}), 0) AS "lastChange",
      COALESCE((SELECT max("id") FROM ${id(changeSets)}), 0) + 1 AS "nextSet"`)
  return row ?? { lastChange: 0, nextSet: 1 }
}

export interface CountRow {
  readonly tb: string
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** What became of rows after a change, as their set will count them. */
export const selectCountsAfter = (reader: Reader, lastChange: number): Promise<CountRow[]> =>
  reader.all(countsAfter(lastChange))

/** How many rows the sets changed. */
export async function selectTouchedCount(reader: Reader, ids: readonly number[]): Promise<number> {
  const row = await reader.get<{ n: number }>(sql`
    SELECT COALESCE(sum("created" + "updated" + "deleted"), 0) AS "n" FROM ${id(changeCounts)}
    WHERE "set_id" IN (${join(ids)})`)
  return Number(row?.n ?? 0)
}

/** The tables that were made after a change: rows from before belong to others of their names. */
export async function selectTablesMadeAfter(reader: Reader, lastChange: number): Promise<Set<string>> {
  const rows = await reader.all<{ name: string }>(sql`
    SELECT k."name" FROM "sys_cfg_tables" k JOIN ${id(changes)} c
      ON c."tb" = 'sys_cfg_tables' AND c."row_id" = k."id" AND c."operation" = 'created' AND c."id" > ${lastChange}`)
  return new Set(rows.map(({ name }) => name))
}

export const updateUndoneBy = (tx: Transaction, ids: readonly number[], by: number | null): Promise<number> =>
  tx.run(sql`UPDATE ${id(changeSets)} SET "undone_by" = ${by} WHERE "id" IN (${join(ids)})`)

/** The sets that a set undid. */
export async function selectUndone(reader: Reader, setId: number): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    sql`SELECT "undone_id" AS "id" FROM ${id(undoneSets)} WHERE "set_id" = ${setId}`,
  )
  return rows.map((row) => row.id)
}

export const insertUndone = (tx: Transaction, setId: number, undone: readonly number[]): Promise<number[]> =>
  tx.insertMany(
    undoneSets,
    ['set_id', 'undone_id'],
    undone.map((one) => [setId, one]),
  )
