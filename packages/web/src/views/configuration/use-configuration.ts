import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'

export const tablesQuery = (app: string) =>
  queryOptions({
    queryKey: [app, 'configuration', 'tables'],
    queryFn: ({ signal }) => client.configuration.tables({ signal }),
  })

export const tableQuery = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'configuration', 'table', table],
    queryFn: ({ signal }) => client.configuration.table(table, { signal }),
  })

export const relationsQuery = (app: string) =>
  queryOptions({
    queryKey: [app, 'configuration', 'relations'],
    queryFn: ({ signal }) => client.relations.list({ signal }),
  })

export type ConfiguredTable = Awaited<ReturnType<typeof client.configuration.table>>['table']
export type Relation = Awaited<ReturnType<typeof client.relations.list>>['data'][number]

/** To be called when something was configured: whatever is known of the application is fetched again. */
export function useReconfigured(): () => Promise<void> {
  const queries = useQueryClient()
  const { app } = useApplication()
  return useCallback(() => queries.invalidateQueries({ queryKey: [app] }), [queries, app])
}
