import { type PointerEvent, useState } from 'react'
import type { Column } from './columns.js'

/** So far the hand has to go before a press is a drag, in pixels. */
const slack = 6

/** A column that is being dragged, and the place where it would come to rest, among the others. */
interface Drag {
  readonly name: string
  readonly place: number
}

/** Drags a column by its name to another place. Fingers scroll there; they have the menu of the column. */
export function useColumnDrag(columns: readonly Column[], onMove: (column: Column, place: number) => void) {
  const [drag, setDrag] = useState<Drag>()

  const beginDrag = (event: PointerEvent<HTMLElement>, column: Column) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const from = event.clientX
    const row = event.currentTarget.closest('[role=row]')
    let place: number | undefined
    const follow = (move: globalThis.PointerEvent) => {
      if (place === undefined && Math.abs(move.clientX - from) < slack) return
      const others = [...(row?.querySelectorAll<HTMLElement>('[data-name]') ?? [])].filter(
        ({ dataset }) => dataset['name'] !== column.name,
      )
      place = others.filter((head) => {
        const { left, width } = head.getBoundingClientRect()
        return left + width / 2 < move.clientX
      }).length
      setDrag({ name: column.name, place })
    }
    const stop = () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', giveUp, true)
      setDrag(undefined)
    }
    const giveUp = (press: KeyboardEvent) => {
      if (press.key === 'Escape') stop()
    }
    const drop = () => {
      stop()
      if (place === undefined) return
      // The click that ends a drag is none.
      const ignore = (click: MouseEvent) => click.stopPropagation()
      window.addEventListener('click', ignore, { capture: true, once: true })
      window.setTimeout(() => window.removeEventListener('click', ignore, true))
      if (columns[place]?.name !== column.name) onMove(column, place)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', giveUp, true)
  }

  /** At which side of a column the line is drawn where the dragged one would come to rest. */
  const dropAt = (name: string): 'before' | 'after' | undefined => {
    if (!drag) return undefined
    const others = columns.filter((column) => column.name !== drag.name)
    if (others[drag.place]?.name === name) return 'before'
    return drag.place === others.length && others.at(-1)?.name === name ? 'after' : undefined
  }
  return { beginDrag, dropAt, dragged: drag?.name }
}
