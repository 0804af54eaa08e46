import { queryOptions } from '@tanstack/react-query'
import { type ListingSearch, listingIn } from '../../core/listing-address.js'
import { client } from '../../core/session.js'

export const savedSearches = (app: string) =>
  queryOptions({
    queryKey: [app, 'saved-queries'],
    queryFn: async ({ signal }) => (await client.savedQueries.list({ signal })).queries,
  })

export type SavedSearch = Awaited<ReturnType<typeof client.savedQueries.list>>['queries'][number]

/** The address of the listing that a user saved. */
export function addressOf({ query }: SavedSearch): ListingSearch {
  const { filter, querytext, search, sort_field, sort_dir } = Object.fromEntries(Object.entries(query ?? {}))
  return listingIn({ filter, expert: querytext, q: search, sort: sort_field, dir: sort_dir })
}
