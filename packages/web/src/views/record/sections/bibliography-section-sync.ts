import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApplication } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/record.js'

/** So long nobody asks the libraries about the same record again. */
const fresh = 10 * 60_000

/**
 * Asks the libraries anew about what a record cites, when a user opens it who may change it. Nobody waits
 * for that, and a library that does not answer is nobody's concern here: what is cached stays.
 */
export function useCitationSync({ metadata }: WholeRecord, enabled: boolean): void {
  const { app } = useApplication()
  const queries = useQueryClient()
  const { tb_id: table, rec_id: id } = metadata
  useQuery({
    queryKey: [app, 'citation-sync', table, id],
    enabled: enabled && id !== null && navigator.onLine,
    staleTime: fresh,
    retry: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      const counts = await client.citations.sync(table, id ?? 0, { signal })
      if (counts.updated + counts.detached > 0)
        void queries.invalidateQueries({ queryKey: [app, 'record', table, id] })
      return counts
    },
  })
}
