import { type Cell, drawRow } from './draw-row.js'
import { heightOf, type Paper, type SetLine } from './paper.js'
import { gutter, ink, type } from './paper-style.js'

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
  const wishes = heads.map((head, place) => {
    const texts = sample.map((row) => row[place] ?? '')
    const longest = Math.max(
      widthOf(paper, head, type.label),
      ...texts.map((text) => widthOf(paper, text, type.cell)),
    )
    const words = [head, ...texts].flatMap((text) => text.split(/\s+/))
    const longestWord = Math.max(...words.map((word) => widthOf(paper, word, type.cell)))
    return { least: Math.min(longestWord, 110), most: Math.max(longest, 18), texts }
  })
  const sum = (pick: (wish: (typeof wishes)[number]) => number): number =>
    wishes.reduce((total, wish) => total + pick(wish), 0)
  const most = sum((wish) => wish.most)
  const least = sum((wish) => wish.least)
  let x = paper.left
  return wishes.map((wish, place) => {
    const width = shareOf(wish, { available, most, least, count: heads.length })
    const isNumeric =
      wish.texts.some((text) => text !== '') && wish.texts.every((text) => text === '' || numeric.test(text))
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

interface Space {
  readonly available: number
  readonly most: number
  readonly least: number
  readonly count: number
}

function shareOf({ least, most }: { least: number; most: number }, space: Space): number {
  if (space.most <= space.available) return most
  if (space.least >= space.available) return (space.available * least) / space.least
  const give = (space.available - space.least) / (space.most - space.least)
  return least + (most - least) * give
}

const widthOf = (
  paper: Paper,
  text: string,
  style: { size: number; leading: number; colour: string },
): number =>
  // A point more, so that what fits exactly is not broken.
  Math.max(0, ...paper.set([[{ text: text.slice(0, 300) }]], style, 10_000).map(({ line }) => line.width)) + 1
