import { type RefObject, useEffect } from 'react'
import type { ViewportHandle } from './use-viewport.js'

/** A finger may shake by so much and still mean a tap. */
const tremor = 5

interface Spot {
  readonly x: number
  readonly y: number
}

/** Moves and zooms the drawing with mouse, wheel, touch pad and fingers; what is no movement is a click. */
export function usePointer(
  frame: RefObject<HTMLElement | null>,
  viewport: ViewportHandle,
  { onClick, onPoint }: { onClick: (spot: Spot) => void; onPoint: (spot: Spot | undefined) => void },
) {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const down = new Map<number, Spot>()
    let travelled = 0
    const spotOf = (event: PointerEvent | WheelEvent): Spot => {
      const { left, top } = element.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    const press = (event: PointerEvent) => {
      if (event.button !== 0) return
      if (down.size === 0) travelled = 0
      down.set(event.pointerId, spotOf(event))
      element.setPointerCapture(event.pointerId)
    }
    const drag = (event: PointerEvent) => {
      const before = down.get(event.pointerId)
      const now = spotOf(event)
      if (!before) return onPoint(now)
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
      travelled += Math.hypot(now.x - before.x, now.y - before.y)
      down.set(event.pointerId, now)
      if (other) {
        const gap = Math.hypot(before.x - other.x, before.y - other.y)
        const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(gap, 1)
        viewport.zoom(factor, (now.x + other.x) / 2, (now.y + other.y) / 2)
        viewport.move((now.x - before.x) / 2, (now.y - before.y) / 2)
      } else if (travelled > tremor) {
        onPoint(undefined)
        viewport.move(now.x - before.x, now.y - before.y)
      }
    }
    const release = (event: PointerEvent) => {
      const was = down.delete(event.pointerId)
      if (was && down.size === 0 && travelled <= tremor && event.type === 'pointerup') onClick(spotOf(event))
    }
    const leave = () => onPoint(undefined)
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { x, y } = spotOf(event)
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      if (event.shiftKey) viewport.move(-(event.deltaX || event.deltaY) * pixels, 0)
      else viewport.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * pixels)) * 0.0022), x, y)
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('pointermove', drag)
    element.addEventListener('pointerup', release)
    element.addEventListener('pointercancel', release)
    element.addEventListener('pointerleave', leave)
    element.addEventListener('wheel', turn, { passive: false })
    return () => {
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('pointermove', drag)
      element.removeEventListener('pointerup', release)
      element.removeEventListener('pointercancel', release)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('wheel', turn)
    }
  }, [frame, viewport, onClick, onPoint])
}
