import { type PointerEvent, type RefObject, useState } from 'react'
import { followDrag } from '../../components/pointer-drag.js'
import type { Block, NewBlock, Place } from './arrange.js'

/** So near to an edge of the window the page goes on by itself, by so much in a frame. */
const edge = 56
const creep = 10

/** A block under the hand. */
export interface Carried {
  readonly name: string
  readonly block: Block | NewBlock
}

interface Drag {
  readonly carried: Carried
  readonly place: Place | undefined
}

export const isNew = (block: Block | NewBlock): block is NewBlock => 'kind' in block
const isField = (block: Block | NewBlock): boolean =>
  isNew(block) ? block.kind === 'field' : block.field !== undefined

/** Drags blocks from the palette onto a sheet, and on it. */
export function useBlockDrag(
  sheet: RefObject<HTMLElement | null>,
  onDrop: (carried: Carried, place: Place) => void,
) {
  const [drag, setDrag] = useState<Drag>()

  const begin = (event: PointerEvent<HTMLElement>, carried: Carried) => {
    if (event.button !== 0) return
    let at = { x: event.clientX, y: event.clientY }
    let place: Place | undefined
    let frame: number | undefined
    const look = () => {
      place = sheet.current ? placeAt(sheet.current, carried.block, at) : undefined
      setDrag((before) =>
        before && JSON.stringify(before.place) === JSON.stringify(place) ? before : { carried, place },
      )
    }
    const goOn = () => {
      const by = at.y < edge ? -creep : at.y > window.innerHeight - edge ? creep : 0
      if (by !== 0) {
        window.scrollBy(0, by)
        look()
      }
      frame = requestAnimationFrame(goOn)
    }
    followDrag(event, {
      move: ({ clientX, clientY }) => {
        at = { x: clientX, y: clientY }
        frame ??= requestAnimationFrame(goOn)
        const { style } = document.documentElement
        style.setProperty('--carried-x', `${at.x}px`)
        style.setProperty('--carried-y', `${at.y}px`)
        look()
      },
      stop: () => {
        if (frame !== undefined) cancelAnimationFrame(frame)
        setDrag(undefined)
      },
      drop: () => {
        if (place) onDrop(carried, place)
      },
    })
  }
  return { begin, drag }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Where a block comes to rest that is let go of there; nowhere beside the sheet. */
function placeAt(sheet: HTMLElement, block: Block | NewBlock, at: Point): Place | undefined {
  if (!isIn(sheet, at)) return undefined
  const all = (root: Element, marks: string) => [...root.querySelectorAll<HTMLElement>(marks)]
  const own = isNew(block) ? undefined : block
  if (isField(block)) {
    const line = all(sheet, '[data-line]').find((one) => isIn(one, at))
    if (line) {
      const items = all(line, '[data-field]').filter(({ dataset }) => dataset['field'] !== own?.field)
      const { line: section = '', fold } = line.dataset
      return { line: { section, fold }, index: items.filter((item) => isBefore(item, at)).length }
    }
  }
  const isOther = ({ dataset }: HTMLElement) => isField(block) || dataset['section'] !== own?.section
  return {
    between: all(sheet, '[data-section]')
      .filter(isOther)
      .filter((section) => isBefore(section, at)).length,
  }
}

function isIn(element: Element, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Is it read before the point? What stands beside others is, when the point lies in its right half. */
function isBefore(element: HTMLElement, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if ('whole' in element.dataset) return (top + bottom) / 2 < y
  return bottom < y || (top <= y && (left + right) / 2 < x)
}
