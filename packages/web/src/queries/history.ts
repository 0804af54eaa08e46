import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

/** So many changes are read to find the records that were changed last. */
const recentChanges = 60

/** What was changed, how it was before, and what was deleted. */
export const historyQueries = {
  changes: (app: string, query: Parameters<typeof client.history.list>[0]) =>
    describeQuery({
      key: [app, 'history', query],
      fetch: (signal) => client.history.list(query, { signal }),
      offline: true,
      madeOf: [{ of: 'record' }],
      staleTime: 0,
    }),

  recent: (app: string, whose: 'own' | 'all') =>
    describeQuery({
      key: [app, 'history', 'recent', whose],
      fetch: (signal) =>
        client.history.list({ per_page: recentChanges, user: whose === 'all' ? '*' : undefined }, { signal }),
      offline: true,
      madeOf: [{ of: 'record' }],
      staleTime: 5_000,
    }),

  /** What a record was before each change, also one that is gone. */
  versions: (app: string, table: string, id: number) =>
    describeQuery({
      key: [app, 'versions', table, id],
      fetch: (signal) => client.history.versions(table, id, { signal }),
      offline: true,
      madeOf: [{ of: 'record', table, id }],
      staleTime: 0,
    }),

  /** A version with what differs: from the record as it is now, or by the change itself. */
  version: (app: string, id: number, diff: 'current' | 'change') =>
    describeQuery({
      key: [app, 'versions', 'one', id, diff],
      fetch: (signal) => client.history.version(id, { diff }, { signal }),
      offline: true,
      madeOf: [{ of: 'record' }],
      // What a change did never changes; what is now may.
      staleTime: diff === 'current' ? 0 : Number.POSITIVE_INFINITY,
    }),

  deleted: (app: string, table: string, page: number, perPage: number) =>
    describeQuery({
      key: [app, 'deleted', table, page, perPage],
      fetch: (signal) => client.history.deleted(table, { page, per_page: perPage }, { signal }),
      offline: false,
      madeOf: [{ of: 'record', table }],
      staleTime: 0,
    }),
}
