import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/** How far each key goes; Home and End as far as there are records. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * Up and down go from record to record, as in every list, and down from the names of the columns to the first
 * of them. A record that is still on its way has the focus as soon as it has come, unless the person has gone
 * elsewhere.
 * @param show scrolls to a record
 * @returns what the grid does with a key
 */
export function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  total: number,
  show: (index: number) => void,
): (event: KeyboardEvent) => void {
  const awaited = useRef<number>(undefined)
  const focusAwaited = () => {
    const link = grid.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"] a`)
    if (link) awaited.current = undefined
    const next = link ?? grid.current
    next?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (awaited.current === undefined) return
    const { activeElement, body } = document
    if (activeElement === grid.current || activeElement === body) focusAwaited()
    else awaited.current = undefined
  })
  return (event) => {
    const step = steps[event.key]
    if (step === undefined || total === 0 || !(event.target instanceof HTMLElement)) return
    const row = event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? awaited.current
    if (row === undefined && event.key !== 'ArrowDown') return
    event.preventDefault()
    awaited.current = Math.min(Math.max(Number(row ?? -1) + step, 0), total - 1)
    show(awaited.current)
    focusAwaited()
  }
}
