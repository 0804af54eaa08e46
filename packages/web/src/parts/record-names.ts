import { useQuery } from '@tanstack/react-query'
import { useApplication } from '../app/application.js'
import { client } from '../app/session.js'

/** So many names are asked for at once. */
const most = 200

/** What records of a table are called, by id; those that are gone, or that this person may not see, are missing. */
export function useRecordNames(tableName: string | undefined, ids: readonly number[]) {
  const { app, table } = useApplication()
  const field = tableName === undefined ? undefined : table(tableName)?.id_field
  const wanted = [...new Set(ids)].sort((a, b) => a - b).slice(0, most)
  const { data } = useQuery({
    queryKey: [app, 'records', tableName, 'names', wanted],
    enabled: field !== undefined && wanted.length > 0,
    queryFn: async ({ signal }) => {
      if (tableName === undefined || field === undefined) return new Map<number, string>()
      const found = await client.records.search(
        tableName,
        { filter: { id: { _in: wanted } }, columns: ['id', field], per_page: most },
        { signal },
      )
      return new Map(
        found.data.flatMap((row) => {
          const value = row[field]
          if (value === null || value === undefined || value === '') return []
          return [[row.id, found.labels[field]?.[String(value)] ?? String(value)] as const]
        }),
      )
    },
  })
  return data
}
