import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { FollowedSet } from '@trowel/contract/changes.js'
import { useEffect } from 'react'
import { isUserActive, setFollowing } from './activity.js'
import { sourcesOf } from './change-sources.js'
import { isConnected, onConnection } from './connection.js'
import { allOf, isTouched } from './query.js'
import { isFetchedSince } from './query-client.js'
import { client, isSessionEnded, onSession } from './session.js'
import { mayWriteNow, tabSetKnown } from './tab-writes.js'

/** Sets that come within this time are one refresh; a little apart for each window. Milliseconds. */
const gatherMs = () => 150 + Math.random() * 150
/** So long nothing is refreshed after a refresh, and twice as long as that took where it took long. */
const minRestMs = 700
/** So long a set of one's own may wait for the answer of the request that made it. */
const maxHeldMs = 3_000
/** Whoever was away longer reads everything anew in place of what was changed meanwhile. */
const maxAwayMs = 5 * 60_000
/** How often it is looked whether a user has come back. */
const lookMs = 5_000

/** What others save, and this person in other windows, is fetched again. */
export function useFollowing(): void {
  const { app } = useParams({ from: '/app/$app' })
  const queries = useQueryClient()
  useEffect(() => followChanges(app, queries), [app, queries])
}

/**
 * While this window is seen, its answers follow what others save. A window that is hidden holds no
 * connection, of which browsers have few; it catches up when it is seen again. @returns ends that
 */
function followChanges(app: string, queries: QueryClient): () => void {
  const refresh = refresher(app, queries)
  let stream: AbortController | undefined
  let last: number | undefined
  let leftAt: number | undefined
  let isRefused = false

  async function follow(signal: AbortSignal): Promise<void> {
    const isAwayLong = leftAt !== undefined && performance.now() - leftAt > maxAwayMs
    if (isAwayLong) last = undefined
    let mayHaveMissed = isAwayLong
    const onBegin = (at: number) => {
      if (mayHaveMissed) refresh.everything()
      // A stream ends when rights or the configuration change, or a backup takes the place of everything.
      mayHaveMissed = true
      last = at
      setFollowing(true)
    }
    try {
      for await (const set of client.history.follow({ after: last, signal, onBegin })) {
        last = set.id
        refresh.after(set)
      }
    } catch {
      // Refused: whoever asks for something next is told why.
      isRefused = !signal.aborted
    }
  }
  const look = () => {
    if (!isWanted(app)) {
      if (stream) leftAt = performance.now()
      stream?.abort()
      stream = undefined
      setFollowing(false)
    } else if (!stream && !isRefused) {
      stream = new AbortController()
      void follow(stream.signal)
      refresh.soon()
    }
  }
  const lookAnew = () => {
    if (isRefused) stream = undefined
    isRefused = false
    look()
  }
  const ends = [onConnection(look), onSession(lookAnew)]
  document.addEventListener('visibilitychange', lookAnew)
  const timer = setInterval(look, lookMs)
  look()
  return () => {
    for (const end of ends) end()
    document.removeEventListener('visibilitychange', lookAnew)
    clearInterval(timer)
    stream?.abort()
    setFollowing(false)
    refresh.end()
  }
}

/** A window that is not in use must not keep its session alive. */
const isWanted = (app: string): boolean =>
  document.visibilityState === 'visible' &&
  isConnected() &&
  !isSessionEnded() &&
  client.session.user?.app === app &&
  (isUserActive() || !client.session.isRenewalDue)

interface Heard {
  readonly set?: FollowedSet
  /** When it was heard of, by `performance.now()`. */
  readonly at: number
  readonly touches: (query: Query) => boolean
}

/** Fetches again what was touched, unless it was fetched since: many changes at once, and with rests. */
function refresher(app: string, queries: QueryClient) {
  let heard: readonly Heard[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let restsUntil = 0
  let isEnded = false

  const soon = () => {
    if (heard.length === 0 || timer !== undefined || isEnded) return
    timer = setTimeout(refresh, Math.max(gatherMs(), restsUntil - performance.now()))
  }
  async function refresh(): Promise<void> {
    const began = performance.now()
    const held = heard.filter((one) => isHeld(one, began))
    const due = heard.filter((one) => !held.includes(one))
    if (document.visibilityState === 'visible') {
      heard = held
      await queries.invalidateQueries({
        ...allOf(app),
        predicate: (query) =>
          due.some((one) => one.touches(query) && !isFetchedSince(query, knownSince(one))),
      })
      const took = performance.now() - began
      restsUntil = performance.now() + Math.max(minRestMs, 2 * took)
      timer = undefined
      soon()
    } else timer = undefined
  }
  return {
    after: (set: FollowedSet) => {
      const sources = sourcesOf(set)
      const touches = ({ meta }: Query) => sources.some((source) => isTouched(meta?.madeOf ?? [], source))
      heard = [...heard, { set, at: performance.now(), touches }]
      soon()
    },
    everything: () => {
      heard = [{ at: performance.now(), touches: () => true }]
      soon()
    },
    /** Goes on with what was heard while the window was hidden. */
    soon,
    end: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/** Whether this tab made a set, the answer of its request tells. */
const isHeld = ({ set, at }: Heard, now: number): boolean =>
  set !== undefined &&
  set.user === client.session.user?.id &&
  tabSetKnown(set.id) === undefined &&
  mayWriteNow() &&
  now - at < maxHeldMs

/** From when on what is fetched has the change: what this tab changed is fetched right after its answer. */
const knownSince = ({ set, at }: Heard): number => (set && tabSetKnown(set.id)) ?? at
