import type { QueryClient } from '@tanstack/react-query'
import type { RecordFile } from '@trowel/contract/files.js'
import type { about } from '../../../core/query.js'
import type { WholeRecord } from '../../../queries/records.js'

/** Changes the files of a record where it is cached, in whichever layout. */
export const changeKnownFiles = (
  queries: QueryClient,
  record: ReturnType<typeof about>,
  change: (files: readonly RecordFile[]) => RecordFile[],
): void => {
  queries.setQueriesData(record, (known: unknown) =>
    isRecord(known) ? { ...known, files: change(known.files) } : known,
  )
}

const isRecord = (known: unknown): known is WholeRecord =>
  typeof known === 'object' && known !== null && 'files' in known
