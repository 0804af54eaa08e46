import { setTimeout as sleep } from 'node:timers/promises'
import type { FollowedSet } from '@trowel/contract/changes.js'
import { ownerKey } from '../../access/principal.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { StorageError } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { followersOf } from './followers.js'
import { readSetsTogether, rightsOf } from './read-together.js'
import type { LaterSets } from './service.js'
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
  let found = await readSetsTogether(scope, parts, following.after, limit)
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
      found = await readSetsTogether(present, parts, found.last, limit)
      if (found.sets.length > 0) return found
    }
  } catch (error) {
    // A backup takes the place of everything: who asks again is told of it.
    if (error instanceof StorageError && error.problem === 'replacing') return found
    throw error
  } finally {
    leave()
  }
}

/** How often a comment is sent, since proxies close connections that are silent. */
const beatMs = 20_000
const setsAtOnce = 50
/** The more people follow, the longer each rests between two looks: so long for each of them … */
const paceMs = 2
/** … and this long at the most. */
const slowestPaceMs = 400

/**
 * The same as server-sent events, without end: until the caller goes away or may ask no more, until his
 * rights or the configuration change, or the service stops. An event without data says how far he is.
 */
export async function* streamSets({
  scope,
  parts,
  after,
  signal,
  renewScope,
}: Omit<Following, 'limit'>): AsyncGenerator<string> {
  const { db, log } = scope
  const followers = followersOf(db)
  const rights = rightsOf(scope)
  let last = after
  yield `retry: 1000\nid: ${last}\n\n`
  try {
    while (!signal.aborted && !followers.isReplaced) {
      const began = performance.now()
      const present = await renewScope()
      if (present.db !== db || rightsOf(present) !== rights) return
      const found = await readSetsTogether(present, parts, last, setsAtOnce)
      for (const set of found.sets) {
        yield `id: ${set.id}\nevent: change-set\ndata: ${textOf(set)}\n\n`
      }
      yield found.last > (found.sets.at(-1)?.id ?? last) ? `id: ${found.last}\n\n` : ':\n\n'
      last = found.last
      if (found.more) continue
      await followers.until(last, beatMs, signal)
      const pace = Math.min(slowestPaceMs, followers.count * paceMs)
      await rest(pace - (performance.now() - began), signal)
    }
  } catch (error) {
    // The answer has begun: who asks again is told what is wrong.
    log.info({ err: error }, 'a stream of changes ended')
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  ms > 0 ? sleep(ms, undefined, { signal }).catch(() => undefined) : Promise.resolve()

/** Takes a place for somebody who follows for long. @returns gives it back */
export const joinFollowers = ({ db, principal }: RequestScope): (() => void) =>
  followersOf(db).join(ownerKey(principal))

const textOf = weakMemoize((set: FollowedSet) => JSON.stringify(set))

/** The same, until one of them lies untaken for so long. */
export async function* whileTaken(
  events: AsyncIterable<string>,
  patienceMs: number,
  onStalled: () => void,
): AsyncGenerator<string> {
  for await (const event of events) {
    const timer = setTimeout(onStalled, patienceMs)
    try {
      yield event
    } finally {
      clearTimeout(timer)
    }
  }
}
