import { useQuery } from '@tanstack/react-query'
import { useApplication, useChanged } from '../../../core/application.js'
import { libraryQueries } from '../../../queries/libraries.js'
import type { WholeRecord } from '../../../queries/records.js'

/**
 * Asks the libraries anew about what a record cites, when a user opens it who may change it. Nobody waits
 * for that, and a library that does not answer is nobody's concern here: what is cached stays.
 */
export function useCitationSync({ metadata }: WholeRecord, enabled: boolean): void {
  const { app } = useApplication()
  const changed = useChanged()
  const { tb_id: table, rec_id: id } = metadata
  const refresh = () => void changed({ of: 'citation', table, id: id ?? 0 })
  useQuery({
    ...libraryQueries.sync(app, table, id ?? 0, refresh),
    enabled: enabled && id !== null && navigator.onLine,
  })
}
