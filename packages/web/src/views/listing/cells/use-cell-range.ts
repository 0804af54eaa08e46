import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Cell, type CellRange, marksOf } from './cell-range.js'

/** How far the keys go that move by rows. */
const rowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }
const columnSteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
const first = Number.NEGATIVE_INFINITY
const last = Number.POSITIVE_INFINITY

/** The cell that something is in; the one with the name of the record is its link. */
export function cellAt(target: EventTarget | null): Cell | undefined {
  if (!(target instanceof Element)) return undefined
  const row = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  return row === undefined ? undefined : { row: Number(row), column: Number(column ?? 0) }
}

/** Gives a cell the focus. @returns false while it is not there */
export function focusCell(grid: HTMLElement | null, { row, column }: Cell): boolean {
  const line = grid?.querySelector<HTMLElement>(`[data-index="${row}"]`)
  const place = line?.querySelector<HTMLElement>(`[data-column="${column}"]`)
  const isGroup = line?.dataset['group'] !== undefined
  const link = isGroup
    ? line?.querySelector('button')
    : column === 0
      ? place?.querySelector<HTMLElement>('a')
      : place
  link?.focus({ preventScroll: true })
  return Boolean(link)
}

/** Is that an input in a cell, which has keys of its own? */
const isInput = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea, [role=listbox]') !== null

/**
 * The cells that are marked, and the keys and the mouse that mark them: the arrows go from cell to cell, with
 * Shift they take more of them; in the column of the names Home and End go to the first and the last record.
 * A record that is still on its way has the focus as soon as it has come, unless the person has gone
 * elsewhere.
 *
 * @param show scrolls to a row
 */
export function useCellRange(
  grid: RefObject<HTMLElement | null>,
  { rows, columns }: { rows: number; columns: number },
  show: (row: number) => void,
) {
  const [range, setRange] = useState<CellRange>()
  // The focus follows at once, before anything is drawn anew.
  const latest = useRef(range)
  const awaited = useRef<Cell>(undefined)
  const dragged = useRef(false)

  const focusAwaited = () => {
    if (awaited.current && focusCell(grid.current, awaited.current)) awaited.current = undefined
    else grid.current?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (awaited.current === undefined) return
    const { activeElement, body } = document
    if (activeElement === grid.current || activeElement === body) focusAwaited()
    else awaited.current = undefined
  })

  const put = (next: CellRange | undefined) => {
    latest.current = next
    setRange(next)
  }
  const mark = (active: Cell, extend = false) =>
    put({ active, anchor: (extend && latest.current?.anchor) || active })
  const goTo = (to: Cell, extend = false) => {
    const cell = {
      row: Math.min(Math.max(to.row, 0), rows - 1),
      column: Math.min(Math.max(to.column, 0), columns - 1),
    }
    awaited.current = cell
    mark(cell, extend)
    show(cell.row)
    grid.current
      ?.querySelector(`[data-index="${cell.row}"] [data-column="${cell.column}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    focusAwaited()
  }

  const targetOf = (event: KeyboardEvent, { row, column }: Cell): Cell | undefined => {
    const { key, ctrlKey, metaKey } = event
    const wide = ctrlKey || metaKey
    const down = rowSteps[key]
    if (down !== undefined) return { row: wide ? (down > 0 ? last : first) : row + down, column }
    const right = columnSteps[key]
    if (right !== undefined) return { row, column: wide ? (right > 0 ? last : first) : column + right }
    if (key !== 'Home' && key !== 'End') return undefined
    const end = key === 'Home' ? first : last
    return wide || column === 0 ? { row: end, column } : { row, column: end }
  }

  return {
    range,
    goTo,
    /** Rows came or went above the marked ones. */
    move: (by: number) => {
      const lower = (cell: Cell) => ({ ...cell, row: cell.row + by })
      if (latest.current) put({ active: lower(latest.current.active), anchor: lower(latest.current.anchor) })
    },
    marksOf: (row: number) => marksOf(range, row),
    /** @returns did the key move the focus? */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (rows === 0 || event.altKey || isInput(event.target)) return false
      const from = cellAt(event.target) ?? awaited.current
      // From the names of the columns down leads to the first record.
      const to = from ? targetOf(event, from) : event.key === 'ArrowDown' ? { row: 0, column: 0 } : undefined
      if (!to) return false
      event.preventDefault()
      goTo(to, event.shiftKey)
      return true
    },
    ears: {
      onFocus: ({ target }: FocusEvent) => {
        const cell = cellAt(target)
        const active = latest.current?.active
        if (cell && (active?.row !== cell.row || active.column !== cell.column)) mark(cell)
      },
      onMouseDown: (event: MouseEvent) => {
        const { target, button, shiftKey } = event
        const cell = cellAt(target)
        const isCell = target instanceof Element && target.closest('[data-column]') !== null
        if (!cell || !isCell || button !== 0 || isInput(target)) return
        if (target.closest('a') !== null && !shiftKey) return
        // The browser would mark text, and give the focus elsewhere.
        event.preventDefault()
        dragged.current = true
        window.addEventListener('mouseup', () => (dragged.current = false), { once: true })
        mark(cell, shiftKey)
        focusCell(grid.current, cell)
      },
      onMouseOver: ({ target }: MouseEvent) => {
        const cell = dragged.current ? cellAt(target) : undefined
        if (!cell) return
        mark(cell, true)
        focusCell(grid.current, cell)
      },
    },
  }
}
