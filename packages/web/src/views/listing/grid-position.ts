import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cellAt, focusCell } from './cells/use-cell-range.js'

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

interface Place {
  readonly id: number
  readonly index: number
}

/**
 * Keeps what is seen where it is when rows come or go above it, as when another person writes: the window
 * moves along with its rows, and the focus stays on its record. At the top of a listing new rows are shown.
 *
 * @param question another one is read from its beginning
 * @param rowHeight in pixels
 * @param rows those that are drawn, by their places
 * @param idAt the record at a place of the listing, as far as it is here
 * @param onMoved is told how many rows lower everything stands
 */
export function useSteadyRows(
  { scroll, grid }: Readonly<Record<'scroll' | 'grid', RefObject<HTMLElement | null>>>,
  { question, rowHeight, rows }: { question: string; rowHeight: number; rows: readonly number[] },
  idAt: (index: number) => number | undefined,
  onMoved: (rows: number) => void,
): void {
  const before = useRef<{ question: string; places: readonly Place[] }>({ question, places: [] })
  useLayoutEffect(() => {
    const place = scroll.current
    const moved = before.current.question === question ? movedBy(before.current.places, idAt) : 0
    if (moved !== 0 && place) {
      const cell = cellAt(document.activeElement)
      if (place.scrollTop > 0) place.scrollTop += moved * rowHeight
      onMoved(moved)
      if (cell && grid.current?.contains(document.activeElement))
        focusCell(grid.current, { ...cell, row: cell.row + moved })
    }
    const top = place?.scrollTop ?? 0
    const places = rows.flatMap((index) => {
      const id = idAt(index)
      return id === undefined || index * rowHeight < top ? [] : [{ id, index }]
    })
    // Rows that are on their way come back to where they were.
    if (places.length > 0) before.current = { question, places }
  })
}

/** So far away a row is looked for, in rows. */
const reach = 100

/**
 * How many rows lower most of those stand that were seen; what was sorted elsewhere takes no others along.
 */
function movedBy(places: readonly Place[], idAt: (index: number) => number | undefined): number {
  if (places.every(({ id, index }) => idAt(index) === id)) return 0
  const now = new Map<number, number>()
  const [first, last] = [places[0]?.index ?? 0, places.at(-1)?.index ?? 0]
  for (let index = Math.max(0, first - reach); index <= last + reach; index++) {
    const id = idAt(index)
    if (id !== undefined) now.set(id, index)
  }
  const votes = new Map<number, number>()
  for (const { id, index } of places) {
    const found = now.get(id)
    if (found !== undefined) votes.set(found - index, (votes.get(found - index) ?? 0) + 1)
  }
  return [...votes].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}
