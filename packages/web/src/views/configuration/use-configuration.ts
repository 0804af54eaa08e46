import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import type { client } from '../../core/session.js'

export type ConfiguredTable = Awaited<ReturnType<typeof client.configuration.table>>['table']
export type Relation = Awaited<ReturnType<typeof client.relations.list>>['data'][number]

/** To be called when something was configured: whatever is known of the application is fetched again. */
export function useReconfigured(): () => Promise<void> {
  const queries = useQueryClient()
  const { app } = useApplication()
  return useCallback(() => queries.invalidateQueries(allOf(app)), [queries, app])
}
