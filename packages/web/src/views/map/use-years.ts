import { useQuery } from '@tanstack/react-query'
import type { Filter } from '@trowel/client'
import { client } from '../../core/session.js'

/** The first and the last year in which something of a table dates. */
export function useSpan(app: string, table: string, isDated: boolean): readonly [number, number] | undefined {
  const { data } = useQuery({
    queryKey: [app, 'chronology', 'span', table],
    enabled: isDated,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const { tables } = await client.chronology.timeline({ tb: [table] }, { signal })
      let span: readonly [number, number] | null = null
      for (const { from, to } of tables.flatMap(({ records }) => records)) {
        for (const year of [from, to]) {
          if (year !== null) span = span ? [Math.min(span[0], year), Math.max(span[1], year)] : [year, year]
        }
      }
      return span
    },
  })
  return data ?? undefined
}

/** A filter that also asks for dates between two years. */
export const withinYears = (
  filter: Filter | undefined,
  years: readonly [number, number] | undefined,
): Filter | undefined => {
  if (!years) return filter
  const dated = { chrono_from: { _chrono_overlap: years } }
  return filter ? { _and: [filter, dated] } : dated
}
