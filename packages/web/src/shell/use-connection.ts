import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Is there a network, as far as the browser knows? */
export const useConnection = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
