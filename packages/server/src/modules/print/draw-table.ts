import { type Cell, drawRow } from './draw-row.js'
import { heightOf, type Paper, type SetLine } from './paper.js'
import { gutter, ink, type Type, type } from './paper-style.js'
import type { Block, PrintedGroup, PrintedImage } from './print-document.js'

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
export const drawTable = (
  paper: Paper,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): void =>
  drawGroups(paper, { heads, style: type.cell, imageWidth: 0 }, [
    { title: '', rows: rows.map((cells) => ({ cells, image: undefined })) },
  ])

/** The same for many records, in small letters, with headings of groups and small pictures. */
export const drawList = (
  paper: Paper,
  { columns, groups, hasImages }: Extract<Block, { kind: 'list' }>,
): void =>
  drawGroups(
    paper,
    { heads: columns, style: type.line, imageWidth: hasImages ? listedImage.width : 0 },
    groups,
  )

/** Of a picture in a line. */
const listedImage = { width: 44, height: 33 }

interface Look {
  readonly heads: readonly string[]
  readonly style: Type
  /** Left of the columns. */
  readonly imageWidth: number
}

function drawGroups(paper: Paper, look: Look, groups: readonly PrintedGroup[]): void {
  const columns = layColumns(
    paper,
    look,
    groups.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
  )
  const headHeight = Math.max(...columns.map(({ head }) => heightOf(head)))
  const drawHead = (): void => {
    for (const { head, x, width, align } of columns)
      paper.drawAll(head, x, paper.y + headHeight - heightOf(head), width, align)
    paper.y += headHeight + padding
    paper.rule(paper.y - 1, ink.label, 0.6)
    paper.y += padding
  }
  paper.keep(headHeight + 3 * padding + 2 * look.style.leading)
  drawHead()
  for (const { title, rows } of groups) {
    if (title !== '') drawGroupTitle(paper, title, rows.length, drawHead)
    for (const { cells, image } of rows) {
      const drawn = cellsOf(paper, columns, cells, look.style)
      if (image) drawBesideImage(paper, drawn, image, drawHead)
      else drawRow(paper, drawn, drawHead)
      paper.y += padding - 1
      paper.rule(paper.y, ink.hair, 0.5)
      paper.y += padding - 0.5
    }
  }
}

/** It stays with the first lines of its group. */
function drawGroupTitle(paper: Paper, title: string, count: number, drawHead: () => void): void {
  const style = { ...type.subheading, size: 8.5, leading: 12 }
  const height = style.leading + 6
  if (paper.room < height + 40) {
    paper.newPage()
    drawHead()
  }
  paper.pdf.rect(paper.left, paper.y, paper.width, height).fill(ink.tint)
  const line = paper.setOne(`${title} (${count})`, style, paper.width - 8, true)
  if (line) paper.draw(line, paper.left + 4, paper.y + 3, paper.width - 8)
  paper.y += height + padding
}

/** A line with a picture is not broken, unless it is longer than a page. */
function drawBesideImage(
  paper: Paper,
  cells: readonly Cell[],
  image: PrintedImage,
  drawHead: () => void,
): void {
  const scale = Math.min(listedImage.width / image.width, listedImage.height / image.height, 1)
  const [width, height] = [image.width * scale, image.height * scale]
  if (Math.max(height, ...cells.map(({ lines }) => heightOf(lines))) > paper.room && !paper.isAtTop) {
    paper.newPage()
    drawHead()
  }
  const { y } = paper
  const pages = paper.pdf.bufferedPageRange().count
  paper.pdf.image(image.path, paper.left, y, { width, height })
  drawRow(paper, cells, drawHead)
  if (paper.pdf.bufferedPageRange().count === pages) paper.y = Math.max(paper.y, y + height)
}

const cellsOf = (paper: Paper, columns: readonly Column[], row: readonly string[], style: Type): Cell[] =>
  columns.map(({ x, width, align }, place) => ({
    x,
    width,
    ...(align ? { align } : {}),
    lines: paper.set(paragraphsOf(row[place] ?? ''), style, width),
  }))

const paragraphsOf = (text: string) => text.split('\n').map((line) => [{ text: line }])

/** Columns as wide as what stands in them; where that is too much, those give way that have most. */
function layColumns(
  paper: Paper,
  { heads, style, imageWidth }: Look,
  rows: readonly (readonly string[])[],
): Column[] {
  const between = heads.length > 8 ? gutter / 2 : gutter
  const start = imageWidth === 0 ? 0 : imageWidth + between
  const available = paper.width - start - between * (heads.length - 1)
  const sample = rows.slice(0, 200)
  const demands = heads.map((head, place) => {
    const texts = sample.map((row) => (row[place] ?? '').slice(0, 300))
    const longest = Math.max(
      widthOf(paper, head, type.label, true),
      ...texts.map((text) => widthOf(paper, text, style)),
    )
    const maxWordWidth = Math.max(
      ...wordsOf([head]).map((word) => widthOf(paper, word, type.label, true)),
      ...wordsOf(texts).map((word) => widthOf(paper, word, style)),
    )
    return { least: Math.min(maxWordWidth, 110), most: Math.max(longest, 18), texts }
  })
  const widths = shareOut(demands, available)
  let x = paper.left + start
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
    x += width + between
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
