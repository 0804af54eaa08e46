import { useMutation } from '@tanstack/react-query'
import { type CallOptions, withChangeSet } from '@trowel/client'
import { privileges } from '@trowel/contract/privileges.js'
import { useApplication, useChanged } from '../core/application.js'
import type { Entity } from '../core/query.js'
import { showChanged } from './changes/show-changed.js'
import { showProblem } from './notices.js'

interface SavedThing {
  readonly id: number
  readonly is_global: number
  readonly owned_by_me: boolean
}

/** How the service shares and deletes things of a kind. */
interface Ways {
  share(id: number): Promise<unknown>
  unshare(id: number): Promise<unknown>
  remove(id: number, options: CallOptions): Promise<unknown>
}

/**
 * What can be done with something that a person keeps, a chart or a search: to share it or no longer, and to
 * delete it, which can be undone.
 *
 * @param of what kind of thing it is
 * @param deleted says that it was deleted
 */
export function useSavedThing(
  of: Entity,
  thing: SavedThing,
  ways: Ways,
  { deleted, onDeleted }: { deleted: string; onDeleted?: (() => void) | undefined },
) {
  const { mayAct, frozen } = useApplication()
  const changed = useChanged()
  const isShared = thing.is_global === 1
  const refresh = () => changed({ of })
  const share = useMutation({
    mutationFn: () => (isShared ? ways.unshare(thing.id) : ways.share(thing.id)),
    onSuccess: refresh,
    onError: showProblem,
  })
  const remove = useMutation({
    mutationFn: () => withChangeSet((options) => ways.remove(thing.id, options)),
    onSuccess: async ({ changeSet }) => {
      onDeleted?.()
      await refresh()
      // In a frozen application nothing is undone.
      showChanged(deleted, frozen ? undefined : changeSet)
    },
    onError: showProblem,
  })
  return { isShared, share, remove, isOwn: thing.owned_by_me || mayAct(privileges.super_admin) }
}
