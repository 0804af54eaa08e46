import { csvText } from '../../../components/csv-text.js'
import type { Ordered } from './ordered.js'
import { type Drawing, moved, type Shape, textWidth } from './shapes.js'

const margin = 24

/** A title and the words below it, as the head of a drawing. */
export function heading(title: string, words: readonly string[]): Drawing {
  const lines = words.filter((line) => line !== '')
  return {
    width: Math.max(textWidth(title) * 1.4, ...lines.map(textWidth)),
    height: 30 + lines.length * 18,
    shapes: [
      { kind: 'text', x: 0, y: 16, text: title, tone: 'ink', size: 17, bold: true },
      ...lines.map((text, k): Shape => ({ kind: 'text', x: 0, y: 36 + k * 18, text, tone: 'soft' })),
    ],
  }
}

/** Drawings below each other, as one with white around it. */
export function stacked(drawings: readonly Drawing[]): Drawing {
  let top = margin
  const shapes = drawings.flatMap((drawing) => {
    const placed = moved(drawing, margin, top)
    top += drawing.height + margin
    return placed
  })
  return { width: Math.max(...drawings.map(({ width }) => width)) + 2 * margin, height: top, shapes }
}

/** Every number in order, with the places on the axes: one table, also of parts that share nothing. */
export function orderedCsv(
  blocks: readonly Ordered[],
  words: { readonly name: string; readonly total: string; readonly axes: readonly string[] },
): Blob {
  const columns = blocks.flatMap((block) => block.columns.map((column) => ({ block, column })))
  return csvText([
    [words.name, ...columns.map(({ column }) => column.name), words.total, ...words.axes],
    ...blocks.flatMap((block) =>
      block.rows.map((row) => [
        row.name,
        ...columns.map((one) => (one.block === block ? block.number(row, one.column) || null : null)),
        row.total,
        ...words.axes.map((_, axis) => row.place[axis] ?? null),
      ]),
    ),
  ])
}
