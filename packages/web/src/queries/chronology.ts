import type { AsOf } from '../core/past.js'
import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

export const chronologyQueries = {
  timeline: (app: string, query: Parameters<typeof client.chronology.timeline>[0]) =>
    describeQuery({
      key: [app, 'timeline', query],
      fetch: (signal) => client.chronology.timeline(query, { signal }),
      offline: true,
      madeOf: [{ of: 'record' }],
      asOf: query?.as_of,
    }),

  /** The first and the last year in which something of a table dates. */
  span: (app: string, table: string, asOf?: AsOf) =>
    describeQuery({
      key: [app, 'chronology', 'span', table],
      fetch: async (signal) => {
        const { tables } = await client.chronology.timeline({ tb: [table], as_of: asOf }, { signal })
        let span: readonly [number, number] | null = null
        for (const { from, to } of tables.flatMap(({ records }) => records)) {
          for (const year of [from, to]) {
            if (year !== null) span = span ? [Math.min(span[0], year), Math.max(span[1], year)] : [year, year]
          }
        }
        return span
      },
      offline: true,
      madeOf: [{ of: 'record', table }],
      asOf,
      staleTime: 5 * 60_000,
    }),

  /** The dated records that hang under one, source by source. */
  below: (app: string, table: string, id: number) =>
    describeQuery({
      key: [app, 'record', table, id, 'dated-below'],
      fetch: (signal) => client.chronology.related(table, id, { signal }),
      offline: true,
      madeOf: [{ of: 'record' }],
    }),
}
