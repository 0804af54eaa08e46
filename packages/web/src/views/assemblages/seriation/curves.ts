import type { Ordered } from './ordered.js'
import { type Drawing, moved, rectangle, round, type Shape, shortened, textWidth } from './shapes.js'

/** Where everything of an ordered table stands, in pixels. */
export interface Table {
  readonly rowHeight: number
  /** Of the names of the rows, left of the table. */
  readonly nameWidth: number
  /** Names of the columns, above the table. */
  readonly head: Drawing
  /** Bars or squares, and the totals of the rows. */
  readonly body: Drawing
  readonly columns: readonly { readonly left: number; readonly width: number }[]
}

export interface TableWords {
  /** Above the totals. */
  readonly total: string
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
}

/** What the bars of all columns together take beside their gaps, where they are few. */
const usualWidth = 760
const gap = 16
const side = 8
const maxName = 28
const maxTurnedName = 26
const turned = -50
const scaleHeight = 30

/**
 * Battleship curves: a column for each kind, a bar for each unit, centred, as wide as the share of the kind
 * in the unit. All columns have one scale.
 */
export function curvesOf({ rows, columns, number }: Ordered, words: TableWords): Table {
  const rowHeight = rows.length > 40 ? 18 : 22
  const shareOf = (row: (typeof rows)[number], column: (typeof columns)[number]) =>
    row.total > 0 ? number(row, column) / row.total : 0
  const widest = columns.map((column) => Math.max(...rows.map((row) => shareOf(row, column))))
  const perWhole = Math.min(260, Math.max(70, usualWidth / widest.reduce((sum, one) => sum + one, 0)))
  let left = side
  const placed = widest.map((share) => {
    const width = Math.max(12, share * perWhole)
    const column = { left, width }
    left += width + gap
    return column
  })
  const shapes = placed.flatMap(({ left, width }, k): Shape[] => {
    const column = columns[k] as (typeof columns)[number]
    const middle = left + width / 2
    const bars = rows.flatMap((row, at) => {
      const bar = shareOf(row, column) * perWhole
      // What is there is seen.
      const seen = Math.max(bar, 1.5)
      return bar > 0 ? [rectangle(middle - seen / 2, at * rowHeight + 2, seen, rowHeight - 4)] : []
    })
    return [
      { kind: 'line', d: `M${round(middle)} 0v${rows.length * rowHeight}`, tone: 'line' },
      { kind: 'area', d: bars.join(''), tone: 'bar' },
    ]
  })
  return tableOf({ rows, columns, words, rowHeight, placed, right: left, shapes, scale: perWhole })
}

/** A square wherever something was found. */
export function presenceOf({ rows, columns, number }: Ordered, words: TableWords): Table {
  const cell = rows.length > 40 ? 18 : 22
  const placed = columns.map((_, k) => ({ left: side + k * cell, width: cell }))
  const filled = placed.map(({ left }, k) =>
    rows
      .flatMap((row, at) =>
        number(row, columns[k] as (typeof columns)[number]) > 0
          ? [rectangle(left + 2, at * cell + 2, cell - 4, cell - 4)]
          : [],
      )
      .join(''),
  )
  const right = side + columns.length * cell
  const lines = [
    ...rows.map((_, at) => `M${side} ${(at + 1) * cell}h${columns.length * cell}`),
    ...placed.map(({ left }) => `M${left} 0v${rows.length * cell}`),
  ]
  const shapes: Shape[] = [
    { kind: 'line', d: lines.join(''), tone: 'line' },
    ...filled.map((d) => ({ kind: 'area', d, tone: 'bar' }) as const),
  ]
  return tableOf({ rows, columns, words, rowHeight: cell, placed, right: right + 8, shapes })
}

function tableOf({
  rows,
  columns,
  words,
  rowHeight,
  placed,
  right,
  shapes,
  scale,
}: Pick<Ordered, 'rows' | 'columns'> & {
  words: TableWords
  rowHeight: number
  placed: Table['columns']
  right: number
  shapes: readonly Shape[]
  scale?: number
}): Table {
  const names = columns.map(({ name }) => shortened(name || '–', maxTurnedName))
  const longest = Math.max(...names.map(textWidth), textWidth(words.total))
  const headHeight = Math.ceil(longest * Math.sin((-turned * Math.PI) / 180)) + 22
  const totals = rows.map(({ total }) => words.number(total))
  const totalWidth = Math.max(34, ...totals.map(textWidth)) + 12
  const totalEnd = right + totalWidth
  // The last names lean out over the right end.
  const lean = Math.ceil(longest * Math.cos((turned * Math.PI) / 180))
  const last = placed.at(-1)
  const width = Math.max(totalEnd + 12, (last ? last.left + last.width / 2 : 0) + lean + 12)
  const height = rows.length * rowHeight
  return {
    rowHeight,
    nameWidth: Math.min(190, Math.max(...rows.map(({ name }) => textWidth(shortened(name, maxName)))) + 22),
    columns: placed,
    head: {
      width,
      height: headHeight,
      shapes: [
        ...names.map(
          (text, k): Shape => ({
            kind: 'text',
            x: (placed[k]?.left ?? 0) + (placed[k]?.width ?? 0) / 2 + 3,
            y: headHeight - 8,
            text,
            tone: 'ink',
            turned,
          }),
        ),
        { kind: 'text', x: totalEnd, y: headHeight - 8, text: words.total, tone: 'soft', anchor: 'end' },
      ],
    },
    body: {
      width,
      height: height + (scale === undefined ? 4 : scaleHeight),
      shapes: [
        ...shapes,
        ...totals.map(
          (text, at): Shape => ({
            kind: 'text',
            x: totalEnd,
            y: at * rowHeight + rowHeight / 2 + 4,
            text,
            tone: 'soft',
            anchor: 'end',
          }),
        ),
        ...(scale === undefined ? [] : scaleMark(scale, height, words)),
      ],
    },
  }
}

/** How wide a round share is. */
function scaleMark(perWhole: number, top: number, { percent }: TableWords): readonly Shape[] {
  const share = [0.1, 0.2, 0.5, 1].find((one) => one * perWhole >= 34) ?? 1
  const width = share * perWhole
  return [
    { kind: 'line', d: `M${side} ${top + 12}v8m0 -4h${round(width)}m0 -4v8`, tone: 'soft' },
    { kind: 'text', x: side + width + 8, y: top + 20, text: percent(share), tone: 'soft' },
  ]
}

/** A table with the names of its rows, and what stands above it. */
export function wholeTable(table: Table, { rows }: Ordered, above: Drawing): Drawing {
  const { head, body, nameWidth, rowHeight } = table
  const top = above.height + head.height
  return {
    width: Math.max(above.width, nameWidth + body.width),
    height: top + body.height,
    shapes: [
      ...above.shapes,
      ...moved(head, nameWidth, above.height),
      ...rows.map(
        ({ name }, at): Shape => ({
          kind: 'text',
          x: nameWidth - 8,
          y: top + at * rowHeight + rowHeight / 2 + 4,
          text: shortened(name, maxName),
          tone: 'ink',
          anchor: 'end',
        }),
      ),
      ...moved(body, nameWidth, top),
    ],
  }
}
