import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { type PointerEvent, useState } from 'react'
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

/** Draws the edge of a column with the hand: told while it moves, and where it came to rest. */
export function useWidthDrawing(
  widthOf: (column: Column) => number,
  draw: (column: Column, width: number) => void,
) {
  const [drawn, setDrawn] = useState<{ readonly name: string; readonly width: number }>()

  const beginResize = (event: PointerEvent<HTMLElement>, column: Column) => {
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    const from = event.clientX
    const before = widthOf(column)
    let width = before
    handle.setPointerCapture(event.pointerId)
    const resize = (move: globalThis.PointerEvent) => {
      width = Math.max(narrowest, Math.round(before + move.clientX - from))
      setDrawn({ name: column.name, width })
    }
    const end = () => {
      handle.removeEventListener('pointermove', resize)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
      setDrawn(undefined)
      if (width !== before) draw(column, width)
    }
    handle.addEventListener('pointermove', resize)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }
  return {
    widthOf: (column: Column): number => (drawn?.name === column.name ? drawn.width : widthOf(column)),
    beginResize,
  }
}

/** A column is never wider than this when it is as wide as what it holds. */
const widestContent = 640
/** What stands around a text in its cell. */
const aroundText = 26
const aroundTitle = 48

/** As wide as the longest of the texts, and as the title of the column. @param font as CSS has it */
export function contentWidth(title: string, texts: readonly string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return narrowest
  context.font = font
  const longest = Math.max(0, ...texts.map((text) => context.measureText(text).width))
  const needed = Math.max(longest + aroundText, context.measureText(title).width + aroundTitle)
  return Math.min(Math.max(Math.ceil(needed), narrowest), widestContent)
}

/** In pixels: the column with which records are selected. */
export const markWidth = 44

/** How many of the frozen columns leave room for others. */
export function frozenWithin(widths: readonly number[], frozen: number, room: number): number {
  let [count, left] = [0, widths[0] ?? 0]
  while (count < frozen) {
    left += widths[count + 1] ?? 0
    if (count > 0 && left > room * 0.6) break
    count += 1
  }
  return count
}

/** How many columns begin within a width. @param widths of the columns, behind that of the marks */
export function reaching([marks = 0, ...widths]: readonly number[], width: number): number {
  let left = marks
  const beyond = widths.findIndex((one) => {
    left += one
    return left >= width
  })
  return beyond < 0 ? widths.length : beyond + 1
}
