import { type Fetch, fetchWithProgress } from '@trowel/client'
import { useSyncExternalStore } from 'react'

/** How often a service that could not be reached is tried again. Milliseconds. */
const interval = 5_000

let connected = navigator.onLine
let trial: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Can the service be reached, as far as this tab knows? */
export const isConnected = (): boolean => connected

export const useConnection = (): boolean =>
  useSyncExternalStore((listener) => onConnection(listener), isConnected)

/** @param listener called after each change. @returns ends that */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function note(now: boolean): void {
  if (now === connected) return
  connected = now
  clearInterval(trial)
  trial = connected ? undefined : setInterval(tryAgain, interval)
  for (const listener of listeners) listener()
}

const tryAgain = (): void => void watchedFetch('/healthz', { cache: 'no-store' }).catch(() => {})

/** As `fetch`, and notes whether anybody answered. */
export const watchedFetch: Fetch = async (address, init) => {
  try {
    const response = await fetchWithProgress(address, init)
    note(true)
    return response
  } catch (error) {
    // Given up by the view that asked: that says nothing.
    if (!init.signal?.aborted) note(false)
    throw error
  }
}

/** Listens to what the browser knows; once for each tab. */
export function watchConnection(): void {
  if (!connected) trial = setInterval(tryAgain, interval)
  window.addEventListener('offline', () => note(false))
  window.addEventListener('online', tryAgain)
}
