import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** What a form for searching offers: the fields of a table and of its plugin tables, each with its type. */
export const searchConfig = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'search-config', table],
    queryFn: ({ signal }) => client.search.config(table, { signal }),
    staleTime: 5 * 60_000,
  })
