import { selectPurgedSet } from '../storage/journal/change-set-store.js'
import { sql } from '../storage/sql.js'
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
  const began = await reader.get<{ time: number }>(
    sql`SELECT "applied_at" AS time FROM "sys_migrations" WHERE "name" = ${journal.name}`,
  )
  return began && { set: 0, time: began.time, last: 0 }
}
