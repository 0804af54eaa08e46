import type { AsOf } from '../core/past.js'
import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

export const chartQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'charts'],
      fetch: (signal) => client.charts.list({ signal }),
      offline: true,
      madeOf: [{ of: 'chart' }],
    }),

  /** The numbers of a chart, which are the same in every style. */
  data: (app: string, definition: Parameters<typeof client.charts.data>[0], asOf?: AsOf) => {
    const { style: _style, ...asked } = definition
    return describeQuery({
      key: [app, 'chart-data', asked],
      fetch: (signal) => client.charts.data(definition, { as_of: asOf }, { signal }),
      offline: false,
      madeOf: [{ of: 'record' }],
      asOf,
    })
  },
}

export const assemblageQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'assemblages'],
      fetch: (signal) => client.assemblages.list({ signal }),
      offline: true,
      madeOf: [{ of: 'assemblage' }],
    }),

  data: (app: string, definition: Parameters<typeof client.assemblages.data>[0]) =>
    describeQuery({
      key: [app, 'assemblage-data', definition],
      fetch: (signal) => client.assemblages.data(definition, { signal }),
      offline: false,
      madeOf: [{ of: 'record' }],
    }),

  seriation: (app: string, ...[definition, how]: Parameters<typeof client.assemblages.seriation>) =>
    describeQuery({
      key: [app, 'assemblage-seriation', definition, how],
      fetch: (signal) => client.assemblages.seriation(definition, how, { signal }),
      offline: false,
      madeOf: [{ of: 'record' }, { of: 'relation' }],
    }),

  /** The fields of a table, and where they lead. */
  tableMeta: (app: string, table: string) =>
    describeQuery({
      key: [app, 'assemblage-meta', table],
      fetch: (signal) => client.assemblages.tableMeta(table, { signal }),
      offline: false,
      madeOf: [{ of: 'configuration' }],
      staleTime: 5 * 60_000,
    }),

  /** The tables and plugin tables whose records can be counted. */
  sources: (app: string) =>
    describeQuery({
      key: [app, 'assemblage-sources'],
      fetch: (signal) => client.assemblages.sources({ signal }),
      offline: false,
      madeOf: [{ of: 'configuration' }],
    }),
}
