import type { QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { ApiError, NetworkError } from '@trowel/client'
import { useSyncExternalStore } from 'react'
import { isConnected, onConnection } from './connection.js'
import { drop, findOffline, keep } from './offline-store.js'
import { client } from './session.js'

/** From when the oldest answer is that stands in for one that could not be fetched. */
let oldest: number | undefined
const listeners = new Set<() => void>()

function setOldest(at: number | undefined): void {
  if (at === oldest) return
  oldest = at
  for (const listener of listeners) listener()
}

/** Starts over as soon as there is a connection again. */
onConnection(() => isConnected() && setOldest(undefined))

/** From when what is shown is, while it is what this machine has kept. */
export const useOfflineSince = (): number | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => oldest,
  )

/**
 * Fetches an answer, and keeps it; without a connection, the last one that was kept for this person stands
 * in.
 */
export async function fetchOrOffline(
  fetch: QueryFunction,
  context: QueryFunctionContext,
  { queryHash }: { readonly queryHash: string },
): Promise<unknown> {
  const person = client.session.user
  if (!person || !context.meta?.isAvailableOffline) return fetch(context)
  try {
    const answer = await fetch(context)
    // Not when he has left in the meantime.
    if (client.session.user?.email === person.email) void keep('answers', person, queryHash, answer)
    return answer
  } catch (error) {
    // What was taken away from him, or is no longer there, is not shown later either.
    if (error instanceof ApiError && [403, 404, 410].includes(error.status))
      void drop('answers', person, queryHash)
    if (!(error instanceof NetworkError)) throw error
    const kept = await findOffline<unknown>('answers', person, queryHash)
    if (!kept) throw error
    setOldest(Math.min(kept.at, oldest ?? kept.at))
    return kept.content
  }
}
