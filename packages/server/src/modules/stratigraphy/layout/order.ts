import { type LayeredGraph, positionsIn } from './graph.js'
import { at, type Leaving } from './layers.js'

/** How much is done to untangle a matrix: node visits, so that the same matrix always comes out the same. */
const work = 3_000_000
const maxSweeps = 40
/** Sweeps without a better order after which none is hoped for. */
const patience = 12
/**
 * Swapping neighbours looks at every pair of lines of two nodes: not worth its time where very many hang from
 * one.
 */
const fewLines = 60

/**
 * Orders the nodes of every layer so that few lines cross: sweeps down and up that put each node at the
 * median of those it hangs from, and swaps of neighbours (E. R. Gansner and others, "A technique for drawing
 * directed graphs", IEEE Transactions on Software Engineering 19, 1993, section 3). The best order met is
 * kept.
 */
export function untangle(graph: LayeredGraph): void {
  const { layers, position, nodeCount, upper } = graph
  const sweeps = Math.min(maxSweeps, Math.max(2, Math.floor(work / (nodeCount + upper.length + 1))))
  let best = layers.map((layer) => layer.slice())
  let fewest = countCrossings(graph)
  for (let sweep = 0, since = 0; sweep < sweeps && fewest > 0 && since < patience; sweep++, since++) {
    const downwards = sweep % 2 === 0
    const fromRight = sweep % 4 >= 2
    const order = layers.map((_, layer) => (downwards ? layer : layers.length - 1 - layer))
    for (const layer of order.slice(1)) sortByMedian(graph, layer, downwards, fromRight)
    swapNeighbours(graph)
    const crossings = countCrossings(graph)
    if (crossings < fewest) {
      fewest = crossings
      since = 0
      best = layers.map((layer) => layer.slice())
    }
  }
  best.forEach((layer, index) => {
    layers[index]?.set(layer)
  })
  position.set(positionsIn(layers, nodeCount))
}

function sortByMedian(graph: LayeredGraph, layer: number, downwards: boolean, fromRight: boolean): void {
  const nodes = graph.layers[layer] as Int32Array
  const { position } = graph
  const places = new Float64Array(nodes.length)
  const movable: number[] = []
  nodes.forEach((node, place) => {
    const neighbours = neighbourPlaces(graph, node, downwards)
    places[place] = neighbours.length === 0 ? -1 : median(neighbours)
    if (neighbours.length > 0) movable.push(place)
  })
  // Of nodes with the same median the sweeps try one order and then the other.
  const tie = fromRight ? -1 : 1
  const sorted = movable.toSorted((a, b) => at(places, a) - at(places, b) || tie * (a - b))
  const before = nodes.slice()
  movable.forEach((place, index) => {
    const node = at(before, sorted[index] as number)
    nodes[place] = node
    position[node] = place
  })
}

/** The places of the nodes above (or below) a node in their layer, ascending. */
function neighbourPlaces(graph: LayeredGraph, node: number, above: boolean): number[] {
  const { up, down, upper, lower, position } = graph
  const [leaving, ends]: [Leaving, Int32Array] = above ? [up, upper] : [down, lower]
  const places: number[] = []
  for (let k = at(leaving.start, node); k < at(leaving.start, node + 1); k++) {
    places.push(at(position, at(ends, at(leaving.lines, k))))
  }
  return places.length > 1 ? places.sort((a, b) => a - b) : places
}

/** Of an even number the middle is weighted towards the side where the places lie closer together. */
function median(places: readonly number[]): number {
  const middle = places.length >> 1
  if (places.length % 2 === 1) return at(places, middle)
  if (places.length === 2) return (at(places, 0) + at(places, 1)) / 2
  const left = at(places, middle - 1) - at(places, 0)
  const right = at(places, places.length - 1) - at(places, middle)
  if (left + right === 0) return (at(places, middle - 1) + at(places, middle)) / 2
  return (at(places, middle - 1) * right + at(places, middle) * left) / (left + right)
}

function swapNeighbours(graph: LayeredGraph): void {
  const { layers, position } = graph
  for (let round = 0, better = true; better && round < 4; round++) {
    better = false
    for (const nodes of layers) {
      for (let place = 0; place + 1 < nodes.length; place++) {
        const [left, right] = [at(nodes, place), at(nodes, place + 1)]
        if (gainOfSwap(graph, left, right) <= 0) continue
        nodes[place] = right
        nodes[place + 1] = left
        position[right] = place
        position[left] = place + 1
        better = true
      }
    }
  }
}

/** How many crossings vanish when two neighbours change places. */
function gainOfSwap(graph: LayeredGraph, left: number, right: number): number {
  const above = gainOnSide(graph.up, graph.upper, graph.position, left, right)
  return above + gainOnSide(graph.down, graph.lower, graph.position, left, right)
}

function gainOnSide(
  { start, lines }: Leaving,
  ends: Int32Array,
  position: Int32Array,
  left: number,
  right: number,
): number {
  const [leftEnd, rightEnd] = [at(start, left + 1), at(start, right + 1)]
  if (leftEnd - at(start, left) > fewLines || rightEnd - at(start, right) > fewLines) return 0
  let gain = 0
  for (let one = at(start, left); one < leftEnd; one++) {
    const place = at(position, at(ends, at(lines, one)))
    for (let other = at(start, right); other < rightEnd; other++) {
      gain += Math.sign(place - at(position, at(ends, at(lines, other))))
    }
  }
  return gain
}

/** How often pieces of lines cross each other in the whole drawing. */
export function countCrossings(graph: LayeredGraph): number {
  let crossings = 0
  for (let layer = 0; layer + 1 < graph.layers.length; layer++) crossings += crossingsBelow(graph, layer)
  return crossings
}

/**
 * Pairs of pieces in the wrong order, counted with a tree of sums (W. Barth and others, "Simple and efficient
 * bilayer cross counting", 2004).
 */
function crossingsBelow(graph: LayeredGraph, layer: number): number {
  const below = (graph.layers[layer + 1] as Int32Array).length
  let first = 1
  while (first < below) first *= 2
  const tree = new Int32Array(2 * first)
  let crossings = 0
  for (const node of graph.layers[layer] as Int32Array) {
    for (const place of neighbourPlaces(graph, node, false)) {
      for (let index = place + first; index > 1; index >>= 1) {
        if (index % 2 === 0) crossings += at(tree, index + 1)
        tree[index] = at(tree, index) + 1
      }
    }
  }
  return crossings
}
