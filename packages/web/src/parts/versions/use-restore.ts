import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'

export type Restored = Awaited<ReturnType<typeof client.history.restore>>

/** Makes a record what it was in a version, or brings it back. */
export function useRestore(onRestored: (reply: Restored) => void) {
  const { app } = useApplication()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      version,
      ...wanted
    }: { version: number } & Parameters<typeof client.history.restore>[1]) =>
      client.history.restore(version, wanted),
    onSuccess: (reply) => {
      // A record that is back shows in listings, counts, links and labels of others.
      for (const kind of ['records', 'record', 'versions', 'deleted', 'history'])
        void queries.invalidateQueries({ queryKey: [app, kind] })
      onRestored(reply)
    },
  })
}
