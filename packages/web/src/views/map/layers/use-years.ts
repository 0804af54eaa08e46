import { useQuery } from '@tanstack/react-query'
import type { Filter } from '@trowel/client'
import { useAsOf } from '../../../core/past.js'
import { chronologyQueries } from '../../../queries/chronology.js'

/** The first and the last year in which something of a table dates. */
export function useSpan(app: string, table: string, isDated: boolean): readonly [number, number] | undefined {
  const { data } = useQuery({ ...chronologyQueries.span(app, table, useAsOf()), enabled: isDated })
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
