import { type ListingSearch, listingIn } from '../core/listing-address.js'
import type { SavedSearch } from '../queries/search.js'

/** The address of the listing that a user saved. */
export function addressOf({ query }: Pick<SavedSearch, 'query'>): ListingSearch {
  const { filter, querytext, search, sort_field, sort_dir } = Object.fromEntries(Object.entries(query ?? {}))
  return listingIn({ filter, expert: querytext, q: search, sort: sort_field, dir: sort_dir })
}
