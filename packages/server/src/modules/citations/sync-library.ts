import type { RequestScope } from '../../http/scope.js'
import { inBatches } from '../../records/rows/row-batches.js'
import { addCounts, compareItems, linksOf, noCounts, type SyncCounts } from './compare-items.js'
import { libraryAccess, renewStoredKey, styleOf } from './libraries.js'
import { type LibraryRow, selectLibrary, updateSyncedVersion } from './library-store.js'
import type { Upstream } from './links.js'
import { type ItemBatch, keysPerRequest, type LibraryAccess } from './reference-manager.js'
import { isSameLibrary } from './same-library.js'
import { type CitedItem, markDetached, markFound, markUnchanged, updateCache } from './sync-store.js'
import { UpstreamFailure } from './upstream-failure.js'

/** What came of the sync of one library. */
export interface LibrarySync {
  readonly counts: SyncCounts
  /** Requests that were answered. */
  readonly answered: number
  readonly failures: readonly UpstreamFailure[]
}

interface Answer {
  /** `undefined`: nothing in the library changed. */
  readonly batch: ItemBatch | undefined
  /** Unix milliseconds. */
  readonly at: number
}

/** After so many failed requests the library is left alone. */
const maxFailures = 3

/**
 * Refreshes what is cached of items of one library, batch by batch; each is written when it is answered, and
 * nothing is held open while the library is asked. What could not be asked stays as it is and counts as an
 * error.
 *
 * @param isEverything are these all items that are cited? Then the library may say in one answer that nothing
 *   changed.
 */
export async function syncLibrary(
  { manager, secrets }: Upstream,
  scope: RequestScope,
  library: LibraryRow,
  cited: readonly CitedItem[],
  isEverything: boolean,
): Promise<LibrarySync> {
  await renewStoredKey(secrets, scope, library)
  const access = libraryAccess(secrets, scope, library)
  const [first = [], ...others] = inBatches(cited, keysPerRequest)
  const failures: UpstreamFailure[] = []
  let counts = noCounts
  let answered = 0
  const add = (more: Partial<SyncCounts>) => {
    counts = addCounts(counts, { ...noCounts, ...more })
  }

  async function syncBatch(
    batch: readonly CitedItem[],
    ask: (access: LibraryAccess, keys: readonly string[]) => Promise<ItemBatch | undefined>,
  ): Promise<Answer | undefined> {
    if (failures.length >= maxFailures || failures.some((one) => one.concernsLibrary)) {
      add({ errors: linksOf(batch) })
      return undefined
    }
    try {
      const answer = await ask(
        access,
        batch.map(({ refmanKey }) => refmanKey),
      )
      const at = Date.now()
      answered += 1
      if (answer) add(await storeBatch(scope, library, batch, answer, at))
      return { batch: answer, at }
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      scope.log.warn(
        { library: library.id, upstream: error.facts },
        'the reference manager failed during a sync',
      )
      failures.push(error)
      add({ errors: linksOf(batch) })
      return undefined
    }
  }

  const known = isEverything ? coveredVersion(library, cited) : undefined
  const answer = await syncBatch(first, (to, keys) =>
    known === undefined ? manager.items(to, keys) : manager.itemsSince(to, keys, known),
  )
  if (answer && !answer.batch) {
    await storeUnchanged(scope, library)
    return { counts: { ...noCounts, unchanged: linksOf(cited) }, answered, failures }
  }
  const waiting = [...others]
  const lane = async () => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await syncBatch(batch, manager.items)
  }
  await Promise.all([lane(), lane()])
  const version = answer?.batch?.libraryVersion
  if (answer && isEverything && version !== undefined && counts.errors === 0) {
    // What was answered after the first is at least as new.
    await storeVersion(scope, library, version, answer.at)
  }
  return { counts, answered, failures }
}

/** The version of the library since which everything is cached, if that is so of every citation. */
function coveredVersion(
  { syncedVersion, syncedAt }: LibraryRow,
  cited: readonly CitedItem[],
): number | undefined {
  if (syncedVersion === null || syncedAt === null) return undefined
  const isCovered = cited.every((item) => item.lowest >= 0 && item.isEmpty === 0 && item.syncedAt >= syncedAt)
  return isCovered ? syncedVersion : undefined
}

/**
 * Writes what an answer says. Where the library is another one by now, or formats otherwise, nothing is
 * known.
 */
async function storeBatch(
  { db }: RequestScope,
  library: LibraryRow,
  batch: readonly CitedItem[],
  { items }: ItemBatch,
  at: number,
): Promise<SyncCounts> {
  const { fresh, same, gone, counts } = compareItems(batch, items)
  const keysOf = (some: readonly CitedItem[]) => some.map(({ refmanKey }) => refmanKey)
  return db.write(async (tx) => {
    const present = await selectLibrary(tx, library.id)
    if (!present || !isSameLibrary(present, library) || styleOf(present) !== styleOf(library)) {
      return { ...noCounts, errors: linksOf(batch) }
    }
    await updateCache(tx, library.id, fresh, at)
    await markFound(tx, library.id, keysOf(same), at)
    await markDetached(tx, library.id, keysOf(gone), at)
    return counts
  })
}

const storeUnchanged = ({ db }: RequestScope, library: LibraryRow): Promise<void> =>
  db.write(async (tx) => {
    const present = await selectLibrary(tx, library.id)
    if (present && isSameLibrary(present, library)) await markUnchanged(tx, library.id, Date.now())
  })

const storeVersion = (
  { db }: RequestScope,
  library: LibraryRow,
  version: number,
  at: number,
): Promise<void> =>
  db.write(async (tx) => {
    const present = await selectLibrary(tx, library.id)
    const isSame = present && isSameLibrary(present, library) && styleOf(present) === styleOf(library)
    if (isSame) await updateSyncedVersion(tx, library.id, version, at)
  })
