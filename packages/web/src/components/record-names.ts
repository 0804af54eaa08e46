import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApplication } from '../core/application.js'
import { client } from '../core/session.js'

/** So many names are asked for at once. */
const maxNames = 200

/**
 * What records of a table are called, by id; those that are gone, or that this person may not see, are
 * missing.
 *
 * @param field names the records of the table to people; nothing is asked for a table that this person cannot
 *   read
 */
export const recordNames = (
  app: string,
  table: string | undefined,
  field: string | undefined,
  ids: readonly number[],
) => {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, maxNames)
  return queryOptions({
    queryKey: [app, 'records', table, 'names', wanted],
    enabled: table !== undefined && field !== undefined && wanted.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      if (table === undefined || field === undefined) return new Map()
      const { data, labels } = await client.records.search(
        table,
        { filter: { id: { _in: wanted } }, columns: ['id', field], per_page: maxNames },
        { signal },
      )
      return new Map(
        data.map((row) => {
          const value = row[field]
          const isNamed = value !== null && value !== undefined && value !== ''
          return [row.id, isNamed ? (labels[field]?.[String(value)] ?? String(value)) : String(row.id)]
        }),
      )
    },
  })
}

/** What records of one table are called. */
export function useRecordNames(table: string | undefined, ids: readonly number[]) {
  const { app, table: tableOf } = useApplication()
  const field = table === undefined ? undefined : tableOf(table)?.id_field
  return useQuery(recordNames(app, table, field, ids)).data
}
