import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showProblem } from '../../../components/notices.js'
import { useApplication } from '../../../core/application.js'
import { about } from '../../../core/query.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'
import { changeKnownFiles } from './files-section-known.js'

/** The same things with one of them at another place. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const rest = things.filter((_, place) => place !== from)
  const thing = things[from]
  if (thing !== undefined) rest.splice(Math.min(Math.max(to, 0), rest.length), 0, thing)
  return rest
}

/** Puts the files of a record in another order: shown at once, taken back when the service refuses. */
export function useFileOrder(record: WholeRecord) {
  const { app } = useApplication()
  const queries = useQueryClient()
  const { tb_id: table, rec_id: id } = record.metadata
  const known = about(app, { of: 'record', table, id: id ?? 0 })
  const mutationKey = [app, 'record', table, id, 'order']
  const sort = useMutation({
    mutationKey,
    // One after the other: the last is the one that holds.
    scope: { id: mutationKey.join('/') },
    mutationFn: (order: readonly number[]) => client.files.sort(order),
    onMutate: async (order) => {
      // What is being read knows nothing of it.
      await queries.cancelQueries(known)
      changeKnownFiles(queries, known, (files) =>
        files.toSorted((a, b) => order.indexOf(a.link_id) - order.indexOf(b.link_id)),
      )
    },
    onError: showProblem,
    // Read anew after the last change: before it, an answer would show an order in between.
    onSettled: () => (queries.isMutating({ mutationKey }) > 1 ? undefined : queries.invalidateQueries(known)),
  })
  return (from: number, to: number) => {
    if (to < 0 || to >= record.files.length || from === to) return
    sort.mutate(moved(record.files, from, to).map(({ link_id }) => link_id))
  }
}
