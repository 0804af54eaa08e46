import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** One record with everything that belongs to it. */
export const recordQuery = (app: string, table: string, id: number, template: string | undefined) =>
  queryOptions({
    queryKey: [app, 'record', table, id, template ?? ''],
    queryFn: ({ signal }) => client.records.read(table, id, { template }, { signal }),
    // Others may have written it meanwhile. A form keeps the state that its person has seen.
    refetchOnWindowFocus: 'always',
  })

export type WholeRecord = Awaited<ReturnType<typeof client.records.read>>

/** The empty form of a table, for its fields; not for a new record, whose first values change. */
export const emptyForm = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'record', table, 'new'],
    queryFn: ({ signal }) => client.records.readNew(table, {}, { signal }),
  })

/** Records of a table whose name contains a text, the newest ones for no text. */
export const candidates = (app: string, table: string, q: string) =>
  queryOptions({
    queryKey: [app, 'candidates', table, q],
    queryFn: ({ signal }) => client.records.linkCandidates(table, q, { signal }),
  })

/** One row of a table, and how many it has. */
export const recordCount = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'records', table, 'count'],
    queryFn: ({ signal }) => client.records.list(table, { per_page: 1, columns: ['id'] }, { signal }),
  })

/** The names of a table's layouts. */
export const layoutNames = (app: string, table: string) =>
  queryOptions({
    queryKey: [app, 'layouts', table, 'names'],
    queryFn: ({ signal }) => client.records.templates(table, { signal }),
  })
