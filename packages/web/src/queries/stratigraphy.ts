import type { AsOf } from '../core/past.js'
import { describeQuery, type Source } from '../core/query.js'
import { client } from '../core/session.js'

const madeOf = (table: string): readonly Source[] => [
  { of: 'relation', table },
  { of: 'record', table },
  // What units show of other records, and are chosen by.
  { of: 'record' },
]

export const stratigraphyQueries = {
  /** Where the boxes and lines of a matrix stand. */
  layout: (app: string, table: string, query: Parameters<typeof client.stratigraphy.layout>[0]) =>
    describeQuery({
      key: [app, 'matrix', table, query],
      fetch: (signal) => client.stratigraphy.layout(query, { signal }),
      offline: true,
      madeOf: madeOf(table),
      asOf: query.as_of,
    }),

  /** What contradicts itself among the relations of a table. */
  check: (app: string, table: string) =>
    describeQuery({
      key: [app, 'stratigraphy', table, 'check'],
      fetch: (signal) => client.stratigraphy.check({ tb: table }, { signal }),
      offline: true,
      madeOf: madeOf(table),
      staleTime: 5 * 60_000,
    }),

  /** The value of a field for every record of a table, and what its options are called. */
  values: (app: string, table: string, field: string, asOf?: AsOf) =>
    describeQuery({
      key: [app, 'matrix', table, 'values', field],
      fetch: async (signal) => {
        const [file, { options }] = await Promise.all([
          client.records
            .export(table, { format: 'json', columns: ['id', field], as_of: asOf })
            .fetch({ signal }),
          client.records.fieldOptions(table, { fld: field }, { signal }),
        ])
        const { data } = JSON.parse(await file.text()) as { data: Record<string, string | number | null>[] }
        return {
          values: new Map(data.map((row) => [Number(row['id']), row[field] ?? null])),
          labels: new Map(options.map(({ value, label }) => [String(value), label])),
        }
      },
      offline: true,
      madeOf: [{ of: 'record', table }, { of: 'record' }, { of: 'vocabulary' }],
      asOf,
    }),
}

export type Layout = Awaited<ReturnType<typeof client.stratigraphy.layout>>
