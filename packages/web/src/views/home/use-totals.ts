import { useQueries } from '@tanstack/react-query'
import { useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'

/** How many records each table has; a table whose number is on its way is missing. */
export function useTotals(): ReadonlyMap<string, number> {
  const { app, tables } = useApplication()
  return useQueries({
    queries: tables.map(({ name }) => recordQueries.count(app, name)),
    combine: (counts) =>
      new Map(
        tables.flatMap(({ name }, k) => {
          const total = counts[k]?.data?.total
          return total === undefined ? [] : [[name, total] as const]
        }),
      ),
  })
}
