import { useQuery } from '@tanstack/react-query'
import { useApplication } from '../core/application.js'
import { useAsOf } from '../core/past.js'
import { recordQueries } from '../queries/records.js'

/** What records of one table are called. */
export function useRecordNames(table: string | undefined, ids: readonly number[]) {
  const { app, table: tableOf } = useApplication()
  const asOf = useAsOf()
  const field = table === undefined ? undefined : tableOf(table)?.id_field
  return useQuery(recordQueries.names(app, table, field, ids, asOf)).data
}
