import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** A version with what differs: from the record as it is now, or by the change itself. */
export const versionQuery = (app: string, id: number, diff: 'current' | 'change') =>
  queryOptions({
    queryKey: [app, 'versions', 'one', id, diff],
    queryFn: ({ signal }) => client.history.version(id, { diff }, { signal }),
    // What a change did never changes; what is now may.
    staleTime: diff === 'current' ? 0 : Number.POSITIVE_INFINITY,
  })
