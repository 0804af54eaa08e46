import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * The files for reading lists and records come as soon as the browser has nothing else to do: nearly
 * everybody goes there next.
 */
export function useRecordsAtHand(): void {
  const { routesById, loadRouteChunk } = useRouter()
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return
    const { '/app/$app/records/$table': list, '/app/$app/record/$table/$id': record } = routesById
    const waiting = requestIdleCallback(() => {
      // Without a connection they are fetched when they are needed, and a failure is shown then.
      for (const route of [list, record]) if (route) loadRouteChunk(route)?.catch(() => {})
    })
    return () => cancelIdleCallback(waiting)
  }, [routesById, loadRouteChunk])
}
