import { type ListingSearch, listingIn } from '../../core/listing-address.js'
import { pastIn } from '../../core/past.js'

/** What the address of the line of time holds. */
export interface TimelineSearch extends Pick<ListingSearch, 'q' | 'filter' | 'expert' | 'as_of'> {
  /** The one table whose listing was handed over. */
  readonly table?: string | undefined
  /** The tables that are shown; all of them without it. */
  readonly tables?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly as?: 'table' | undefined
}

export function timelineIn(search: Record<string, unknown>): TimelineSearch {
  const { q, filter, expert } = listingIn(search)
  const { table, tables, from, to, as } = search
  return {
    q,
    filter,
    expert,
    table: typeof table === 'string' ? table : undefined,
    tables: Array.isArray(tables) && tables.length > 0 ? tables.map(String) : undefined,
    from: yearIn(from),
    to: yearIn(to),
    as: as === 'table' ? 'table' : undefined,
    ...pastIn(search),
  }
}

const yearIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
