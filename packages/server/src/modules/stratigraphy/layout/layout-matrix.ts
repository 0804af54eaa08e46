import { at, connectedParts, type LineEnds } from './layers.js'
import { bendsOf, type LaidOutPart, layOutPart, type PlacedLine } from './part.js'

/** Pixels to a unit of the drawing: the distance of two lines that lie side by side. */
export const unit = 6
/** Above and below the tracks between two layers. */
const trackMargin = 9
const betweenShelves = 48
const isolatedGap = 12
/** More would not be readable, nor fit into memory. */
export const maxBends = 1_500_000

export interface BoxSize {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PlacedBox extends BoxSize, Point {}

export interface DrawnLine {
  /** Corner by corner, from the newer box to the older. */
  readonly points: readonly Point[]
  /** It closes a loop: it runs up. */
  readonly isTurned: boolean
}

export interface Layer {
  /** 1 for the latest. */
  readonly level: number
  readonly y: number
  readonly height: number
}

/** Where everything stands, in pixels from the upper left corner. */
export interface MatrixLayout {
  readonly width: number
  readonly height: number
  /** By their places in the list of boxes. */
  readonly boxes: readonly PlacedBox[]
  readonly lines: readonly DrawnLine[]
  readonly layers: readonly Layer[]
  /** The block of boxes without any line, if there are such. */
  readonly isolated: { readonly y: number; readonly height: number; readonly count: number } | undefined
}

/** Can these lines be drawn at all? */
export function isDrawable(boxCount: number, lines: readonly LineEnds[]): boolean {
  return bendsOf(boxCount, lines) <= maxBends
}

/**
 * The layout of a Harris matrix: layers from the latest down, lines that run straight or turn at right angles
 * and never lie on each other, parts that do not hang together side by side, boxes without lines in a block
 * below.
 *
 * @param sizes of the boxes, in pixels
 * @param lines no line leads from a box to itself
 */
export function layOutMatrix(sizes: readonly BoxSize[], lines: readonly LineEnds[]): MatrixLayout {
  const boxes = new Array<PlacedBox>(sizes.length)
  const drawn = new Array<DrawnLine>(lines.length)
  const layers: Layer[] = []
  const { parts, isolated } = partsOf(sizes.length, lines)
  let y = 0
  let width = 0
  for (const shelf of shelvesOf(parts.map((part) => ({ part, ...layOut(part, sizes, lines) })))) {
    const own = layersOf(shelf, sizes, y)
    layers.push(...own)
    for (const { part, laidOut, shift } of shelf) {
      const across = (x: number) => (x + shift) * unit
      part.boxes.forEach((box, index) => {
        const half = at(laidOut.half, index)
        boxes[box] = {
          x: across(at(laidOut.x, index) - half),
          y: (own[at(laidOut.layerOf, index)] as Layer).y,
          width: 2 * half * unit,
          height: (sizes[box] as BoxSize).height,
        }
      })
      part.lines.forEach((line, index) => {
        const ends = lines[line] as LineEnds
        const placed = laidOut.lines[index] as PlacedLine
        const upper = boxes[placed.isTurned ? ends.older : ends.newer] as PlacedBox
        drawn[line] = drawLine(placed, own, across, upper.y + upper.height)
      })
      width = Math.max(width, across(Math.max(...laidOut.right)))
    }
    const last = own.at(-1)
    if (last) y = last.y + last.height + betweenShelves
  }
  const block = placeIsolated(isolated, sizes, boxes, y, Math.max(width, minWidth * unit))
  const height = block ? block.y + block.height : Math.max(0, y - betweenShelves)
  for (const box of isolated)
    width = Math.max(width, (boxes[box] as PlacedBox).x + (boxes[box] as PlacedBox).width)
  return { width, height, boxes, lines: drawn, layers, isolated: block }
}

function partsOf(boxCount: number, lines: readonly LineEnds[]): { parts: Part[]; isolated: number[] } {
  const parts: { boxes: number[]; lines: number[] }[] = []
  const isolated: number[] = []
  const partOf = new Int32Array(boxCount)
  for (const boxes of connectedParts(boxCount, lines)) {
    if (boxes.length === 1) isolated.push(...boxes)
    else {
      for (const box of boxes) partOf[box] = parts.length
      parts.push({ boxes, lines: [] })
    }
  }
  lines.forEach(({ newer }, line) => {
    parts[at(partOf, newer)]?.lines.push(line)
  })
  return { parts, isolated }
}

function layOut(
  part: Part,
  sizes: readonly BoxSize[],
  lines: readonly LineEnds[],
): { readonly laidOut: LaidOutPart } {
  const local = new Map(part.boxes.map((box, index) => [box, index]))
  const halves = part.boxes.map((box) => Math.ceil((sizes[box] as BoxSize).width / (2 * unit)))
  const ends = part.lines.map((line) => {
    const { newer, older } = lines[line] as LineEnds
    return { newer: local.get(newer) as number, older: local.get(older) as number }
  })
  return { laidOut: layOutPart(halves, ends) }
}

function layersOf(shelf: readonly ShelvedPart[], sizes: readonly BoxSize[], top: number): Layer[] {
  const heights: number[] = []
  const tracks: number[] = []
  for (const { part, laidOut } of shelf) {
    part.boxes.forEach((box, index) => {
      const layer = at(laidOut.layerOf, index)
      heights[layer] = Math.max(heights[layer] ?? 0, (sizes[box] as BoxSize).height)
    })
    laidOut.tracks.forEach((count, layer) => {
      tracks[layer] = Math.max(tracks[layer] ?? 0, count)
    })
  }
  let y = top
  return heights.map((height, layer) => {
    const own = { level: layer + 1, y, height }
    y += height + 2 * trackMargin + Math.max(0, (tracks[layer] ?? 0) - 1) * unit
    return own
  })
}

function drawLine(
  { firstLayer, pieces, bottom, isTurned }: PlacedLine,
  layers: readonly Layer[],
  across: (x: number) => number,
  top: number,
): DrawnLine {
  const first = pieces[0] as PlacedLine['pieces'][number]
  const points: Point[] = [{ x: across(first.top), y: top }]
  pieces.forEach(({ top: from, stretches }, index) => {
    const { y, height } = layers[firstLayer + index] as Layer
    let x = from
    for (const { track, to } of stretches) {
      const level = y + height + trackMargin + track * unit
      points.push({ x: across(x), y: level }, { x: across(to), y: level })
      x = to
    }
  })
  points.push({ x: across(bottom), y: (layers[firstLayer + pieces.length] as Layer).y })
  return { points: isTurned ? points.reverse() : points, isTurned }
}

/** Row by row, as wide as the rest. */
function placeIsolated(
  isolated: readonly number[],
  sizes: readonly BoxSize[],
  boxes: PlacedBox[],
  top: number,
  width: number,
): MatrixLayout['isolated'] {
  if (isolated.length === 0) return undefined
  let [x, y, rowHeight] = [0, top, 0]
  for (const box of isolated) {
    const size = sizes[box] as BoxSize
    if (x > 0 && x + size.width > width) [x, y, rowHeight] = [0, y + rowHeight + isolatedGap, 0]
    boxes[box] = { x, y, width: size.width, height: size.height }
    x += size.width + isolatedGap
    rowHeight = Math.max(rowHeight, size.height)
  }
  return { y: top, height: y + rowHeight - top, count: isolated.length }
}

/** From one part to the next, in units of the drawing. */
const betweenParts = 5
/** Drawings grow to about this form before parts that do not hang together are put below each other. */
const preferredForm = 1.5
/** Room that every drawing may take, in units of the drawing. */
const minWidth = 150

/** Boxes and lines that hang together, by their places in the lists. */
interface Part {
  readonly boxes: readonly number[]
  readonly lines: readonly number[]
}

interface PartLaidOut {
  readonly part: Part
  readonly laidOut: LaidOutPart
}

interface ShelvedPart extends PartLaidOut {
  /** How far the part is moved to the right. */
  readonly shift: number
}

/** Parts side by side as long as the drawing keeps a good form; then a new shelf begins. */
function shelvesOf(parts: readonly PartLaidOut[]): ShelvedPart[][] {
  const widthOf = ({ laidOut }: PartLaidOut) => Math.max(...laidOut.right) - Math.min(...laidOut.left)
  const area = parts.reduce((sum, part) => sum + widthOf(part) * part.laidOut.left.length * 12, 0)
  const widest = parts.reduce((max, part) => Math.max(max, widthOf(part)), minWidth)
  const maxWidth = Math.max(widest, Math.sqrt(area * preferredForm))
  const shelves: ShelvedPart[][] = []
  let edge: number[] = []
  for (const part of parts) {
    const { left, right } = part.laidOut
    const shiftOnto = (taken: readonly number[]) =>
      Math.max(...left.map((_, layer) => (taken[layer] ?? -betweenParts) + betweenParts)) - Math.min(...left)
    let shift = shiftOnto(edge)
    if (shelves.length === 0 || shift + Math.max(...right) > maxWidth) {
      shelves.push([])
      edge = []
      shift = shiftOnto(edge)
    }
    edge.fill(shift + Math.max(...right), 0, right.length)
    for (let layer = edge.length; layer < right.length; layer++) edge.push(shift + Math.max(...right))
    shelves.at(-1)?.push({ ...part, shift })
  }
  return shelves
}
