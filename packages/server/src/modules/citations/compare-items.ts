import { isWellFormedKey, type LibraryItem } from './library-item.js'
import type { CitedItem, FreshItem } from './sync-store.js'

/** What is to become of the citations of a batch, by what the library answered. */
export interface Comparison {
  /** To be cached anew. */
  readonly fresh: readonly FreshItem[]
  /** As they are cached. */
  readonly same: readonly CitedItem[]
  /** In the library no more. */
  readonly gone: readonly CitedItem[]
  /** Passed over by the library, so that nothing is known of them. */
  readonly unknown: readonly CitedItem[]
  readonly counts: SyncCounts
}

/** What a sync did, in citations of a record or in distinct items. */
export interface SyncCounts {
  readonly updated: number
  readonly detached: number
  readonly unchanged: number
  readonly errors: number
}

export const noCounts: SyncCounts = { updated: 0, detached: 0, unchanged: 0, errors: 0 }

export const addCounts = (one: SyncCounts, two: SyncCounts): SyncCounts => ({
  updated: one.updated + two.updated,
  detached: one.detached + two.detached,
  unchanged: one.unchanged + two.unchanged,
  errors: one.errors + two.errors,
})

export const linksOf = (items: readonly CitedItem[]): number =>
  items.reduce((sum, { links }) => sum + links, 0)

/**
 * Compares what is cached with the whole answer to a request that named all these items.
 *
 * An item that is found again counts as updated even when its version is the same, so that a page that shows
 * it looks again; one that stays missing counts as unchanged.
 */
export function compareItems(
  cited: readonly CitedItem[],
  found: ReadonlyMap<string, LibraryItem>,
): Comparison {
  const fresh: FreshItem[] = []
  const same: CitedItem[] = []
  const gone: CitedItem[] = []
  const unknown: CitedItem[] = []
  let counts = noCounts
  const count = (more: Partial<SyncCounts>) => {
    counts = addCounts(counts, { ...noCounts, ...more })
  }
  for (const one of cited) {
    const item = found.get(one.refmanKey)
    if (!item) {
      const isKnown = isWellFormedKey(one.refmanKey)
      ;(isKnown ? gone : unknown).push(one)
      count(isKnown ? { detached: one.attached, unchanged: one.links - one.attached } : { errors: one.links })
    } else if (isStale(one, item)) {
      fresh.push({
        refmanKey: one.refmanKey,
        authorYear: item.authorYear,
        citation: item.citation,
        version: item.version,
        csl: item.csl ? JSON.stringify(item.csl) : null,
      })
      count({ updated: one.links })
    } else {
      same.push(one)
      count(one.wasDetached === 1 ? { updated: one.links } : { unchanged: one.links })
    }
  }
  return { fresh, same, gone, unknown, counts }
}

const isStale = (cited: CitedItem, { version, csl }: LibraryItem): boolean =>
  cited.lowest !== version ||
  cited.highest !== version ||
  cited.isEmpty === 1 ||
  (cited.lacksWork === 1 && csl !== undefined)
