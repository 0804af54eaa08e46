import { describeQuery, type Source } from '../core/query.js'
import { client } from '../core/session.js'

const madeOf: readonly Source[] = [{ of: 'configuration' }]

/** How the application is set up, for those who configure it. */
export const configurationQueries = {
  application: (app: string) =>
    describeQuery({
      key: [app, 'configuration', 'app'],
      fetch: (signal) => client.configuration.app({ signal }),
      offline: false,
      madeOf,
    }),

  tables: (app: string) =>
    describeQuery({
      key: [app, 'configuration', 'tables'],
      fetch: (signal) => client.configuration.tables({ signal }),
      offline: false,
      madeOf,
    }),

  table: (app: string, table: string) =>
    describeQuery({
      key: [app, 'configuration', 'table', table],
      fetch: (signal) => client.configuration.table(table, { signal }),
      offline: false,
      madeOf,
    }),

  relations: (app: string) =>
    describeQuery({
      key: [app, 'configuration', 'relations'],
      fetch: (signal) => client.relations.list({ signal }),
      offline: false,
      madeOf,
    }),

  indexes: (app: string, table: string) =>
    describeQuery({
      key: [app, 'configuration', 'indexes', table],
      fetch: (signal) => client.indexes.list(table, { signal }),
      offline: false,
      madeOf,
    }),

  suggestedIndexes: (app: string) =>
    describeQuery({
      key: [app, 'configuration', 'suggestions'],
      fetch: (signal) => client.indexes.suggestions({ signal }),
      offline: false,
      madeOf,
    }),

  /** Tables of common projects to begin with, in a language. */
  starts: (app: string, language: string) =>
    describeQuery({
      key: [app, 'configuration', 'starts', language],
      fetch: (signal) => client.dbml.starts(language, { signal }),
      offline: false,
      madeOf: [],
    }),

  /** What applying a schema text would make. */
  schemaPreview: (app: string, dbml: string) =>
    describeQuery({
      key: [app, 'configuration', 'preview', dbml],
      fetch: (signal) => client.dbml.preview(dbml, { signal }),
      offline: false,
      madeOf: [{ of: 'vocabulary' }, ...madeOf],
    }),

  /** Does the database agree with what is configured? */
  validation: (app: string) =>
    describeQuery({
      key: [app, 'configuration', 'validation'],
      fetch: (signal) => client.validation.report({ signal }),
      offline: false,
      madeOf,
      staleTime: 0,
    }),

  layers: (app: string) =>
    describeQuery({
      key: [app, 'configuration', 'map'],
      fetch: (signal) => client.mapLayers.list({ signal }),
      offline: false,
      madeOf: [{ of: 'layer' }, ...madeOf],
    }),
}

/** Small programs of the data folder that draw values. */
export const widgetQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'widgets'],
      fetch: (signal) => client.widgets.list({ signal }),
      offline: false,
      madeOf: [],
    }),

  one: (app: string, name: string) =>
    describeQuery({
      key: [app, 'widgets', name],
      fetch: async (signal) => (await client.widgets.read(name).fetch({ signal })).text(),
      offline: false,
      madeOf: [],
      staleTime: 5 * 60_000,
    }),
}
