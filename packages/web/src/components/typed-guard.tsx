import { useBlocker } from '@tanstack/react-router'
import { UnsavedGuard } from './unsaved-guard.js'

/**
 * Asks before text typed in a form is lost: on leaving the page, on going back, on closing it.
 *
 * @param inPart other parts of the page replace the form without another path, as tabs do
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
