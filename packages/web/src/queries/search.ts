import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

/** So many values are suggested at once. */
const maxSuggested = 50

/** What searching offers, and the searches that people keep. */
export const searchQueries = {
  /** The fields of a table and of its plugin tables, each with its type. */
  config: (app: string, table: string) =>
    describeQuery({
      key: [app, 'search-config', table],
      fetch: (signal) => client.search.config(table, { signal }),
      offline: false,
      madeOf: [{ of: 'configuration' }],
      staleTime: 5 * 60_000,
    }),

  /** Values of a field that contain a text. @param fromOptions does the field hold several of its options? */
  values: (app: string, table: string, field: string, q: string, fromOptions: boolean) =>
    describeQuery({
      key: [app, 'search-values', table, field, q, fromOptions],
      fetch: async (signal) => {
        const request = { fld: field, q, limit: maxSuggested }
        if (fromOptions) {
          const { options } = await client.records.fieldOptions(table, request, { signal })
          return options.map(({ label }) => label)
        }
        const { values } = await client.search.values(table, request, { signal })
        return values.map(String)
      },
      offline: false,
      madeOf: [{ of: 'record' }, { of: 'vocabulary' }],
      staleTime: 60_000,
    }),

  /** Records of all tables in which a text stands. */
  everywhere: (app: string, q: string) =>
    describeQuery({
      key: [app, 'search', q],
      fetch: async (signal) => (await client.search.everywhere({ q }, { signal })).tables,
      offline: false,
      madeOf: [{ of: 'record' }, { of: 'configuration' }],
      staleTime: 10_000,
    }),

  saved: (app: string) =>
    describeQuery({
      key: [app, 'saved-queries'],
      fetch: async (signal) => (await client.savedQueries.list({ signal })).queries,
      offline: false,
      madeOf: [{ of: 'saved_query' }],
    }),
}

export type SavedSearch = Awaited<ReturnType<typeof client.savedQueries.list>>['queries'][number]
