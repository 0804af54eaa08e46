import { useBlocker } from '@tanstack/react-router'
import { UnsavedGuard } from './unsaved-guard.js'

/**
 * Asks before text typed in a form is lost: on leaving the page, on going back, on closing it.
 *
 * @param inPart other parts of the page replace the form without another path, as tabs do
 * @param onLeave gives up what is kept of it
 */
export function TypedGuard({
  isTyped,
  inPart = false,
  onLeave,
}: {
  isTyped: boolean
  inPart?: boolean
  onLeave?: () => void
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      isTyped &&
      (inPart || current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE')),
    enableBeforeUnload: isTyped,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const leave = () => {
    onLeave?.()
    blocker.proceed()
  }
  return <UnsavedGuard onStay={blocker.reset} onLeave={leave} />
}
