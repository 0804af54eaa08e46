import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** The fields of a table, and where they lead. */
export const tableMeta = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'assemblage-meta', table],
    queryFn: ({ signal }) => client.assemblages.tableMeta(table, { signal }),
    staleTime: 5 * 60_000,
  })

/** The tables and plugin tables whose records can be counted. */
export const sourcesOf = (app: string) =>
  queryOptions({
    queryKey: [app, 'assemblage-sources'],
    queryFn: ({ signal }) => client.assemblages.sources({ signal }),
  })
