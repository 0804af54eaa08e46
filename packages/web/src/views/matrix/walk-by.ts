import type { KeyboardEvent } from 'react'
import { type Direction, neighbourOf, type Sequence } from './sequence.js'
import type { Layout } from './use-layout.js'
import type { ViewportHandle } from './use-viewport.js'

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** How far an arrow key moves the drawing. */
const strides = {
  up: { x: 0, y: 80 },
  down: { x: 0, y: -80 },
  left: { x: 80, y: 0 },
  right: { x: -80, y: 0 },
} as const

/**
 * What the keys do in a drawing: arrows walk from the chosen box along its relations, with Shift or without a
 * box they move.
 */
export const walkBy =
  (
    viewport: ViewportHandle,
    {
      layout,
      sequence,
      chosen,
      onUnit,
      onOpen,
    }: {
      readonly layout: Layout
      readonly sequence: Sequence
      readonly chosen: number | undefined
      readonly onUnit: (id: number | undefined) => void
      readonly onOpen: () => void
    },
  ) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    if (direction && (event.shiftKey || chosen === undefined)) {
      viewport.move(strides[direction].x, strides[direction].y)
    } else if (direction && chosen !== undefined) {
      const box = layout.boxes[neighbourOf(chosen, direction, layout, sequence) ?? -1]
      if (box?.units[0]) {
        onUnit(box.units[0].db_id)
        viewport.goTo(box)
      }
    } else if (event.key === '+' || event.key === '=') viewport.zoom(1.25)
    else if (event.key === '-') viewport.zoom(0.8)
    else if (event.key === '0') viewport.fit()
    else if (event.key === 'Escape') onUnit(undefined)
    else if (event.key === 'Enter' && chosen !== undefined) onOpen()
    else if (event.key === 'Enter') onUnit(layout.boxes[0]?.units[0]?.db_id)
    else return
    event.preventDefault()
  }
