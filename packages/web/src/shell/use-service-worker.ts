import { useEffect } from 'react'
import { tidyOffline } from '../core/offline-store.js'

/**
 * Lets the browser keep the client itself, so that its pages open without a network; after the first view, so
 * as not to delay it.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Browsers have none on addresses without encryption, other than that of the machine itself.
      if ('serviceWorker' in navigator) navigator.serviceWorker.register('/service-worker.js').catch(() => {})
      void tidyOffline()
    }, 2_000)
    return () => clearTimeout(timer)
  }, [])
}
