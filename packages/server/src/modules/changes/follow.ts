import { ownerKey } from '../../access/principal.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { followersOf } from './followers.js'
import { type LaterSets, readSetsAfter } from './service.js'
import { selectNewestSet } from './store.js'

export const newestSet = ({ db }: RequestScope): Promise<number> => selectNewestSet(db)

export interface Following {
  readonly scope: RequestScope
  readonly parts: readonly RecordPart[]
  readonly after: number
  /** How many sets are looked at in one step. */
  readonly limit: number
  /** Aborted when the caller goes away or the service stops. */
  readonly signal: AbortSignal
  /** Who asks, and what he may do, after a wait. @throws when he may ask no more */
  readonly renewScope: () => Promise<RequestScope>
}

/**
 * The sets after one, of which the caller sees something; where there are none, those that come within the
 * time. What he sees nothing of is passed over.
 *
 * @throws `overloaded` when too many wait
 */
export async function waitForSets({
  waitMs,
  scope,
  ...following
}: Following & { readonly waitMs: number }): Promise<LaterSets> {
  const { parts, limit, signal, renewScope } = following
  const { db, principal } = scope
  const deadline = performance.now() + waitMs
  let found = await readSetsAfter(scope, parts, following.after, limit)
  if (found.sets.length > 0 || waitMs === 0) return found
  const followers = followersOf(db)
  const leave = followers.join(ownerKey(principal))
  try {
    for (;;) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) return found
      if (!found.more) await followers.until(found.last, leftMs, signal)
      if (signal.aborted || followers.isReplaced) return found
      const present = await renewScope()
      if (present.db !== db) return found
      found = await readSetsAfter(present, parts, found.last, limit)
      if (found.sets.length > 0) return found
    }
  } finally {
    leave()
  }
}
