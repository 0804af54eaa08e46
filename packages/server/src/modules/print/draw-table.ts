import { type Cell, drawRow } from './draw-row.js'
import { heightOf, type Paper, type SetLine } from './paper.js'
import { gutter, ink, type Type, type } from './paper-style.js'

interface Column {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right' | undefined
  readonly head: readonly SetLine[]
}

const padding = 3.5
/** A column of numbers keeps its digits below each other. */
const numeric = /^[-+−]?\d[\d.,\s]*%?$/

/** Rows under their column heads, which stand again on every page. */
export function drawTable(
  paper: Paper,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const columns = layColumns(paper, heads, rows)
  const headHeight = Math.max(...columns.map(({ head }) => heightOf(head)))
  const drawHead = (): void => {
    for (const { head, x, width, align } of columns)
      paper.drawAll(head, x, paper.y + headHeight - heightOf(head), width, align)
    paper.y += headHeight + padding
    paper.rule(paper.y - 1, ink.label, 0.6)
    paper.y += padding
  }
  paper.keep(headHeight + 3 * padding + 2 * type.cell.leading)
  drawHead()
  for (const row of rows) {
    drawRow(paper, cellsOf(paper, columns, row), drawHead)
    paper.y += padding - 1
    paper.rule(paper.y, ink.hair, 0.5)
    paper.y += padding
  }
}

const cellsOf = (paper: Paper, columns: readonly Column[], row: readonly string[]): Cell[] =>
  columns.map(({ x, width, align }, place) => ({
    x,
    width,
    ...(align ? { align } : {}),
    lines: paper.set(paragraphsOf(row[place] ?? ''), type.cell, width),
  }))

const paragraphsOf = (text: string) => text.split('\n').map((line) => [{ text: line }])

/** Columns as wide as what stands in them; where that is too much, those give way that have most. */
function layColumns(paper: Paper, heads: readonly string[], rows: readonly (readonly string[])[]): Column[] {
  const available = paper.width - gutter * (heads.length - 1)
  const sample = rows.slice(0, 200)
  const demands = heads.map((head, place) => {
    const texts = sample.map((row) => (row[place] ?? '').slice(0, 300))
    const longest = Math.max(
      widthOf(paper, head, type.label, true),
      ...texts.map((text) => widthOf(paper, text, type.cell)),
    )
    const maxWordWidth = Math.max(
      ...wordsOf([head]).map((word) => widthOf(paper, word, type.label, true)),
      ...wordsOf(texts).map((word) => widthOf(paper, word, type.cell)),
    )
    return { least: Math.min(maxWordWidth, 110), most: Math.max(longest, 18), texts }
  })
  const widths = shareOut(demands, available)
  let x = paper.left
  return demands.map((demand, place) => {
    const width = widths[place] ?? 0
    const isNumeric =
      demand.texts.some((text) => text !== '') &&
      demand.texts.every((text) => text === '' || numeric.test(text))
    const align = isNumeric ? ('right' as const) : undefined
    const column = {
      x,
      width,
      align,
      head: paper.set(
        [[{ text: heads[place] ?? '', bold: true }]],
        { ...type.label, colour: ink.text },
        width,
      ),
    }
    x += width + gutter
    return column
  })
}

interface WidthDemand {
  readonly least: number
  readonly most: number
}

/** A column that needs less than an equal share gets what it needs; the others share the rest. */
function shareOut(demands: readonly WidthDemand[], available: number): number[] {
  const least = demands.reduce((sum, demand) => sum + demand.least, 0)
  if (least >= available) return demands.map((demand) => (available * demand.least) / least)
  const widths = demands.map(() => 0)
  const places = demands.map((_demand, place) => place)
  places.sort((one, other) => (demands[one]?.most ?? 0) - (demands[other]?.most ?? 0))
  let left = available
  let minLeft = least
  places.forEach((place, done) => {
    const demand = demands[place] as WidthDemand
    minLeft -= demand.least
    const share = Math.min(left / (places.length - done), left - minLeft)
    const width = Math.min(demand.most, Math.max(share, demand.least))
    widths[place] = width
    left -= width
  })
  return widths
}

const wordsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(/\s+/))

/** A point more, so that what fits exactly is not broken. */
function widthOf(paper: Paper, text: string, style: Type, bold = false): number {
  const lines = paper.set([[{ text, bold }]], style, 10_000)
  return Math.max(0, ...lines.map(({ line }) => line.width)) + 1
}
