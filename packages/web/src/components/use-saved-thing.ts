import { useMutation } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useApplication, useChanged } from '../core/application.js'
import type { Entity } from '../core/query.js'
import { showDone, showProblem } from './notices.js'

interface SavedThing {
  readonly id: number
  readonly is_global: number
  readonly owned_by_me: boolean
}

/** How the service shares and deletes things of a kind. */
interface Ways {
  share(id: number): Promise<unknown>
  unshare(id: number): Promise<unknown>
  remove(id: number): Promise<unknown>
}

/**
 * What can be done with something that a person keeps, a chart or a search: to share it or no longer, and to
 * delete it, which can be undone.
 *
 * @param of what kind of thing it is
 * @param keepAgain stores it again after a deletion; returns its new id
 */
export function useSavedThing(
  of: Entity,
  thing: SavedThing,
  ways: Ways,
  {
    deleted,
    keepAgain,
    onDeleted,
  }: { deleted: string; keepAgain: () => Promise<number>; onDeleted?: (() => void) | undefined },
) {
  const { mayAct } = useApplication()
  const changed = useChanged()
  const isShared = thing.is_global === 1
  const refresh = () => changed({ of })
  const share = useMutation({
    mutationFn: () => (isShared ? ways.unshare(thing.id) : ways.share(thing.id)),
    onSuccess: refresh,
    onError: showProblem,
  })
  const bringBack = async () => {
    const id = await keepAgain()
    if (isShared) await ways.share(id)
    await refresh()
  }
  const remove = useMutation({
    mutationFn: () => ways.remove(thing.id),
    onSuccess: async () => {
      onDeleted?.()
      await refresh()
      showDone(deleted, () => void bringBack().catch(showProblem))
    },
    onError: showProblem,
  })
  return { isShared, share, remove, isOwn: thing.owned_by_me || mayAct(privileges.super_admin) }
}
