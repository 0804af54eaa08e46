import type { Paper } from './paper.js'
import { ink, type } from './paper-style.js'
import type { PrintedNeighbour } from './print-document.js'

const box = { width: 62, height: 17, gap: 7 }
const rowGap = 15
/** More boxes in a row than this are written as a number. */
const maxInRow = 6

interface Sequence {
  readonly here: string
  readonly above: readonly PrintedNeighbour[]
  readonly beside: readonly PrintedNeighbour[]
  readonly below: readonly PrintedNeighbour[]
}

/**
 * The little matrix of a context sheet: what is later stands above, what is earlier below, what is of the
 * same time beside.
 */
export function drawSequence(paper: Paper, { here, above, beside, below }: Sequence): void {
  const rows = [distinct(above), [], distinct(below)]
  const height =
    (rows[0]?.length ? box.height + rowGap : 0) + box.height + (rows[2]?.length ? box.height + rowGap : 0)
  paper.keep(height + 8)
  const middle = paper.left + paper.width / 2
  const hereY = paper.y + (rows[0]?.length ? box.height + rowGap : 0)
  drawRowOf(paper, rows[0] ?? [], { middle, y: paper.y, joinedTo: hereY, from: 'below' })
  drawRowOf(paper, rows[2] ?? [], {
    middle,
    y: hereY + box.height + rowGap,
    joinedTo: hereY + box.height,
    from: 'above',
  })
  drawBesides(paper, distinct(beside), middle, hereY)
  drawBox(paper, here, middle - box.width / 2, hereY, true)
  paper.y += height + 12
}

const distinct = (neighbours: readonly PrintedNeighbour[]): string[] => [
  ...new Set(neighbours.map(({ label }) => label)),
]

interface Place {
  readonly middle: number
  readonly y: number
  /** The edge of the box in the middle. */
  readonly joinedTo: number
  readonly from: 'above' | 'below'
}

function drawRowOf(paper: Paper, labels: readonly string[], { middle, y, joinedTo, from }: Place): void {
  const shown = shownOf(labels)
  if (shown.length === 0) return
  const step = box.width + box.gap
  const left = middle - (shown.length * step - box.gap) / 2
  const edge = from === 'below' ? y + box.height : y
  const bend = (edge + joinedTo) / 2
  const centres = shown.map((_label, place) => left + place * step + box.width / 2)
  for (const centre of centres) line(paper, [centre, edge], [centre, bend])
  line(paper, [Math.min(middle, ...centres), bend], [Math.max(middle, ...centres), bend])
  line(paper, [middle, bend], [middle, joinedTo])
  shown.forEach((label, place) => {
    drawBox(paper, label, left + place * step, y, false)
  })
}

function drawBesides(paper: Paper, labels: readonly string[], middle: number, y: number): void {
  const shown = labels.length > 2 ? [labels[0] as string, `+ ${labels.length - 1}`] : labels
  shown.forEach((label, place) => {
    const side = place === 0 ? 1 : -1
    const near = middle + (side * box.width) / 2
    const far = near + side * 22
    for (const at of [y + box.height / 2 - 1.5, y + box.height / 2 + 1.5]) line(paper, [near, at], [far, at])
    drawBox(paper, label, side === 1 ? far : far - box.width, y, false)
  })
}

const shownOf = (labels: readonly string[]): string[] =>
  labels.length <= maxInRow
    ? [...labels]
    : [...labels.slice(0, maxInRow - 1), `+ ${labels.length - maxInRow + 1}`]

function line({ pdf }: Paper, from: readonly [number, number], to: readonly [number, number]): void {
  pdf
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(0.7)
    .strokeColor(ink.text)
    .stroke()
}

function drawBox(paper: Paper, label: string, x: number, y: number, isHere: boolean): void {
  paper.pdf
    .rect(x, y, box.width, box.height)
    .lineWidth(isHere ? 1.4 : 0.7)
    .fillAndStroke(isHere ? ink.tint : '#ffffff', ink.text)
  const set = paper.setOne(label, type.drawing, box.width - 6, isHere)
  if (set) paper.draw(set, x + 3, y + (box.height - type.drawing.leading) / 2, box.width - 6, 'centre')
}
