import { type ListingSearch, listingIn } from '../../core/listing-address.js'
import { pastIn } from '../../core/past.js'

/** What the address of the charts holds: a listing that was handed over to draw. */
export interface ChartsSearch extends Pick<ListingSearch, 'q' | 'filter' | 'expert' | 'as_of'> {
  readonly table?: string | undefined
}

export function chartsIn(search: Record<string, unknown>): ChartsSearch {
  const { q, filter, expert } = listingIn(search)
  const { table } = search
  return { q, filter, expert, table: typeof table === 'string' ? table : undefined, ...pastIn(search) }
}
