import { id, sql } from '../sql.js'
import type { Reader, Transaction } from '../storage.js'
import type { CommittedSet } from './change-set-store.js'
import { beforeTable, changeCounts, changeSets, changes, undoneSets } from './journal-tables.js'
import { keepPastSets } from './stamps.js'

/** The last set that was committed before a time. */
export const selectSetBefore = (reader: Reader, time: number): Promise<CommittedSet | undefined> =>
  reader.get(sql`
    SELECT "id", "time", "last_change" AS last FROM ${id(changeSets)}
    WHERE "time" < ${time} ORDER BY "time" DESC, "id" DESC LIMIT 1`)

/** How many sets up to this one the journal has. */
export async function countSetsUpTo(reader: Reader, { id: last }: CommittedSet): Promise<number> {
  const row = await reader.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${id(changeSets)} WHERE "id" <= ${last} AND "first_change" > 0`,
  )
  return row?.n ?? 0
}

/** What the journal keeps of the changes of one table. */
export interface KeptChanges {
  readonly tb: string
  readonly changes: number
  /** How many of them have the row as it was before. */
  readonly images: number
}

export const countChangesUpTo = (reader: Reader, { last }: CommittedSet): Promise<KeptChanges[]> =>
  reader.all(sql`
    SELECT "tb", count(*) AS "changes", count(CASE WHEN "operation" <> 'created' THEN 1 END) AS "images"
    FROM ${id(changes)} WHERE "id" <= ${last} GROUP BY "tb" ORDER BY "tb"`)

/**
 * Lets the journal begin right after a set. The set stays as the state from which it goes on, with 0 as its
 * first change; so numbers of sets go on, too.
 */
export async function beginAfter(tx: Transaction, { id: set }: CommittedSet): Promise<void> {
  await keepPastSets(tx, set)
  await tx.run(sql`DELETE FROM ${id(changeCounts)} WHERE "set_id" <= ${set}`)
  await tx.run(sql`DELETE FROM ${id(undoneSets)} WHERE "set_id" <= ${set}`)
  await tx.run(sql`DELETE FROM ${id(changeSets)} WHERE "id" < ${set}`)
  await tx.run(sql`UPDATE ${id(changeSets)} SET "first_change" = 0 WHERE "id" = ${set}`)
}

/**
 * Deletes the oldest changes of sets after which the journal begins, with the rows as they were before.
 *
 * @param tables those that are in the journal now: what was kept of one that is gone went with it
 * @param after those up to this one are gone already; they are not walked over again
 * @returns the last of them; `undefined` when none is left
 */
export async function deleteChanges(
  tx: Transaction,
  { last }: CommittedSet,
  tables: ReadonlySet<string>,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | undefined> {
  const oldest = sql`SELECT "id" FROM ${id(changes)} WHERE "id" > ${after} AND "id" <= ${last} ORDER BY "id" LIMIT ${limit}`
  const end = await tx.get<{ id: number | null }>(sql`SELECT max(o."id") AS "id" FROM (${oldest}) o`)
  if (typeof end?.id !== 'number') return undefined
  const these = sql`"id" > ${after} AND "id" <= ${end.id}`
  const withImages = await tx.all<{ tb: string }>(
    sql`SELECT DISTINCT "tb" FROM ${id(changes)} WHERE ${these} AND "operation" <> 'created'`,
  )
  for (const { tb } of withImages) {
    if (tables.has(tb)) await tx.run(sql`DELETE FROM ${id(beforeTable(tb))} WHERE ${these}`)
  }
  await tx.run(sql`DELETE FROM ${id(changes)} WHERE ${these}`)
  return end.id
}
