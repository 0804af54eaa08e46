import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()
const drawings = new Set<() => void>()

/** Browsers tell before they lay the page out for paper, and take what stands there when all are told. */
export function watchPrinting(): void {
  const turn = (now: boolean) => {
    isPrinting = now
    flushSync(() => {
      for (const listener of listeners) listener()
    })
    if (now) for (const draw of drawings) draw()
  }
  window.addEventListener('beforeprint', () => turn(true))
  window.addEventListener('afterprint', () => turn(false))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Is the page laid out for paper? Then lists show all rows that are here, and everything is in light. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)

/** Draws once more for paper, when everything has its light colours. @returns how to end it */
export function drawForPrint(draw: () => void): () => void {
  drawings.add(draw)
  return () => void drawings.delete(draw)
}
