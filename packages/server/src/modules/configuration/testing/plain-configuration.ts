import type { Catalogue } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { exportSchema } from '../dbml/service.js'

/** Everything of a configuration but ids, and the indexes that the service makes itself. */
export const plain = ({ tables, relations, indexes }: Catalogue) => ({
  tables: [...tables.values()].map(({ fields, plugins: _plugins, ...table }) => ({
    ...table,
    fields: [...fields.values()],
  })),
  relations: inOrder(relations.map((one) => ({ ...one, id: 0, name: `${one.fromTable}.${one.fromColumn}` }))),
  indexes: inOrder(
    indexes.filter((one) => !one.auto).map((one) => ({ ...one, id: 0, name: `${one.table}.${one.name}` })),
  ),
})

export const inOrder = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.name < b.name ? -1 : 1))

/** The schema as text, without the comments at its beginning. */
export const schemaTextOf = async (scope: RequestScope): Promise<string> =>
  (await exportSchema(scope)).text.replace(/^(\/\/.*\n)+/, '')
