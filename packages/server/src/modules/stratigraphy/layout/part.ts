import { type Distance, placeNodes } from './align.js'
import { buildLayeredGraph, countBends, type LayeredGraph } from './graph.js'
import { assignLayers, at, type LineEnds } from './layers.js'
import { untangle } from './order.js'
import { halfWidthFor, type Ports, placePorts } from './ports.js'
import { tighten } from './tighten.js'
import { assignTracks, type Crossing, type Stretch } from './tracks.js'

/** From box to box and to the lines that pass, in units of the drawing. */
const betweenBoxes = 3
const betweenLines = 2

/** Where a line goes between two layers. */
export interface LinePiece {
  /** Where it leaves the upper layer, from left to right. */
  readonly top: number
  readonly stretches: readonly Stretch[]
}

export interface PlacedLine {
  readonly firstLayer: number
  /** One for each layer that it leaves, from the top down. */
  readonly pieces: readonly LinePiece[]
  /** Where it ends. */
  readonly bottom: number
  /** It closes a loop and is drawn upwards: its older end lies above. */
  readonly isTurned: boolean
}

/**
 * A part of a matrix whose boxes hang together, laid out from left to right; the heights of its layers are
 * not known yet.
 */
export interface LaidOutPart {
  readonly layerOf: Int32Array
  /** The middle of each box. */
  readonly x: Int32Array
  readonly half: Int32Array
  readonly lines: readonly PlacedLine[]
  /** How many tracks there are below each layer. */
  readonly tracks: readonly number[]
  /** The outer edges of each layer. */
  readonly left: readonly number[]
  readonly right: readonly number[]
}

/** @returns how many bends the part needs, to be told beforehand whether it can be drawn */
export const bendsOf = (boxCount: number, lines: readonly LineEnds[]): number =>
  countBends(lines, assignLayers(boxCount, lines))

/** @param halfWidths half of what the words in each box need */
export function layOutPart(halfWidths: readonly number[], lines: readonly LineEnds[]): LaidOutPart {
  const layers = assignLayers(halfWidths.length, lines)
  const graph = buildLayeredGraph(halfWidths.length, lines, layers)
  untangle(graph)
  const half = halvesOf(graph, halfWidths)
  const reach = (node: number) => (node < graph.boxCount ? at(half, node) : 0)
  const distance: Distance = (left, right) => {
    const gap = left < graph.boxCount && right < graph.boxCount ? betweenBoxes : betweenLines
    return reach(left) + reach(right) + gap
  }
  const x = placeNodes(graph, distance)
  tighten(graph, x, distance)
  const ports = placePorts(graph, x, half)
  const { lines: placed, tracks } = placeLines(graph, ports, layers.turned, lines.length)
  const edge = (side: 1 | -1) =>
    graph.layers.map((nodes) => {
      const outer = at(nodes, side === 1 ? nodes.length - 1 : 0)
      return at(x, outer) + side * reach(outer)
    })
  return {
    layerOf: layers.of,
    x: x.slice(0, graph.boxCount),
    half,
    lines: placed,
    tracks,
    left: edge(-1),
    right: edge(1),
  }
}

function halvesOf({ down, up, boxCount }: LayeredGraph, halfWidths: readonly number[]): Int32Array {
  return Int32Array.from({ length: boxCount }, (_, box) => {
    const below = at(down.start, box + 1) - at(down.start, box)
    const above = at(up.start, box + 1) - at(up.start, box)
    return Math.max(halfWidths[box] as number, halfWidthFor(Math.max(below, above)))
  })
}

function placeLines(
  graph: LayeredGraph,
  ports: Ports,
  turned: ReadonlySet<number>,
  lineCount: number,
): { lines: PlacedLine[]; tracks: number[] } {
  const { layers, layerOf, upper, lineOf } = graph
  const byLayer: number[][] = layers.map(() => [])
  for (let piece = 0; piece < upper.length; piece++) byLayer[at(layerOf, at(upper, piece))]?.push(piece)
  const stretches = new Array<readonly Stretch[]>(upper.length)
  const tracks = byLayer.map((pieces) => {
    const crossings = pieces.map(
      (piece): Crossing => ({ top: at(ports.top, piece), bottom: at(ports.bottom, piece) }),
    )
    const assigned = assignTracks(crossings)
    pieces.forEach((piece, index) => {
      stretches[piece] = assigned.stretches[index] as readonly Stretch[]
    })
    return assigned.count
  })
  const own: LinePiece[][] = Array.from({ length: lineCount }, () => [])
  const firstLayer = new Int32Array(lineCount)
  const bottom = new Int32Array(lineCount)
  for (let piece = 0; piece < upper.length; piece++) {
    const line = at(lineOf, piece)
    const pieces = own[line] as LinePiece[]
    if (pieces.length === 0) firstLayer[line] = at(layerOf, at(upper, piece))
    pieces.push({ top: at(ports.top, piece), stretches: stretches[piece] as readonly Stretch[] })
    bottom[line] = at(ports.bottom, piece)
  }
  const lines = own.map((pieces, line) => ({
    firstLayer: at(firstLayer, line),
    pieces,
    bottom: at(bottom, line),
    isTurned: turned.has(line),
  }))
  return { lines, tracks }
}
