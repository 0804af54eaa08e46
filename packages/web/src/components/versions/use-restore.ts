import { useMutation } from '@tanstack/react-query'
import { useRecordsWritten } from '../../core/application.js'
import { client } from '../../core/session.js'

export type Restored = Awaited<ReturnType<typeof client.history.restore>>

/** Makes a record what it was in a version, or brings it back. */
export function useRestore(onRestored: (reply: Restored) => void) {
  const written = useRecordsWritten()
  return useMutation({
    mutationFn: ({
      version,
      ...wanted
    }: { version: number } & Parameters<typeof client.history.restore>[1]) =>
      client.history.restore(version, wanted),
    onSuccess: (reply) => {
      void written()
      onRestored(reply)
    },
  })
}
