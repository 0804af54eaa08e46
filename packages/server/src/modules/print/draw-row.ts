import { heightOf, type Paper, type SetLine } from './paper.js'

/** One of several texts side by side. */
export interface Cell {
  readonly x: number
  readonly width: number
  readonly lines: readonly SetLine[]
  readonly align?: 'left' | 'right'
}

/** A row up to this height moves to the next page as a whole. */
const keptTogether = 150
/** So many lines at least stand on either side of a page break. */
const minLines = 2

/**
 * Texts side by side, the next row below the longest of them. A row that does not fit begins the next page;
 * one that is long is broken between lines, all of its texts at the same height.
 *
 * @param onNewPage draws what stands above the row on a page that is begun
 */
export function drawRow(paper: Paper, cells: readonly Cell[], onNewPage: () => void = () => undefined): void {
  const height = Math.max(0, ...cells.map((cell) => heightOf(cell.lines)))
  if (height > paper.room && (height <= keptTogether || !hasRoomForSome(paper, cells)) && !paper.isAtTop) {
    paper.newPage()
    onNewPage()
  }
  if (height <= paper.room) {
    drawCells(paper, cells)
    paper.y += height
    return
  }
  const parts = cells.map((cell) => ({ cell, count: linesThatFit(cell.lines, paper.room) }))
  drawCells(
    paper,
    parts.map(({ cell, count }) => ({ ...cell, lines: cell.lines.slice(0, count) })),
  )
  paper.newPage()
  onNewPage()
  drawRow(
    paper,
    parts.map(({ cell, count }) => ({ ...cell, lines: cell.lines.slice(count) })),
    onNewPage,
  )
}

const hasRoomForSome = (paper: Paper, cells: readonly Cell[]): boolean =>
  cells.every(({ lines }) => lines.length === 0 || linesThatFit(lines, paper.room) > minLines)

/** How many of the lines stand in `room`, so that neither they nor the others are alone. */
function linesThatFit(lines: readonly SetLine[], room: number): number {
  let used = 0
  let count = 0
  for (const { type } of lines) {
    if (used + type.leading > room) break
    used += type.leading
    count++
  }
  const rest = lines.length - count
  if (rest > 0 && rest < minLines) count -= minLines - rest
  // On an empty page something has to stand, or there would be no end.
  return Math.max(count, Math.min(1, lines.length))
}

function drawCells(paper: Paper, cells: readonly Cell[]): void {
  for (const { lines, x, width, align } of cells) paper.drawAll(lines, x, paper.y, width, align)
}
