import { isObject } from '@trowel/contract/json.js'
import type { ListView, SavedListing } from '@trowel/contract/saved-queries.js'
import { type ListingSearch, listingIn, listingOf } from '../core/listing-address.js'
import type { SavedSearch } from '../queries/search.js'
import { layoutIn } from './list-layout.js'

/** Pairs as an address has them. */
const pairsOf = (values: unknown): string | undefined =>
  isObject(values)
    ? Object.entries(values)
        .map(([name, value]) => `${name}:${value}`)
        .join(',')
    : undefined

const listOf = (values: unknown): string | undefined =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string').join(',') : undefined

/** The address of the list that a user saved. */
export function addressOf({
  id,
  query,
}: Pick<SavedSearch, 'query'> & { readonly id?: number }): ListingSearch {
  const asked: Readonly<Record<string, unknown>> = { ...query }
  const view: Readonly<Record<string, unknown>> = isObject(asked['view']) ? asked['view'] : {}
  const [first, ...further] = (listOf(asked['sort']) ?? '').split(',')
  return listingIn({
    filter: asked['filter'],
    expert: asked['querytext'],
    q: asked['search'],
    sort: first ? first.replace(/^-/, '') : asked['sort_field'],
    dir: first ? first.startsWith('-') && 'desc' : asked['sort_dir'],
    also: further.join(','),
    group: view['group_by'],
    groups: view['group_order'],
    columns: listOf(view['columns']),
    widths: pairsOf(view['widths']),
    frozen: view['frozen'],
    totals: pairsOf(view['totals']),
    show: view['show'],
    view: id,
  })
}

/** What is saved of a list: which records it asks for, and how they are shown. */
export function queryOf(address: ListingSearch): SavedListing {
  const { show, group, groups } = address
  const view: ListView = {
    ...(show && { show }),
    ...layoutIn(address),
    ...(group !== undefined && { group_by: group }),
    ...(groups && { group_order: groups }),
  }
  const said = Object.entries(view).filter(([, value]) => value !== undefined)
  return {
    ...listingOf({ ...address, as_of: undefined }),
    ...(said.length > 0 && { view: Object.fromEntries(said) }),
  }
}

/** Do two addresses show the same records in the same way? */
export const isSameView = (one: ListingSearch, other: ListingSearch): boolean =>
  JSON.stringify(queryOf(one)) === JSON.stringify(queryOf(other))
