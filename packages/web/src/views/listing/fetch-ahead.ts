import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { Table } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { recordQueries } from '../../queries/records.js'
import { searchQueries } from '../../queries/search.js'
import { columnsOf, listingWith } from './columns.js'
import { firstColumns } from './use-list-layout.js'

/** Fetches what a listing shows first. Where that fails, the listing asks again and tells why. */
export async function fetchListingAhead(
  queries: QueryClient,
  app: string,
  { name, id_field, preview }: Table,
  address: ListingSearch,
): Promise<void> {
  await queries.prefetchQuery(searchQueries.config(app, name))
  const fields = queries.getQueryData(searchQueries.config(app, name).queryKey)?.fields
  if (!fields) return
  const all = columnsOf(i18next.t, name, id_field, fields)
  const columns = firstColumns({ app, table: name, preview }, all, address)
  await queries.prefetchQuery(recordQueries.page(app, name, listingWith(address, all, columns), 1))
}
