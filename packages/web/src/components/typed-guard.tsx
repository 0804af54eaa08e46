import { useBlocker } from '@tanstack/react-router'
import { UnsavedGuard } from './unsaved-guard.js'

/**
 * Asks before somebody leaves the page, or goes back, and loses what he typed in a form of it.
 *
 * @param inPart is the form but a part of the page, which others take the place of under the same address?
 */
export function TypedGuard({ isTyped, inPart = false }: { isTyped: boolean; inPart?: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      isTyped &&
      (inPart || current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: isTyped,
    withResolver: true,
  })
  return blocker.status === 'blocked' && <UnsavedGuard onStay={blocker.reset} onLeave={blocker.proceed} />
}
