import { selectNewestSetId } from '../storage/journal/change-set-store.js'
import { changeSets } from '../storage/journal/journal-tables.js'
import { id, sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'

/**
 * Dates the change sets of the demo to the days of which it tells, and names the people who entered them: its
 * history is that of the excavation, not that of its loading.
 */
export class ToldTimes {
  readonly #told: { readonly last: number; readonly end: number; readonly userId: number }[] = []

  /** @param before the newest set that is told already */
  constructor(
    private readonly db: Database,
    private readonly before = 0,
  ) {}

  /** What was entered since the last call. @param end unix milliseconds by which it was */
  async enteredBy(userId: number, end: number): Promise<void> {
    this.#told.push({ last: await selectNewestSetId(this.db.quick), end, userId })
  }

  /** The sets of one call follow each other minute by minute, before its end. */
  async store(): Promise<void> {
    const rows: [time: number, user: number, id: number][] = []
    let [before, latest] = [this.before, 0]
    for (const { last, end, userId } of this.#told) {
      for (let set = before + 1; set <= last; set++) {
        latest = Math.max(latest + 1000, end - (last - set) * minuteMs)
        rows.push([latest, userId, set])
      }
      before = last
    }
    const dated = sql`UPDATE ${id(changeSets)} SET "time" = ${0}, "user_id" = ${0} WHERE "id" = ${0}`
    await this.db.write((tx) => tx.runMany(dated, rows))
  }
}

const minuteMs = 60_000
