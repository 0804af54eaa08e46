import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
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

/**
 * Inserts how many rows of which table the set made, changed and deleted in the end, out of its changes:
 * those after `before`. A row that it made and deleted again does not count. Grouped by a term, so that the
 * engine looks for the new ids and does not walk over the index of all rows that were ever changed.
 */
export const insertCounts = (of: Terms<'number' | 'before'>): string => `
  INSERT INTO "${changeCounts}" ("set_id", "tb", "created", "updated", "deleted")
  SELECT ${of.number}, x.tb,
    count(CASE WHEN x.first = 'created' AND x.last <> 'deleted' THEN 1 END),
    count(CASE WHEN x.first <> 'created' AND x.last <> 'deleted' THEN 1 END),
    count(CASE WHEN x.first <> 'created' AND x.last = 'deleted' THEN 1 END)
  FROM (SELECT f."tb" AS tb, f."operation" AS first, l."operation" AS last
    FROM (SELECT min("id") AS head, max("id") AS tail FROM "${changes}" WHERE "id" > ${of.before}
      GROUP BY "tb" || '', "row_id") g
    JOIN "${changes}" f ON f."id" = g.head JOIN "${changes}" l ON l."id" = g.tail) x
  GROUP BY x.tb`
