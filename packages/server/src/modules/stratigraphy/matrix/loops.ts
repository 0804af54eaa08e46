import type { RelationRow, StratigraphicLoop } from './harris-matrix.js'
import { endsOf } from './harris-matrix.js'
import type { RelationGraph, Step } from './relation-graph.js'

/**
 * The loop that a relation would close, with the fewest relations: it begins with the newest unit of what is
 * stated already, and the relation itself comes last. `undefined` when it contradicts nothing.
 *
 * A relation that says that two units belong together closes a loop when one of them is newer than the other.
 *
 * @param relation not in the graph yet
 */
export function loopClosedBy(
  graph: RelationGraph,
  relation: Omit<RelationRow, 'id'>,
  missing?: ReadonlySet<number>,
): readonly Step[] | undefined {
  const barred = missing ? { units: missing } : {}
  const ends = endsOf(relation)
  if (ends) return graph.findChain(ends.older, ends.newer, barred)
  const { first, second } = relation
  if (impliedBy(graph, relation, missing)) return undefined
  const down = graph.findChain(first, second, barred)
  const up = graph.findChain(second, first, barred)
  return up && (!down || up.length < down.length) ? up : down
}

/**
 * The chain of the fewest relations that says already what a relation would say; `undefined` when it is new.
 *
 * @param relation not in the graph yet
 */
export function impliedBy(
  graph: RelationGraph,
  relation: Omit<RelationRow, 'id'>,
  missing?: ReadonlySet<number>,
): readonly Step[] | undefined {
  const barred = missing ? { units: missing } : {}
  const ends = endsOf(relation)
  if (ends) return graph.findChain(ends.newer, ends.older, barred)
  return graph.findChain(relation.first, relation.second, { ...barred, step: (step) => !step.sideways })
}

/**
 * Where more relations than these have a part in loops, the loops through the first of them are enough to
 * begin with.
 */
const maxSearches = 3_000

/**
 * Through each of the relations that have a part in a loop, the loop with the fewest relations; each loop
 * once.
 *
 * @param looping relations newer to older whose ends can be reached from each other both ways
 */
export function minimalLoops(
  graph: RelationGraph,
  looping: readonly RelationRow[],
): readonly StratigraphicLoop[] {
  const loops = new Map<string, StratigraphicLoop>()
  for (const relation of looping.slice(0, maxSearches)) {
    const ends = endsOf(relation)
    const chain = ends && graph.findChain(ends.older, ends.newer)
    if (!chain) continue
    const loop = {
      units: [...chain.map((step) => step.from), ends.newer],
      relations: [...chain.map((step) => step.relation), relation],
    }
    const key = idsOf(loop).sort((a, b) => a - b)
    if (!loops.has(key.join())) loops.set(key.join(), loop)
  }
  return [...loops.values()]
}

const idsOf = ({ relations }: StratigraphicLoop): number[] => relations.map(({ id }) => id)

/** The same loop, told so that the relation comes last. */
export function endingWith(loop: StratigraphicLoop, relation: RelationRow): StratigraphicLoop {
  const start = loop.relations.indexOf(relation) + 1
  const turned = <T>(list: readonly T[]): T[] => [...list.slice(start), ...list.slice(0, start)]
  return { units: turned(loop.units), relations: turned(loop.relations) }
}

export interface ContradictoryPair {
  readonly first: number
  readonly second: number
  /** By id. */
  readonly relations: readonly RelationRow[]
}

/**
 * Units of which it is said directly that one is newer and the other is newer, or that one is newer and both
 * belong together.
 */
export function contradictoryPairs(relations: readonly RelationRow[]): readonly ContradictoryPair[] {
  const pairs = new Map<string, { first: number; second: number; relations: RelationRow[] }>()
  for (const relation of relations) {
    const first = Math.min(relation.first, relation.second)
    const second = Math.max(relation.first, relation.second)
    const key = `${first} ${second}`
    const known = pairs.get(key)
    if (known) known.relations.push(relation)
    else pairs.set(key, { first, second, relations: [relation] })
  }
  return [...pairs.values()].filter(
    (pair) => new Set(pair.relations.map((relation) => endsOf(relation)?.newer)).size > 1,
  )
}
