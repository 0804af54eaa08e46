import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** The fields of a table that a file can be imported into. */
export const importFields = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'import-fields', table],
    queryFn: ({ signal }) => client.imports.fields(table, { signal }),
  })
