import { QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from '@trowel/client'
import { isConnected, onConnection } from './connection.js'
import { fetchOrOffline } from './offline-answers.js'

/** When each query was last begun to be fetched, by `performance.now()`. */
const beginnings = new WeakMap<object, number>()

/** Was a query begun to be fetched at this moment or later? By `performance.now()`. */
export const isFetchedSince = (query: object, moment: number): boolean =>
  (beginnings.get(query) ?? Number.NEGATIVE_INFINITY) >= moment

/** So many seconds a service that is busy may ask a query to wait before it is shown as refused. */
const maxPauseSeconds = 5

/** How long a busy service asks a query to wait, in seconds; `undefined` where asking again does not help. */
const pauseOf = (error: Error): number | undefined =>
  error instanceof ApiError &&
  error.status === 503 &&
  error.retryAfter !== null &&
  error.retryAfter <= maxPauseSeconds
    ? error.retryAfter
    : undefined

/**
 * What was asked is cached for a while. A broken connection is tried again, and so is a service that is busy
 * for a moment: otherwise what was just changed would be shown as it was. Other refusals never are.
 */
export function makeQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        persister: (fetch, context, query) => {
          beginnings.set(query, performance.now())
          return fetchOrOffline(fetch, context, query)
        },
        retry: (failures, error) =>
          failures < 2 &&
          ((error instanceof NetworkError && navigator.onLine) || pauseOf(error) !== undefined),
        retryDelay: (failures, error) => (pauseOf(error) ?? 2 ** failures) * 1000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  // What was kept, or could not be read, is read again as soon as the service answers.
  onConnection(() => isConnected() && void queries.invalidateQueries())
  return queries
}
