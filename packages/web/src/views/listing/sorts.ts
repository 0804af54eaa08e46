import type { ListingSearch } from '../../core/listing-address.js'

/** One of the fields that a list is sorted by. */
export interface Sort {
  readonly field: string
  readonly descending: boolean
}

/** The fields that a list is sorted by, in their order. */
export const sortsIn = ({ sort, dir, also }: ListingSearch): readonly Sort[] => {
  if (sort === undefined) return []
  const further = (also ?? '').split(',').filter((step) => step !== '' && step !== '-')
  return [
    { field: sort, descending: dir === 'desc' },
    ...further.map((step) => ({ field: step.replace(/^-/, ''), descending: step.startsWith('-') })),
  ]
}

/** The same list in another order. */
export function sortedBy(address: ListingSearch, [first, ...further]: readonly Sort[]): ListingSearch {
  const also = further.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')
  return {
    ...address,
    sort: first?.field,
    dir: first?.descending ? 'desc' : undefined,
    also: also === '' ? undefined : also,
  }
}

export const sortDirection = (sorts: readonly Sort[], field: string): boolean | undefined =>
  sorts.find((sort) => sort.field === field)?.descending

/** Ascending, then descending, then as the table is. */
export function sortedAlone(sorts: readonly Sort[], field: string): readonly Sort[] {
  const before = sorts.length === 1 ? sortDirection(sorts, field) : undefined
  return before === true ? [] : [{ field, descending: before === false }]
}

/** With the field behind the others, in this direction; in its place if it is among them already. */
export function withSort(sorts: readonly Sort[], field: string, descending: boolean): readonly Sort[] {
  const sort = { field, descending }
  return sortDirection(sorts, field) === undefined
    ? [...sorts, sort]
    : sorts.map((one) => (one.field === field ? sort : one))
}

export const withoutSort = (sorts: readonly Sort[], field: string): readonly Sort[] =>
  sorts.filter((sort) => sort.field !== field)

/** The same beside the other fields: added, turned, taken away. */
export function alsoSorted(sorts: readonly Sort[], field: string): readonly Sort[] {
  const before = sortDirection(sorts, field)
  return before === true ? withoutSort(sorts, field) : withSort(sorts, field, before === false)
}
