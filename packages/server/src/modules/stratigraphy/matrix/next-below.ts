import type { PlainMatrix } from './matrix-rows.js'
import { RelationGraph, type Step } from './relation-graph.js'

/** What the relations say of the order of some units in time. */
export interface Sequence {
  /** Newer, older, and the units between them, from newer to older. */
  readonly pairs: readonly (readonly [newer: number, older: number, ...between: number[]])[]
  /** What the units between are called, by id. */
  readonly labels: Readonly<Record<string, string>>
}

/**
 * Of each of some units those of them that come next below it: no other of them lies on the way. Units in a
 * loop with each other, of which both orders are stated, have none.
 */
export function nextBelow({ units, relations }: PlainMatrix, chosen: readonly number[]): Sequence {
  const graph = new RelationGraph(relations)
  const wanted = new Set(chosen)
  const pairs = new Map<string, readonly [number, number, ...number[]]>()
  for (const newer of wanted) {
    for (const pair of pairsBelow(graph, newer, wanted)) pairs.set(`${pair[0]} ${pair[1]}`, pair)
  }
  const certain = [...pairs.values()].filter(([newer, older]) => !pairs.has(`${older} ${newer}`))
  const between = new Set(certain.flatMap(([, , ...others]) => others))
  return {
    pairs: certain,
    labels: Object.fromEntries(units.flatMap(({ id, label }) => (between.has(id) ? [[id, label]] : []))),
  }
}

/** A unit that was reached, and whether a step down led there: those that belong together are as old. */
interface Reached {
  readonly unit: number
  readonly isBelow: boolean
  readonly from: Reached | undefined
}

function pairsBelow(
  graph: RelationGraph,
  newer: number,
  wanted: ReadonlySet<number>,
): (readonly [number, number, ...number[]])[] {
  const pairs: (readonly [number, number, ...number[]])[] = []
  const known = { above: new Set([newer]), below: new Set<number>() }
  const open: Reached[] = [{ unit: newer, isBelow: false, from: undefined }]
  for (const reached of open) {
    for (const step of graph.below(reached.unit)) {
      const next = take(reached, step)
      const seen = next.isBelow ? known.below : known.above
      if (seen.has(next.unit)) continue
      seen.add(next.unit)
      if (next.isBelow && next.unit !== newer && wanted.has(next.unit)) {
        pairs.push([newer, next.unit, ...unitsBetween(next)])
      } else {
        open.push(next)
      }
    }
  }
  return pairs
}

const take = (from: Reached, { to, sideways }: Step): Reached => ({
  unit: to,
  isBelow: from.isBelow || !sideways,
  from,
})

function unitsBetween({ from }: Reached): number[] {
  const units: number[] = []
  for (let at = from; at?.from; at = at.from) units.push(at.unit)
  return units.reverse()
}
