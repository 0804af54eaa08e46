import { frozen } from '../../access/levels.js'
import { mainTableOf } from '../../catalogue/catalogue.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Jobs } from '../../jobs/leased-work.js'
import { doOnOneNode } from '../../jobs/one-node.js'
import { requireEditable } from '../../records/rows/row-access.js'
import { SingleFlight } from '../../single-flight.js'
import type { Database } from '../../storage/storage.js'
import { memoizeByDatabase } from '../../storage/weak-memoize.js'
import { addCounts, linksOf, noCounts, type SyncCounts } from './compare-items.js'
import { selectLibraries } from './library-store.js'
import type { Upstream } from './links.js'
import { type LibrarySync, syncLibrary } from './sync-library.js'
import { type CitedItem, selectCitedItems, selectItemsCitedBy } from './sync-store.js'

const syncsOf = memoizeByDatabase((_db: Database) => new SingleFlight())

/**
 * Refreshes what is cached of the works that a record cites. Who asks for the same record meanwhile gets the
 * same answer.
 *
 * @returns counts of its citations; zeros without asking anybody when it has none
 * @throws `unknown_table`, `record_not_found`, `not_enough_privilege`; `upstream_error` when every request
 *   failed
 */
export async function syncRecord(
  upstream: Upstream,
  scope: RequestScope,
  tableName: string,
  recordId: number,
): Promise<SyncCounts> {
  const table = mainTableOf(scope.catalogue, tableName)
  await requireEditable(scope.db.quick, scope, table, recordId)
  return syncsOf(scope.db).run(`${table.name}/${recordId}`, async () => {
    const items = await selectItemsCitedBy(scope.db.quick, table, recordId)
    return syncItems(upstream, scope, items, false)
  })
}

/**
 * The same for all works that are cited anywhere, in counts of distinct works; of several nodes one alone
 * asks the libraries.
 *
 * @throws `not_enough_privilege` while the application is frozen; `upstream_error` when every request failed
 */
export async function syncEverything(
  jobs: Jobs,
  upstream: Upstream,
  scope: RequestScope,
): Promise<SyncCounts & { readonly total: number }> {
  if (scope.application.settings.status === 'frozen') throw frozen()
  const sync = async () => {
    const items = await selectCitedItems(scope.db.scan)
    const counts = await syncItems(upstream, scope, items, true)
    await noteEvent(scope, 'citations_synced', { ...counts })
    return { ...counts, total: items.length }
  }
  return syncsOf(scope.db).run('everything', () => doOnOneNode(jobs, scope, 'refman_sync', sync))
}

/** Library by library: what happens to one is nothing to the others. */
async function syncItems(
  upstream: Upstream,
  scope: RequestScope,
  items: readonly CitedItem[],
  isEverything: boolean,
): Promise<SyncCounts> {
  if (items.length === 0) return noCounts
  const rows = new Map((await selectLibraries(scope.db.quick)).map((row) => [row.id, row]))
  const syncs: LibrarySync[] = []
  for (const [libraryId, cited] of byLibrary(items)) {
    const row = rows.get(libraryId)
    syncs.push(
      row
        ? await syncLibrary(upstream, scope, row, cited, isEverything)
        : { counts: { ...noCounts, errors: linksOf(cited) }, answered: 0, failures: [] },
    )
  }
  const [failure] = syncs.flatMap(({ failures }) => failures)
  if (failure && syncs.every(({ answered }) => answered === 0)) throw failure.refusal('upstream_error')
  return syncs.map(({ counts }) => counts).reduce(addCounts, noCounts)
}

function byLibrary(items: readonly CitedItem[]): Map<number, CitedItem[]> {
  const libraries = new Map<number, CitedItem[]>()
  for (const item of items) {
    const known = libraries.get(item.libId)
    if (known) known.push(item)
    else libraries.set(item.libId, [item])
  }
  return libraries
}
