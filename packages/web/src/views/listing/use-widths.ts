import { useLocalStorage } from '@mantine/hooks'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { PointerEvent } from 'react'
import type { Column } from './columns.js'

const narrowest = 60

/** A day in full, `2024-12-31`, with what stands around it. */
const dayWidth = 116

/** A day and a time, `22 Nov 2026, 15:04`. */
const momentWidth = 172

/** A first width by what a column holds; long texts get more room than numbers. */
export const usualWidth = ({
  type,
  isNumber,
  label,
  isName,
}: Pick<Column, 'type' | 'isNumber' | 'label' | 'isName'>): number => {
  const needed = 34 + label.length * 7.6
  if (type === 'moment') return Math.max(needed, momentWidth)
  const { holds } = describeFieldType(type)
  if (holds === 'paragraphs') return 300
  if (holds === 'day') return Math.min(Math.max(needed, dayWidth), 190)
  if (isNumber || holds === 'answer') return Math.min(Math.max(needed, 84), 190)
  return Math.min(Math.max(needed, isName ? 200 : 140), 240)
}

/** How wide the columns of a table are, as a user drew them on this machine. */
export function useWidths(app: string, table: string) {
  const [drawn, setDrawn] = useLocalStorage<Readonly<Record<string, number>>>({
    key: `trowel.widths.${app}.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const widthOf = (column: Column): number => drawn[column.name] ?? usualWidth(column)

  const beginResize = (event: PointerEvent<HTMLElement>, column: Column) => {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    const width = widthOf(column)
    handle.setPointerCapture(event.pointerId)
    const resize = (move: globalThis.PointerEvent) => {
      const wanted = Math.max(narrowest, Math.round(width + move.clientX - from))
      setDrawn((now) => ({ ...now, [column.name]: wanted }))
    }
    const end = () => {
      handle.removeEventListener('pointermove', resize)
      handle.removeEventListener('pointerup', end)
    }
    handle.addEventListener('pointermove', resize)
    handle.addEventListener('pointerup', end)
  }
  return { widthOf, beginResize }
}
