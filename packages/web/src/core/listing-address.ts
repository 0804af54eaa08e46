import type { Listing } from '@trowel/client'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { type PastSearch, pastIn } from './past.js'

/** What the address of a listing holds, so that a link brings back the same one. */
export interface ListingSearch extends PastSearch {
  /** The fast search. */
  readonly q?: string | undefined
  /** The visual filter. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined
  /** The expert search. */
  readonly expert?: string | undefined
  readonly sort?: string | undefined
  readonly dir?: 'desc' | undefined
}

/** Reads the part of an address that names a listing; what cannot be read is left out. */
export const listingIn = (search: Record<string, unknown>): ListingSearch => ({
  q: textIn(search['q']),
  filter: objectIn(search['filter']),
  expert: textIn(search['expert']),
  sort: textIn(search['sort']),
  dir: search['dir'] === 'desc' ? 'desc' : undefined,
  ...pastIn(search),
})

const objectIn = (value: unknown): JsonObject | undefined => (isObject(value) ? { ...value } : undefined)

/** The number of a page in an address; the first is not said. */
export const pageIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined

/** Text in an address; numbers too, as `?q=12` is read as one. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** The same for the service: which records, in which order, of which state. */
export function listingOf({ q, filter, expert, sort, dir, as_of }: ListingSearch): Listing {
  return {
    ...(filter
      ? { filter }
      : expert
        ? { search_type: 'sqlExpert', querytext: expert }
        : q
          ? { search_type: 'fast', search: q }
          : {}),
    ...(sort && { sort_field: sort, sort_dir: dir ?? 'asc' }),
    ...(as_of !== undefined && { as_of }),
  }
}

/** Does the address ask for a part of the table only? */
export const isNarrowed = ({ q, filter, expert }: ListingSearch): boolean => Boolean(q ?? filter ?? expert)
