import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { RecordFile } from '@trowel/contract/files.js'
import type { WholeRecord } from '../../../queries/record.js'

/**
 * Changes the files of a record where it is cached, in whichever layout; other things known about it stay
 * as they are.
 */
export const changeKnownFiles = (
  queries: QueryClient,
  queryKey: QueryKey,
  change: (files: readonly RecordFile[]) => RecordFile[],
): void => {
  queries.setQueriesData<WholeRecord>(
    { queryKey, predicate: ({ state }) => isRecord(state.data) },
    (record) => record && { ...record, files: change(record.files) },
  )
}

const isRecord = (data: unknown): boolean => typeof data === 'object' && data !== null && 'files' in data
