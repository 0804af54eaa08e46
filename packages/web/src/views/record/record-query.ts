import { queryOptions } from '@tanstack/react-query'
import { client } from '../../core/session.js'

/** Whether the text of an address can be the id of a record. */
export const isRecordId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

/** One record with everything that hangs from it. */
export const recordQuery = (app: string, table: string, id: number, template: string | undefined) =>
  queryOptions({
    queryKey: [app, 'record', table, id, template ?? ''],
    queryFn: ({ signal }) => client.records.read(table, id, { template }, { signal }),
    // Others may have written it meanwhile. A form keeps the state that its person has seen.
    refetchOnWindowFocus: 'always',
  })

export type WholeRecord = Awaited<ReturnType<typeof client.records.read>>
