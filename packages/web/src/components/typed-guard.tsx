import { useBlocker } from '@tanstack/react-router'
import { UnsavedGuard } from './unsaved-guard.js'

/** Asks before somebody leaves the page, or goes back, and what is typed in a form of it would be gone. */
export function TypedGuard({ isTyped }: { isTyped: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      isTyped && (current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: isTyped,
    withResolver: true,
  })
  return blocker.status === 'blocked' && <UnsavedGuard onStay={blocker.reset} onLeave={blocker.proceed} />
}
