import type { Digraph } from './digraph.js'

/**
 * Bits of as many targets are looked at together; what is needed of memory grows with the graph, not with its
 * square.
 */
const targetsAtOnce = 4096
const words = targetsAtOnce / 32

/**
 * Which edges of a graph without loops say only what longer ways say too.
 *
 * A. Aho, M. Garey, J. Ullman, The transitive reduction of a directed graph, SIAM Journal on Computing 1
 * (1972), doi 10.1137/0201008.
 *
 * @param graph every edge leads from a smaller number to a greater one
 * @returns 1 for each edge, in the order of `graph.targets`, that another way replaces
 */
export function impliedEdges({ size, starts, targets }: Digraph): Uint8Array {
  const implied = new Uint8Array(targets.length)
  for (let first = 0; first < size; first += targetsAtOnce) {
    const end = Math.min(size, first + targetsAtOnce)
    // What can be reached from each, among `first` to before `end`.
    const reach = new Int32Array(end * words)
    for (let from = end - 1; from >= 0; from--) {
      const own = from * words
      const edges = [starts[from] as number, starts[from + 1] as number] as const
      for (let edge = edges[0]; edge < edges[1]; edge++) {
        const to = targets[edge] as number
        if (to >= end) continue
        const theirs = to * words
        for (let word = 0; word < words; word++)
          reach[own + word] = (reach[own + word] as number) | (reach[theirs + word] as number)
      }
      // Now it holds what lies behind a neighbour; a neighbour that is among it is reached by a longer way
      // too.
      for (let edge = edges[0]; edge < edges[1]; edge++) {
        const bit = (targets[edge] as number) - first
        if (bit < 0 || bit >= targetsAtOnce) continue
        if (((reach[own + (bit >> 5)] as number) >> (bit & 31)) & 1) implied[edge] = 1
      }
      for (let edge = edges[0]; edge < edges[1]; edge++) {
        const bit = (targets[edge] as number) - first
        if (bit < 0 || bit >= targetsAtOnce) continue
        reach[own + (bit >> 5)] = (reach[own + (bit >> 5)] as number) | (1 << (bit & 31))
      }
    }
  }
  return implied
}

/**
 * One more than the number of edges of the longest way that ends there.
 * @param graph every edge leads from a smaller number to a greater one
 */
export function levelsOf({ size, starts, targets }: Digraph): Int32Array {
  const levels = new Int32Array(size).fill(1)
  for (let from = 0; from < size; from++) {
    const below = (levels[from] as number) + 1
    for (let edge = starts[from] as number; edge < (starts[from + 1] as number); edge++) {
      const to = targets[edge] as number
      if ((levels[to] as number) < below) levels[to] = below
    }
  }
  return levels
}
