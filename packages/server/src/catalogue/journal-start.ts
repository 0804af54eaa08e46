import { selectPurgedSet } from '../storage/journal/change-set-store.js'
import { changeSets } from '../storage/journal/journal-tables.js'
import { id, sql } from '../storage/sql.js'
import type { Reader } from '../storage/storage.js'
import { journal } from './migrations/0014-journal.js'

/** From where on the journal knows the state of the application. */
export interface JournalStart {
  /** The newest set that was purged; 0 while none was. */
  readonly set: number
  /** Unix milliseconds. */
  readonly time: number
  /** The last change up to then. */
  readonly last: number
}

/** @returns `undefined` where there is no journal */
export async function selectJournalStart(reader: Reader): Promise<JournalStart | undefined> {
  const purged = await selectPurgedSet(reader)
  if (purged) return { set: purged.id, time: purged.time, last: purged.last }
  const began = await reader.get<{ time: number; first: number | null }>(sql`
    SELECT "applied_at" AS time, (SELECT "time" FROM ${id(changeSets)} ORDER BY "id" LIMIT 1) AS first
    FROM "sys_migrations" WHERE "name" = ${journal.name}`)
  // The demo tells of years that were before it was loaded.
  return began && { set: 0, time: Math.min(began.time, began.first ?? began.time), last: 0 }
}
