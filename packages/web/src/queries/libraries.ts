import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

/** So many works are found at once. */
const maxFound = 20

/** Libraries of a reference manager, and the works in them. */
export const libraryQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'libraries'],
      fetch: (signal) => client.citations.libraries({ signal }),
      offline: false,
      madeOf: [{ of: 'library' }],
    }),

  /** The libraries that a person may cite from. */
  options: (app: string) =>
    describeQuery({
      key: [app, 'libraries', 'options'],
      fetch: (signal) => client.citations.libraryOptions({ signal }),
      offline: false,
      madeOf: [{ of: 'library' }],
      staleTime: 5 * 60_000,
    }),

  works: (app: string, library: number, q: string) =>
    describeQuery({
      key: [app, 'library', library, q],
      fetch: (signal) => client.citations.search({ lib_id: library, q, limit: maxFound }, { signal }),
      offline: false,
      madeOf: [{ of: 'library', id: library }],
    }),

  /**
   * Synchronizes what a record cites with its libraries, at most once in ten minutes.
   *
   * @param onChanged called when something is no longer as it was
   */
  sync: (app: string, table: string, id: number, onChanged: () => void) =>
    describeQuery({
      key: [app, 'citation-sync', table, id],
      fetch: async (signal) => {
        const counts = await client.citations.sync(table, id, { signal })
        if (counts.updated + counts.detached > 0) onChanged()
        return counts
      },
      offline: false,
      madeOf: [],
      staleTime: 10 * 60_000,
      retry: false,
    }),
}
