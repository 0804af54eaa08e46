import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Years } from './bars.js'

/** Nobody looks closer than this. */
const closest = 4

/** Which years are seen: all of them at first, then what the person zooms and moves to. */
export function useWindow(extent: Years, width: number, area: RefObject<HTMLElement | null>) {
  const [seen, setSeen] = useState<Years>(extent)
  const [drawn, setDrawn] = useState(extent)
  const within = useCallback(
    ({ from, to }: Years): Years => {
      const span = Math.min(Math.max(to - from, closest), extent.to - extent.from)
      const begin = Math.min(Math.max(from, extent.from), extent.to - span)
      return { from: begin, to: begin + span }
    },
    [extent],
  )
  // Others wrote meanwhile: who saw all years sees all of them, who looked closely looks where he did.
  if (drawn !== extent) {
    const wasAll = seen.to - seen.from >= drawn.to - drawn.from
    setDrawn(extent)
    setSeen(wasAll ? extent : within(seen))
  }
  /** @param at where it is zoomed to, from 0 at the left to 1 at the right */
  const zoom = useCallback(
    (factor: number, at = 0.5) =>
      setSeen(({ from, to }) => {
        const span = Math.max(closest, (to - from) * factor)
        const year = from + (to - from) * at
        return within({ from: year - span * at, to: year + span * (1 - at) })
      }),
    [within],
  )
  /** @param part of what is seen, negative to the earlier */
  const move = useCallback(
    (part: number) =>
      setSeen(({ from, to }) => within({ from: from + (to - from) * part, to: to + (to - from) * part })),
    [within],
  )
  const fit = useCallback(() => setSeen(extent), [extent])

  useEffect(() => {
    const element = area.current
    if (!element || width === 0) return
    const wheel = (event: WheelEvent) => {
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const { left } = element.getBoundingClientRect()
        zoom(Math.exp(event.deltaY * 0.0025), (event.clientX - left) / width)
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault()
        move(sideways / width)
      }
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [area, width, zoom, move])

  return { seen, zoom, move, fit, isWhole: seen.to - seen.from >= extent.to - extent.from }
}
