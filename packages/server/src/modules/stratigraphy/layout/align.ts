import type { LayeredGraph } from './graph.js'
import { at, type Leaving, leavingLines } from './layers.js'

/** How far two neighbours of a layer must lie apart, from middle to middle, in units of the drawing. */
export type Distance = (left: number, right: number) => number

/**
 * A place from left to right for every node, so that long lines are straight and boxes stand over each other
 * where they can: four alignments, each pulled to another corner, and the mean of the middle two (U. Brandes
 * and B. Köpf, "Fast and simple horizontal coordinate assignment", Graph Drawing 2001). Whole numbers; the
 * order of the layers and the distances hold.
 */
export function placeNodes(graph: LayeredGraph, distance: Distance): Int32Array {
  const conflicts = piecesToBend(graph)
  const alignments: Int32Array[] = []
  for (const fromAbove of [true, false]) {
    for (const fromLeft of [true, false]) {
      alignments.push(compact(graph, blocksOf(graph, conflicts, fromAbove, fromLeft), distance, fromLeft))
    }
  }
  return middleOf(alignments, graph.nodeCount)
}

/**
 * Pieces of a line between two of its bends stay straight; a piece of a box that crosses one of them has to
 * give way.
 */
function piecesToBend({ layers, boxCount, position, up, upper }: LayeredGraph): Uint8Array {
  const bent = new Uint8Array(upper.length)
  layers.forEach((nodes, layer) => {
    if (layer === 0) return
    let left = 0
    let scanned = 0
    nodes.forEach((node, place) => {
      const straight = straightPieceAbove(node)
      if (straight === undefined && place < nodes.length - 1) return
      const right = straight === undefined ? Number.MAX_SAFE_INTEGER : at(position, at(upper, straight))
      for (; scanned <= place; scanned++) {
        const below = at(nodes, scanned)
        for (let k = at(up.start, below); k < at(up.start, below + 1); k++) {
          const piece = at(up.lines, k)
          const over = at(position, at(upper, piece))
          const isStraight = at(upper, piece) >= boxCount && below >= boxCount
          if (!isStraight && (over < left || over > right)) bent[piece] = 1
        }
      }
      left = right
    })
  })
  return bent

  function straightPieceAbove(node: number): number | undefined {
    if (node < boxCount) return undefined
    const piece = at(up.lines, at(up.start, node))
    return at(upper, piece) >= boxCount ? piece : undefined
  }
}

/**
 * The block that each node stands in, named by its first node: nodes of one block lie exactly over each
 * other.
 */
function blocksOf(
  graph: LayeredGraph,
  conflicts: Uint8Array,
  fromAbove: boolean,
  fromLeft: boolean,
): Int32Array {
  const { layers, position, nodeCount, up, down, upper, lower } = graph
  const [leaving, ends]: [Leaving, Int32Array] = fromAbove ? [up, upper] : [down, lower]
  const block = Int32Array.from({ length: nodeCount }, (_, node) => node)
  const sign = fromLeft ? 1 : -1
  for (let step = 1; step < layers.length; step++) {
    const nodes = layers[fromAbove ? step : layers.length - 1 - step] as Int32Array
    let frontier = Number.NEGATIVE_INFINITY
    for (let index = 0; index < nodes.length; index++) {
      const node = at(nodes, fromLeft ? index : nodes.length - 1 - index)
      const pieces = leaving.lines.slice(at(leaving.start, node), at(leaving.start, node + 1))
      if (pieces.length === 0) continue
      if (pieces.length > 1)
        pieces.sort((a, b) => sign * (at(position, at(ends, a)) - at(position, at(ends, b))))
      for (const middle of new Set([(pieces.length - 1) >> 1, pieces.length >> 1])) {
        const piece = at(pieces, middle)
        const neighbour = at(ends, piece)
        const place = sign * at(position, neighbour)
        if (at(conflicts, piece) === 1 || place <= frontier) continue
        block[node] = at(block, neighbour)
        frontier = place
        break
      }
    }
  }
  return block
}

/**
 * Pushes the blocks together: first as far to one side as they go, then each back towards what stands beside
 * it.
 */
function compact(graph: LayeredGraph, block: Int32Array, distance: Distance, fromLeft: boolean): Int32Array {
  const { layers, nodeCount } = graph
  const pairs = nodeCount - layers.length
  const [before, after, apart] = [new Int32Array(pairs), new Int32Array(pairs), new Int32Array(pairs)]
  let pair = 0
  for (const nodes of layers) {
    for (let place = 0; place + 1 < nodes.length; place++, pair++) {
      const [left, right] = [at(nodes, place), at(nodes, place + 1)]
      before[pair] = at(block, fromLeft ? left : right)
      after[pair] = at(block, fromLeft ? right : left)
      apart[pair] = distance(left, right)
    }
  }
  const onwards = leavingLines(nodeCount, before)
  const order = inOrder(nodeCount, block, after, onwards)
  const x = new Int32Array(nodeCount)
  for (const one of order) {
    for (let k = at(onwards.start, one); k < at(onwards.start, one + 1); k++) {
      const next = at(onwards.lines, k)
      x[at(after, next)] = Math.max(at(x, at(after, next)), at(x, one) + at(apart, next))
    }
  }
  for (const one of order.reverse()) {
    let room = Number.MAX_SAFE_INTEGER
    for (let k = at(onwards.start, one); k < at(onwards.start, one + 1); k++) {
      const next = at(onwards.lines, k)
      room = Math.min(room, at(x, at(after, next)) - at(apart, next))
    }
    if (room !== Number.MAX_SAFE_INTEGER) x[one] = Math.max(at(x, one), room)
  }
  const sign = fromLeft ? 1 : -1
  return Int32Array.from(block, (one) => sign * at(x, one))
}

/** Blocks, each after all that stand on its left. */
function inOrder(nodeCount: number, block: Int32Array, after: Int32Array, onwards: Leaving): number[] {
  const waitsFor = new Int32Array(nodeCount)
  for (const one of after) waitsFor[one] = at(waitsFor, one) + 1
  const order: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    if (at(block, node) === node && at(waitsFor, node) === 0) order.push(node)
  }
  for (let next = 0; next < order.length; next++) {
    const one = order[next] as number
    for (let k = at(onwards.start, one); k < at(onwards.start, one + 1); k++) {
      const beside = at(after, at(onwards.lines, k))
      waitsFor[beside] = at(waitsFor, beside) - 1
      if (at(waitsFor, beside) === 0) order.push(beside)
    }
  }
  return order
}

/**
 * The alignments are laid over the narrowest of them, those that lean left by their left edge; each node gets
 * the mean of its middle two places.
 */
function middleOf(alignments: readonly Int32Array[], nodeCount: number): Int32Array {
  const edges = alignments.map((x) => {
    let [low, high] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    for (const place of x) [low, high] = [Math.min(low, place), Math.max(high, place)]
    return { low, high }
  })
  const narrowest = edges.reduce((one, other) => (other.high - other.low < one.high - one.low ? other : one))
  const shifts = edges.map(({ low, high }, index) =>
    index % 2 === 0 ? narrowest.low - low : narrowest.high - high,
  )
  const places = new Int32Array(nodeCount)
  const four = [0, 0, 0, 0]
  for (let node = 0; node < nodeCount; node++) {
    alignments.forEach((x, index) => {
      four[index] = at(x, node) + at(shifts, index)
    })
    four.sort((a, b) => a - b)
    places[node] = Math.floor((at(four, 1) + at(four, 2)) / 2)
  }
  return places
}
