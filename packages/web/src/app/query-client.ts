import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from '@trowel/client'

/** What was asked is remembered for a while; only a broken connection is tried again, a refusal never. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => error instanceof NetworkError && failures < 2,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
