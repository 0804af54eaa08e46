import type { AsOf } from '../core/past.js'
import { describeQuery, type Entity, type Source } from '../core/query.js'
import { client } from '../core/session.js'

/** Of a table, or of a record (`table:id`). */
type ChangeTimes = Pick<Parameters<typeof client.history.changeTimes>[0] & object, 'table' | 'record'>

/** So many change sets are read to tell what was done last. */
const recentSets = 100

/** Whatever the journal has: history is made of it, and an undo may change any of it. */
const entities = [
  'record',
  'relation',
  'link',
  'feature',
  'citation',
  'file',
  'vocabulary',
  'saved_query',
  'chart',
  'assemblage',
  'template',
  'layer',
  'configuration',
  'welcome',
] as const satisfies readonly Entity[]
export const inJournal: readonly Source[] = entities.map((of) => ({ of }))

/** What was changed, how it was before, and what was deleted. */
export const historyQueries = {
  changeSets: (app: string, query: Parameters<typeof client.history.changeSets>[0]) =>
    describeQuery({
      key: [app, 'history', 'sets', query],
      fetch: (signal) => client.history.changeSets(query, { signal }),
      offline: true,
      madeOf: inJournal,
      staleTime: 0,
    }),

  /** A change set with a page of its changes. What it is called, and whether it is undone, may change. */
  changeSet: (app: string, id: number, query: Parameters<typeof client.history.changeSet>[1]) =>
    describeQuery({
      key: [app, 'history', 'set', id, query],
      fetch: (signal) => client.history.changeSet(id, query, { signal }),
      offline: true,
      madeOf: inJournal,
      staleTime: 0,
    }),

  /** What undoing a set would change. */
  undoPreview: (app: string, id: number, conflicts: 'keep' | 'overwrite') =>
    describeQuery({
      key: [app, 'history', 'undo', id, conflicts],
      fetch: (signal) => client.history.undo(id, { preview: true, conflicts }, { signal }),
      offline: false,
      madeOf: inJournal,
      staleTime: 0,
      gcTime: 0,
    }),

  /** When something of a table or a record was changed, by any person. */
  times: (app: string, about: ChangeTimes) =>
    describeQuery({
      key: [app, 'history', 'times', about],
      fetch: (signal) => client.history.changeTimes(about, { signal }),
      offline: false,
      madeOf: inJournal,
    }),

  /** The same around a state. */
  around: (app: string, about: ChangeTimes, at: AsOf) =>
    describeQuery({
      key: [app, 'history', 'around', about, at],
      fetch: (signal) => client.history.changeTimes({ ...about, at, most: 0 }, { signal }),
      offline: false,
      madeOf: inJournal,
    }),

  /** A set as everybody may see it who sees what it changed. */
  visibleSet: (app: string, id: number) =>
    describeQuery({
      key: [app, 'history', 'visible', id],
      fetch: async (signal) => {
        const { data } = await client.history.changesAfter({ after: id - 1, limit: 1 }, { signal })
        return data.find((set) => set.id === id) ?? null
      },
      offline: false,
      madeOf: [{ of: 'user' }, { of: 'configuration' }],
      staleTime: 5 * 60_000,
    }),

  recent: (app: string, whose: 'own' | 'all') =>
    describeQuery({
      key: [app, 'history', 'recent', whose],
      fetch: (signal) =>
        client.history.changeSets(
          { per_page: recentSets, user: whose === 'all' ? '*' : undefined },
          { signal },
        ),
      offline: true,
      madeOf: inJournal,
      staleTime: 5_000,
    }),

  /** All that was changed of a record and of what hangs from it, also of one that is gone. */
  life: (app: string, table: string, id: number, query: Parameters<typeof client.history.changesOf>[2]) =>
    describeQuery({
      key: [app, 'history', 'life', table, id, query],
      fetch: (signal) => client.history.changesOf(table, id, query, { signal }),
      offline: true,
      madeOf: inJournal,
      staleTime: 0,
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
