import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The listing that was left last, and how far down a user was. */
let left: { readonly question: string; readonly offset: number } | undefined

/** Comes back to where the listing was left; another question is read from its beginning. */
export function useScrollMemory(
  scroll: RefObject<HTMLElement | null>,
  question: string,
  isReady: boolean,
): void {
  const wanted = useRef(left?.question === question ? left.offset : 0)
  const asked = useRef(question)
  const offset = useRef(0)
  useLayoutEffect(() => {
    if (!isReady || !scroll.current || wanted.current === 0) return
    scroll.current.scrollTop = wanted.current
    wanted.current = 0
  }, [isReady, scroll])
  useEffect(() => {
    if (asked.current === question) return
    asked.current = question
    wanted.current = 0
    if (scroll.current) scroll.current.scrollTop = 0
  }, [question, scroll])
  useEffect(() => {
    const place = scroll.current
    if (!place || !isReady) return
    const note = () => {
      offset.current = place.scrollTop
    }
    place.addEventListener('scroll', note, { passive: true })
    return () => place.removeEventListener('scroll', note)
  }, [scroll, isReady])
  useEffect(
    () => () => {
      left = { question: asked.current, offset: offset.current }
    },
    [],
  )
}

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
