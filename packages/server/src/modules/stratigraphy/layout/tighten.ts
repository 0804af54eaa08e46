import { JoinedSets } from '../matrix/unit-groups.js'
import type { Distance } from './align.js'
import type { LayeredGraph } from './graph.js'
import { at, leavingLines } from './layers.js'

const work = 6_000_000
const maxRounds = 60

/**
 * Draws together what an alignment left far apart: each column of nodes that stand exactly over each other
 * moves as one to the middle of what its lines lead to, as far as its neighbours let it. No straight line is
 * bent, and no line gets longer on the whole.
 *
 * @param x the middle of each node; changed in place
 */
export function tighten(graph: LayeredGraph, x: Int32Array, distance: Distance): void {
  const rounds = Math.min(maxRounds, Math.floor(work / (graph.nodeCount + graph.upper.length)))
  let isMoving = true
  for (let round = 0; round < rounds && isMoving; round++) {
    isMoving = false
    const columns = columnsOf(graph, x)
    const sign = round % 2 === 0 ? 1 : -1
    columns.sort((a, b) => sign * (at(x, a[0] as number) - at(x, b[0] as number)))
    const columnAt = new Int32Array(graph.nodeCount)
    columns.forEach((column, index) => {
      for (const node of column) columnAt[node] = index
    })
    columns.forEach((column, index) => {
      const shift = bestShift(graph, x, column, (node) => at(columnAt, node) === index, distance)
      if (shift === 0) return
      for (const node of column) x[node] = at(x, node) + shift
      isMoving = true
    })
  }
}

function columnsOf({ nodeCount, upper, lower }: LayeredGraph, x: Int32Array): number[][] {
  const sets = new JoinedSets(nodeCount)
  for (let piece = 0; piece < upper.length; piece++) {
    const [above, below] = [at(upper, piece), at(lower, piece)]
    if (at(x, above) === at(x, below)) sets.join(above, below)
  }
  const roots = Int32Array.from({ length: nodeCount }, (_, node) => sets.smallestOf(node))
  const members = leavingLines(nodeCount, roots)
  const columns: number[][] = []
  for (let node = 0; node < nodeCount; node++) {
    if (at(members.start, node) < at(members.start, node + 1)) {
      columns.push([...members.lines.subarray(at(members.start, node), at(members.start, node + 1))])
    }
  }
  return columns
}

/** How far a column moves to the right (or, negative, to the left) to shorten its lines most. */
function bestShift(
  { layers, layerOf, position, up, down, upper, lower }: LayeredGraph,
  x: Int32Array,
  column: readonly number[],
  isOwn: (node: number) => boolean,
  distance: Distance,
): number {
  let [min, max] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const pulls: number[] = []
  for (const node of column) {
    const nodes = layers[at(layerOf, node)] as Int32Array
    const place = at(position, node)
    if (place > 0) {
      const left = at(nodes, place - 1)
      min = Math.max(min, at(x, left) + distance(left, node) - at(x, node))
    }
    if (place + 1 < nodes.length) {
      const right = at(nodes, place + 1)
      max = Math.min(max, at(x, right) - distance(node, right) - at(x, node))
    }
    for (const [leaving, ends] of [[up, upper] as const, [down, lower] as const]) {
      for (let k = at(leaving.start, node); k < at(leaving.start, node + 1); k++) {
        const other = at(ends, at(leaving.lines, k))
        if (!isOwn(other)) pulls.push(at(x, other) - at(x, node))
      }
    }
  }
  if (pulls.length === 0) return 0
  pulls.sort((a, b) => a - b)
  const [low, high] = [at(pulls, (pulls.length - 1) >> 1), at(pulls, pulls.length >> 1)]
  const wanted = low > 0 ? low : high < 0 ? high : 0
  return Math.max(min, Math.min(max, wanted))
}
