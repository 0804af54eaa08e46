import { changeCounts, changeSets, changes } from '../journal/journal-tables.js'
import { type ChangeAuthor, insertCounts, insertSet } from '../journal/seal.js'
import type { SqlValue } from '../sql.js'

/** What sealing needs of a connection within its transaction. */
export interface Sealing {
  /** The values of the first row; none where there is no row. */
  firstRow(text: string, values: readonly SqlValue[]): readonly SqlValue[]
  run(text: string, values: readonly SqlValue[]): unknown
}

const hasJournal = `SELECT 1 FROM sqlite_schema WHERE name = '${changeSets}'`
const newestChange = `SELECT "set_id", "id" FROM "${changes}" ORDER BY "id" DESC LIMIT 1`
const newestSet = `SELECT "id", "last_change", "time" FROM "${changeSets}" ORDER BY "id" DESC LIMIT 1`
const newSet = insertSet({
  number: '?',
  at: '?',
  userId: '?',
  keyId: '?',
  origin: '?',
  note: '?',
  isIncomplete: '?',
  first: '?',
  last: '?',
})
const newCounts = insertCounts({ number: '?', before: '?' })
const newUnseen = `INSERT INTO "${changeCounts}" ("set_id", "tb", "created", "updated", "deleted")
  SELECT ?1, ?2, 0, 0, 0
  WHERE NOT EXISTS (SELECT 1 FROM "${changeCounts}" WHERE "set_id" = ?1 AND "tb" = ?2)`

/** Has the database a journal? One from before has none until it is brought up to date. */
export const isJournaled = (connection: Sealing): boolean => connection.firstRow(hasJournal, []).length > 0

/**
 * Writes the set of the open transaction, when it changed something.
 *
 * @param unseen tables that it changed in a way that triggers do not see
 * @returns the number of the set
 */
export function sealChanges(
  connection: Sealing,
  { userId, keyId, origin, note }: ChangeAuthor,
  unseen: readonly string[] = [],
): number | undefined {
  const [number, newest] = connection.firstRow(newestChange, []).map(Number)
  const [sealed = 0, before = 0, latest = 0] = connection.firstRow(newestSet, []).map(Number)
  const isChanged = (number ?? 0) > sealed
  if (!isChanged && unseen.length === 0) return undefined
  const set = isChanged && number !== undefined ? number : sealed + 1
  const last = isChanged && newest !== undefined ? newest : before
  const isIncomplete = unseen.length > 0 ? 1 : 0
  const at = Math.max(Date.now(), latest)
  connection.run(newSet, [set, at, userId, keyId, origin, note, isIncomplete, before + 1, last])
  connection.run(newCounts, [set, before])
  for (const table of unseen) connection.run(newUnseen, [set, table])
  return set
}
