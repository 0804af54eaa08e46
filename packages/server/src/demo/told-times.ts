import type { ChangedEntity } from '@trowel/contract/changes.js'
import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import type { Catalogue } from '../catalogue/catalogue.js'
import { entityOf } from '../catalogue/changed-entity.js'
import { selectNewestSetId } from '../storage/journal/change-set-store.js'
import { changeCounts, changeSets } from '../storage/journal/journal-tables.js'
import { id, sql } from '../storage/sql.js'
import type { Database } from '../storage/storage.js'

/**
 * Dates the change sets of the demo to the days of which it tells, and names the people who entered them, and
 * by which way: its history is that of the excavation, not that of its loading.
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
  async store(catalogue: Catalogue): Promise<void> {
    const origins = await this.#origins(catalogue)
    const rows: [time: number, user: number, origin: ChangeOrigin, id: number][] = []
    let [before, latest] = [this.before, 0]
    for (const { last, end, userId } of this.#told) {
      for (let set = before + 1; set <= last; set++) {
        latest = Math.max(latest + 1000, end - (last - set) * minuteMs)
        rows.push([latest, userId, origins.get(set) ?? 'api', set])
      }
      before = last
    }
    const dated = sql`UPDATE ${id(changeSets)} SET "time" = ${0}, "user_id" = ${0}, "origin" = ${''} WHERE "id" = ${0}`
    await this.db.write((tx) => tx.runMany(dated, rows))
  }

  /** By which way people would have changed what each set changed first. */
  async #origins(catalogue: Catalogue): Promise<ReadonlyMap<number, ChangeOrigin>> {
    const counts = await this.db.scan.all<{ set: number; tb: string; n: number }>(sql`
      SELECT "set_id" AS "set", "tb", "created" + "updated" + "deleted" AS "n" FROM ${id(changeCounts)}
      WHERE "set_id" > ${this.before} ORDER BY "id"`)
    const origins = new Map<number, ChangeOrigin>()
    for (const { set, tb, n } of counts) {
      const entity = entityOf(catalogue, tb)
      const way = entity === 'record' && n > 1 ? 'import' : entity && ways[entity]
      if (way && (entity === 'record' || !origins.has(set))) origins.set(set, way)
    }
    return origins
  }
}

const ways: Readonly<Partial<Record<ChangedEntity, ChangeOrigin>>> = {
  record: 'form',
  relation: 'links',
  manual_link: 'links',
  geometry: 'map',
  citation: 'citations',
  file: 'files',
  file_link: 'files',
  vocabulary_item: 'vocabulary',
  configuration: 'configuration',
}

const minuteMs = 60_000
