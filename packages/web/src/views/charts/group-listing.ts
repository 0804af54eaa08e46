import type { Filter } from '@trowel/client'
import type { ListingSearch } from '../../core/listing-address.js'
import type { ChartDraft } from './chart-draft.js'

/**
 * The listing of the records that make one group of a chart.
 *
 * @param isMain is the chart one of a main table? Rows of plugin tables have no listing.
 * @returns `undefined` where a listing cannot ask for them
 */
export function groupListing(
  { groupedBy, filter }: ChartDraft,
  key: string | number | null,
  isMain: boolean,
): ListingSearch | undefined {
  if (!isMain) return undefined
  const own: Filter = { [groupedBy]: key === null ? { _empty: true } : { _eq: key } }
  if (filter === undefined) return { filter: own }
  if (filter.filter !== undefined && Object.keys(filter.filter).length > 0)
    return { filter: { _and: [filter.filter, own] } }
  if (filter.search_type === 'sqlExpert' && filter.querytext)
    return { expert: `(${filter.querytext}) AND ${expertOf(groupedBy, key)}` }
  return filter.search_type === 'fast' && filter.search ? undefined : { filter: own }
}

function expertOf(field: string, key: string | number | null): string {
  if (key === null) return `(${field} IS NULL OR ${field} = '')`
  return `${field} = ${typeof key === 'number' ? key : `'${key.replaceAll("'", "''")}'`}`
}
