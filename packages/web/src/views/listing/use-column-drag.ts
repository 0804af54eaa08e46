import { type PointerEvent, useState } from 'react'
import { followDrag } from '../../components/pointer-drag.js'
import type { Column } from './columns.js'

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
    const row = event.currentTarget.closest('[role=row]')
    let place: number | undefined
    followDrag(event, {
      move: (at) => {
        const others = [...(row?.querySelectorAll<HTMLElement>('[data-name]') ?? [])].filter(
          ({ dataset }) => dataset['name'] !== column.name,
        )
        place = others.filter((head) => {
          const { left, width } = head.getBoundingClientRect()
          return left + width / 2 < at.clientX
        }).length
        setDrag({ name: column.name, place })
      },
      stop: () => setDrag(undefined),
      drop: () => {
        if (place !== undefined && columns[place]?.name !== column.name) onMove(column, place)
      },
    })
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
