import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import type { Sql } from '../sql.js'
import { changeCounts, changeSets, changes } from './journal-tables.js'

/** Who makes the changes of a transaction, by which way, and what he says of them. */
export interface ChangeAuthor {
  /** 0 for a caller who is no user of the application. */
  readonly userId: number
  /** The API key that was used. */
  readonly keyId: number | null
  readonly origin: ChangeOrigin
  readonly note: string | null
}

/** Of changes that belong to no request. */
export const noAuthor: ChangeAuthor = { userId: 0, keyId: null, origin: 'api', note: null }

/** Placeholders, variables or expressions, in the spelling of the engine. */
type Terms<Name extends string> = Readonly<Record<Name, string>>

/** Inserts the set of the open transaction. `first` to `last`: the ids of its changes. */
export const insertSet = (
  of: Terms<'number' | 'at' | 'userId' | 'keyId' | 'origin' | 'note' | 'isIncomplete' | 'first' | 'last'>,
): string => `
  INSERT INTO "${changeSets}"
    ("id", "time", "user_id", "key_id", "origin", "note", "incomplete", "first_change", "last_change")
  VALUES (${of.number}, ${of.at}, ${of.userId}, ${of.keyId}, ${of.origin}, ${of.note}, ${of.isIncomplete},
    ${of.first}, ${of.last})`

/** The operation of a change as a digit, which `% 4` takes off a number again. */
const digit = `CASE "operation" WHEN 'created' THEN 0 WHEN 'updated' THEN 1 ELSE 2 END`

/**
 * How many rows of which table were made, changed and deleted in the end by the changes after `before`. A row
 * that was made and deleted again does not count. The first and the last operation on a row are found in one
 * walk over the new ids: a join with all changes would read every one that there is where the engine does not
 * know how few are new. Grouped by a term for the same reason: the engine does not walk over the index of all
 * rows that were ever changed.
 */
const netCounts = (before: string): string => `
  SELECT x.tb AS "tb",
    count(CASE WHEN x.first = 0 AND x.last <> 2 THEN 1 END) AS "created",
    count(CASE WHEN x.first <> 0 AND x.last <> 2 THEN 1 END) AS "updated",
    count(CASE WHEN x.first <> 0 AND x.last = 2 THEN 1 END) AS "deleted"
  FROM (SELECT min("tb") AS tb, min("id" * 4 + ${digit}) % 4 AS first, max("id" * 4 + ${digit}) % 4 AS last
    FROM "${changes}" WHERE "id" > ${before} GROUP BY "tb" || '', "row_id") x
  GROUP BY x.tb`

/** Inserts what the set changed out of its changes: those after `before`. */
export const insertCounts = (of: Terms<'number' | 'before'>): string => `
  INSERT INTO "${changeCounts}" ("set_id", "tb", "created", "updated", "deleted")
  SELECT ${of.number}, n."tb", n."created", n."updated", n."deleted" FROM (${netCounts(of.before)}) n`

/** The same of the open transaction, by table. */
export const countsAfter = (change: number): Sql => ({
  text: netCounts('?').split('?'),
  values: [change],
})
