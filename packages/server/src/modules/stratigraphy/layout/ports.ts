import type { LayeredGraph } from './graph.js'
import { at } from './layers.js'

/**
 * From left to right, where each piece of a line leaves what is above it and where it reaches what is below.
 */
export interface Ports {
  readonly top: Int32Array
  readonly bottom: Int32Array
}

/** Half the width that a box needs so that each of its lines has a place of its own. */
export const halfWidthFor = (lineCount: number): number => Math.ceil((lineCount + 1) / 2)

/**
 * Gives every line its place on the edges of its boxes, in the order of what it leads to. A line that can run
 * straight down takes the place where it does; the others stay near the middle.
 *
 * @param x the middle of each node
 * @param half half the width of each box
 */
export function placePorts(graph: LayeredGraph, x: Int32Array, half: ArrayLike<number>): Ports {
  const { boxCount, upper, lower, down, up, position } = graph
  const top = Int32Array.from(upper, (node) => at(x, node))
  const bottom = Int32Array.from(lower, (node) => at(x, node))
  for (const side of ['down', 'up', 'down', 'up'] as const) {
    const [leaving, ends, own, others] =
      side === 'down' ? [down, lower, top, bottom] : [up, upper, bottom, top]
    for (let box = 0; box < boxCount; box++) {
      const pieces = [...leaving.lines.subarray(at(leaving.start, box), at(leaving.start, box + 1))]
      if (pieces.length === 0) continue
      pieces.sort((a, b) => at(position, at(ends, a)) - at(position, at(ends, b)) || a - b)
      const [low, high] = rangeOf(box)
      const preferences = pieces.map((piece) => {
        const [from, to] = rangeOf(at(ends, piece))
        const [left, right] = [Math.max(low, from), Math.min(high, to)]
        return left > right
          ? { place: at(x, box), weight: 1 }
          : { place: Math.min(right, Math.max(left, at(others, piece))), weight: 100 }
      })
      spread(preferences, low, high).forEach((place, index) => {
        own[pieces[index] as number] = place
      })
    }
  }
  return { top, bottom }

  function rangeOf(node: number): [number, number] {
    const reach = node < boxCount ? at(half, node) - 1 : 0
    return [at(x, node) - reach, at(x, node) + reach]
  }
}

interface Preference {
  readonly place: number
  readonly weight: number
}

/**
 * Places from left to right that keep apart and lie as near to the wishes as they can (pooling of neighbours
 * that would cross).
 */
function spread(preferences: readonly Preference[], low: number, high: number): number[] {
  const count = preferences.length
  const apart = count === 1 ? 1 : Math.min(2, Math.max(1, Math.floor((high - low) / (count - 1))))
  const pools: { sum: number; weight: number; count: number }[] = []
  preferences.forEach(({ place, weight }, index) => {
    let pool = { sum: (place - apart * index) * weight, weight, count: 1 }
    for (
      let last = pools.at(-1);
      last && last.sum * pool.weight >= pool.sum * last.weight;
      last = pools.at(-1)
    ) {
      pool = { sum: last.sum + pool.sum, weight: last.weight + pool.weight, count: last.count + pool.count }
      pools.pop()
    }
    pools.push(pool)
  })
  const places: number[] = []
  for (const pool of pools) {
    const start = Math.min(high - apart * (count - 1), Math.max(low, Math.round(pool.sum / pool.weight)))
    for (let k = 0; k < pool.count; k++) places.push(start + apart * places.length)
  }
  return places
}
