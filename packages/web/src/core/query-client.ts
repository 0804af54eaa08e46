import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from '@trowel/client'
import { isConnected, onConnection } from './connection.js'
import { fetchOrOffline } from './offline-answers.js'

/** When each query was last begun to be fetched, by `performance.now()`. */
const beginnings = new WeakMap<object, number>()

/** Was a query begun to be fetched at this moment or later? By `performance.now()`. */
export const isFetchedSince = (query: object, moment: number): boolean =>
  (beginnings.get(query) ?? Number.NEGATIVE_INFINITY) >= moment

/** What was asked is cached for a while; only a broken connection is tried again, a refusal never. */
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
        retry: (failures, error) => error instanceof NetworkError && navigator.onLine && failures < 2,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  // What was kept, or could not be read, is read again as soon as the service answers.
  onConnection(() => isConnected() && void queries.invalidateQueries())
  return queries
}
