import { id, type Sql, sql } from '../sql.js'
import type { Transaction } from '../storage.js'
import { changeSets, changes } from './journal-tables.js'
import { noAuthor } from './seal.js'
import { stamps, stillHolds } from './stamps.js'

/**
 * Is the set of this alias the one that says that a backup was put in the place of everything? It has no
 * changes of its own: its first is behind its last.
 */
export const isReplacement = (alias: string): Sql =>
  sql`(${id(alias, 'incomplete')} = 0 AND ${id(alias, 'first_change')} > ${id(alias, 'last_change')})`

/**
 * Notes, in the transaction of a restore, that everything may be another than before. Its number is above
 * all that were handed out, in the journal of the backup and in the one that it replaces, so that a number
 * never means another set than it did.
 *
 * @param newestBefore the newest set of what is replaced
 * @param note what was restored
 * @returns the number of the set
 */
export async function noteReplacement(tx: Transaction, newestBefore: number, note: string): Promise<number> {
  const newest = await tx.get<{ id: number; time: number; last: number }>(
    sql`SELECT "id", "time", "last_change" AS last FROM ${id(changeSets)} ORDER BY "id" DESC LIMIT 1`,
  )
  const { last, time, ...sealed } = newest ?? { id: 0, time: 0, last: 0 }
  const number = Math.max(newestBefore, sealed.id) + 1
  const { userId: user_id, keyId: key_id } = noAuthor
  await tx.insert(changeSets, {
    id: number,
    time: Math.max(Date.now(), time),
    ...{ user_id, key_id, origin: 'restore', note, incomplete: 0 },
    ...{ first_change: last + 1, last_change: last, undone_by: null },
  })
  // What another program wrote past the service before the backup belongs to the set that comes next.
  await tx.run(sql`UPDATE ${id(changes)} SET "set_id" = ${number + 1} WHERE "id" > ${last}`)
  for (const column of ['set_id', 'created_set'])
    await tx.run(
      sql`UPDATE ${id(stamps)} SET ${id(column)} = ${number + 1} WHERE ${id(column)} > ${sealed.id}`,
    )
  await tx.run(sql`UPDATE ${id(stamps)} SET "until_set" = ${number + 1}
    WHERE "until_set" > ${sealed.id} AND "until_set" < ${stillHolds}`)
  return number
}
