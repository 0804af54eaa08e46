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
  /** Further fields to sort by, in their order, `-` before a name for descending: `material,-weight_g`. */
  readonly also?: string | undefined
  /** By what records are put into groups: `material`, `found_on:year`. */
  readonly group?: string | undefined
  /** The order of the groups, where it is not that of their names. */
  readonly groups?: 'desc' | 'size' | undefined
  /** Names of the columns, in their order. */
  readonly columns?: string | undefined
  /** Widths of columns in pixels: `material:180,notes:320`. */
  readonly widths?: string | undefined
  /** So many columns stay in sight. */
  readonly frozen?: number | undefined
  /** What is told below columns: `weight_g:SUM,material:COUNT_DISTINCT`. */
  readonly totals?: string | undefined
  readonly show?: 'gallery' | undefined
  /** The saved view that was opened. */
  readonly view?: number | undefined
}

/** Of the records of a list those of one group. */
export interface AmongGroup {
  readonly among?: string | number | null | undefined
}

/** Reads the part of an address that names a listing; what cannot be read is left out. */
export const listingIn = (search: Record<string, unknown>): ListingSearch => ({
  q: textIn(search['q']),
  filter: objectIn(search['filter']),
  expert: textIn(search['expert']),
  sort: textIn(search['sort']),
  dir: search['dir'] === 'desc' ? 'desc' : undefined,
  also: textIn(search['also']),
  group: textIn(search['group']),
  groups: search['groups'] === 'desc' || search['groups'] === 'size' ? search['groups'] : undefined,
  columns: textIn(search['columns']),
  widths: textIn(search['widths']),
  frozen: pageIn(search['frozen']),
  totals: textIn(search['totals']),
  show: search['show'] === 'gallery' ? 'gallery' : undefined,
  view: idIn(search['view']),
  ...pastIn(search),
})

const objectIn = (value: unknown): JsonObject | undefined => (isObject(value) ? { ...value } : undefined)

/** What the records of a group have in common. */
export const groupKeyIn = (value: unknown): string | number | null | undefined =>
  value === null || typeof value === 'string' || typeof value === 'number' ? value : undefined

const idIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

/** The number of a page in an address; the first is not said. */
export const pageIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined

/** Text in an address; numbers too, as `?q=12` is read as one. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** The same for the service: which records, in which order, of which state. */
export function listingOf(address: ListingSearch & AmongGroup): Listing {
  const { q, filter, expert, sort, dir, also, group, among, as_of } = address
  return {
    ...(filter
      ? { filter }
      : expert
        ? { search_type: 'sqlExpert', querytext: expert }
        : q
          ? { search_type: 'fast', search: q }
          : {}),
    ...(sort && { sort_field: sort, sort_dir: dir ?? 'asc' }),
    ...(sort && also && { sort: [dir ? `-${sort}` : sort, ...also.split(',')] }),
    ...(group !== undefined && among !== undefined && { group_by: group, group_key: among }),
    ...(as_of !== undefined && { as_of }),
  }
}

/** The same list, narrowed to something else. */
export const narrowedTo = (
  address: ListingSearch,
  { q, filter, expert }: Pick<ListingSearch, 'q' | 'filter' | 'expert'>,
): ListingSearch => ({ ...address, q, filter, expert })

/** Does the address ask for a part of the table only? */
export const isNarrowed = ({ q, filter, expert }: ListingSearch): boolean => Boolean(q ?? filter ?? expert)
