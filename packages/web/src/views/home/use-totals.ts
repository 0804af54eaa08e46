import { useQueries } from '@tanstack/react-query'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'

/** How many records each table has; a table whose number is on its way is missing. */
export function useTotals(): ReadonlyMap<string, number> {
  const { app, tables } = useApplication()
  return useQueries({
    queries: tables.map(({ name }) => ({
      queryKey: [app, 'records', name, 'count'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.records.list(name, { per_page: 1, columns: ['id'] }, { signal }),
    })),
    combine: (counts) =>
      new Map(
        tables.flatMap(({ name }, k) => {
          const total = counts[k]?.data?.total
          return total === undefined ? [] : [[name, total] as const]
        }),
      ),
  })
}
