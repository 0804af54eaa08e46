import { at, type Layers, type Leaving, type LineEnds, leavingLines } from './layers.js'

/**
 * A matrix made ready to be ordered: each line is cut into pieces that reach from one layer to the next, with
 * a *bend* on every layer that it passes. Nodes are the boxes, by their numbers, and after them the bends.
 */
export interface LayeredGraph {
  readonly boxCount: number
  readonly nodeCount: number
  readonly layerOf: Int32Array
  /** Nodes of each layer from left to right; ordering changes them in place. */
  readonly layers: Int32Array[]
  /** The place of a node in its layer. */
  readonly position: Int32Array
  /**
   * The nodes that a piece joins, and the line that it belongs to; the pieces of a line follow each other
   * from the top down.
   */
  readonly upper: Int32Array
  readonly lower: Int32Array
  readonly lineOf: Int32Array
  /** Pieces that hang from a node, and pieces on which it hangs. */
  readonly down: Leaving
  readonly up: Leaving
}

/** How many bends a drawing of these lines needs. */
export function countBends(lines: readonly LineEnds[], layers: Layers): number {
  let bends = 0
  for (const { newer, older } of lines) bends += Math.abs(at(layers.of, older) - at(layers.of, newer)) - 1
  return bends
}

/**
 * Cuts the lines at the layers that they pass; the nodes of each layer stand as a walk from the newest boxes
 * downwards meets them.
 */
export function buildLayeredGraph(
  boxCount: number,
  lines: readonly LineEnds[],
  layers: Layers,
): LayeredGraph {
  const nodeCount = boxCount + countBends(lines, layers)
  const pieceCount = nodeCount - boxCount + lines.length
  const layerOf = new Int32Array(nodeCount)
  layerOf.set(layers.of)
  const [upper, lower, lineOf] = [
    new Int32Array(pieceCount),
    new Int32Array(pieceCount),
    new Int32Array(pieceCount),
  ]
  let node = boxCount
  let piece = 0
  lines.forEach(({ newer, older }, line) => {
    const [from, to] = layers.turned.has(line) ? [older, newer] : [newer, older]
    let above = from
    for (let layer = at(layers.of, from) + 1; layer <= at(layers.of, to); layer++, piece++) {
      const below = layer === at(layers.of, to) ? to : node++
      layerOf[below] = layer
      upper[piece] = above
      lower[piece] = below
      lineOf[piece] = line
      above = below
    }
  })
  const down = leavingLines(nodeCount, upper)
  const up = leavingLines(nodeCount, lower)
  const graph = { boxCount, nodeCount, layerOf, upper, lower, lineOf, down, up }
  const ordered = firstOrder(graph)
  return { ...graph, layers: ordered, position: positionsIn(ordered, nodeCount) }
}

/**
 * The order in which a walk from the newest boxes downwards meets the nodes: neighbours come to lie together.
 */
function firstOrder(graph: Omit<LayeredGraph, 'layers' | 'position'>): Int32Array[] {
  const { nodeCount, layerOf, upper, lower, down, up } = graph
  const met: number[][] = []
  const seen = new Uint8Array(nodeCount)
  const walk = (from: number) => {
    const way = [from]
    while (way.length > 0) {
      const node = way.pop() as number
      if (at(seen, node) === 1) continue
      seen[node] = 1
      const layer = at(layerOf, node)
      for (let missing = met.length; missing <= layer; missing++) met.push([])
      met[layer]?.push(node)
      for (let k = at(up.start, node + 1) - 1; k >= at(up.start, node); k--) {
        way.push(at(upper, at(up.lines, k)))
      }
      for (let k = at(down.start, node + 1) - 1; k >= at(down.start, node); k--) {
        way.push(at(lower, at(down.lines, k)))
      }
    }
  }
  for (let node = 0; node < nodeCount; node++) {
    if (at(up.start, node) === at(up.start, node + 1)) walk(node)
  }
  return met.map((nodes) => Int32Array.from(nodes))
}

/** The place of each node in its layer. */
export function positionsIn(layers: readonly Int32Array[], nodeCount: number): Int32Array {
  const position = new Int32Array(nodeCount)
  for (const layer of layers) {
    layer.forEach((node, place) => {
      position[node] = place
    })
  }
  return position
}
