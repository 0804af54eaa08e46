import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

export const layoutQueries = {
  /** The names of the layouts that a record of a table can be shown in. */
  names: (app: string, table: string) =>
    describeQuery({
      key: [app, 'layouts', table, 'names'],
      fetch: (signal) => client.records.templates(table, { signal }),
      offline: true,
      madeOf: [{ of: 'template', table }],
    }),

  /** How many layouts each table has. */
  tables: (app: string) =>
    describeQuery({
      key: [app, 'layouts', 'tables'],
      fetch: (signal) => client.templates.tables({ signal }),
      offline: true,
      madeOf: [{ of: 'template' }],
    }),

  /** The layouts of a table, for those who change them. */
  of: (app: string, table: string) =>
    describeQuery({
      key: [app, 'layouts', table, 'offered'],
      fetch: (signal) => client.templates.list(table, { signal }),
      offline: true,
      madeOf: [{ of: 'template', table }],
    }),

  one: (app: string, table: string, name: string) =>
    describeQuery({
      key: [app, 'layouts', table, 'layout', name],
      fetch: (signal) => client.templates.read(table, name, { signal }),
      offline: true,
      madeOf: [{ of: 'template', table }],
    }),
}
