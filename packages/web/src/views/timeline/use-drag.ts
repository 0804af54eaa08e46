import { type PointerEvent, useRef } from 'react'

/** So many pixels are still a click. */
const still = 4

/** Moves what is seen while a user drags; a drag that ends on a link does not open it. */
export function useDrag(move: (pixels: number) => void) {
  const held = useRef<{ x: number; moved: boolean }>(undefined)
  return {
    onPointerDown: ({ button, clientX }: PointerEvent) => {
      held.current = button === 0 ? { x: clientX, moved: false } : undefined
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = held.current
      if (!now || event.buttons === 0) return
      const by = event.clientX - now.x
      if (!now.moved && Math.abs(by) < still) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { x: event.clientX, moved: true }
      move(-by)
    },
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (held.current?.moved) {
        event.preventDefault()
        event.stopPropagation()
      }
      held.current = undefined
    },
  }
}
