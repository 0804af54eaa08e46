import { type LoopFinding, loopFindings, rankedLoops, relationLever } from './build-matrix.js'
import { type DateConflict, dateConflicts } from './date-conflicts.js'
import { type Finding, findingsOrder, type Lever } from './findings-order.js'
import { endsOf, type RelationRow, type StratigraphicLoop } from './harris-matrix.js'
import { type ContradictoryPair, contradictoryPairs } from './loops.js'
import type { PlainMatrix } from './matrix-rows.js'
import { RelationGraph } from './relation-graph.js'
import { orderUnits, type StratigraphicOrder } from './stratigraphic-order.js'
import { countComponents, placesOf } from './unit-groups.js'

/** So many date conflicts are looked for; of these a list names the first. */
const maxConflicts = 10_000
const listedConflicts = 1_000

interface WithRank {
  /** How many other findings vanish when it is mended in the best way. */
  readonly alsoVanish: number
}

/** All that is wrong with a matrix, or needless; each list begins with what is best mended first. */
export interface MatrixCheck {
  readonly units: number
  readonly relations: number
  readonly components: number
  /** In units, of which those of one group count once. */
  readonly chainLength: number
  /** Ids of the units that are the same or bound to each other, where there are two or more; by id. */
  readonly groups: readonly (readonly number[])[]
  readonly loops: readonly ({ readonly loop: StratigraphicLoop } & WithRank)[]
  readonly loopsTotal: number
  readonly contradictoryPairs: readonly (ContradictoryPair & WithRank)[]
  readonly dateConflicts: readonly (DateConflict & WithRank)[]
  readonly dateConflictsTotal: number
  readonly redundant: readonly (RedundantRelation & WithRank)[]
  /** Ids of units without any relation. */
  readonly isolated: readonly number[]
}

export interface RedundantRelation {
  readonly relation: RelationRow
  /** The units over which others say the same, from the newer end to the older. */
  readonly path: readonly number[]
}

export function checkMatrix({ units, relations }: PlainMatrix): MatrixCheck {
  const places = placesOf(units)
  const order = orderUnits(places, relations)
  const graph = new RelationGraph(relations)
  const partOf = (unit: number): number => order.partOf[places.get(unit) as number] as number

  const loops = loopFindings(order, graph)
  const pairs = contradictoryPairs(relations).map(pairFinding)
  const conflicts = dateConflicts(graph, units, partOf, maxConflicts).map(conflictFinding)
  const redundant = [...order.redundant, ...order.needless]
    .sort((a, b) => a.id - b.id)
    .map((relation) => redundantFinding(relation, graph, order, (unit) => places.get(unit) as number))
  const ranked = findingsOrder([...loops, ...pairs, ...conflicts, ...redundant] satisfies Finding[])

  const related = new Set(relations.flatMap(({ first, second }) => [first, second]))
  return {
    units: units.length,
    relations: relations.length,
    components: countComponents(places, relations),
    chainLength: order.levels.reduce((longest, level) => Math.max(longest, level), 0),
    groups: groupsOf(
      units.map(({ id }) => id),
      order,
    ),
    loops: rankedLoops(ranked<LoopFinding>(loops)),
    loopsTotal: loops.length,
    contradictoryPairs: ranked(pairs).map(({ finding, alsoVanish }) => ({ ...finding.pair, alsoVanish })),
    dateConflicts: ranked(conflicts)
      .slice(0, listedConflicts)
      .map(({ finding, alsoVanish }) => ({ ...finding.conflict, alsoVanish })),
    dateConflictsTotal: conflicts.length,
    redundant: ranked(redundant).map(({ finding, alsoVanish }) => ({ ...finding.redundant, alsoVanish })),
    isolated: units.filter(({ id }) => !related.has(id)).map(({ id }) => id),
  }
}

const pairFinding = (pair: ContradictoryPair) => ({
  pair,
  levers: pair.relations.map(relationLever),
  length: pair.relations.length,
})

/** The dates of one of both units can be wrong, or any relation on the way. */
const conflictFinding = (conflict: DateConflict) => ({
  conflict,
  levers: [
    `dates of ${conflict.newer}`,
    `dates of ${conflict.older}`,
    ...conflict.chain.map(({ relation }) => relationLever(relation)),
  ] satisfies Lever[],
  length: conflict.chain.length,
})

function redundantFinding(
  relation: RelationRow,
  graph: RelationGraph,
  order: StratigraphicOrder,
  placeOf: (unit: number) => number,
) {
  return {
    redundant: { relation, path: redundantPath(relation, graph, order, placeOf) },
    levers: [relationLever(relation)],
    length: 1,
  }
}

/**
 * A shortest way round the relation, and round those that say the same, unless an older one of these is all
 * there is.
 */
function redundantPath(
  relation: RelationRow,
  graph: RelationGraph,
  order: StratigraphicOrder,
  placeOf: (unit: number) => number,
): readonly number[] {
  const ends = endsOf(relation)
  const [from, to] = ends ? [ends.newer, ends.older] : [relation.first, relation.second]
  const groupAt = (unit: number) => order.groupOf[placeOf(unit)]
  const [fromGroup, toGroup] = [groupAt(from), groupAt(to)]
  const chain = graph.findChain(from, to, {
    step: (step) => {
      if (!ends) return !step.sideways || step.relation.id >= relation.id
      if (step.sideways || groupAt(step.from) !== fromGroup || groupAt(step.to) !== toGroup) return false
      return order.isImplied(relation) || step.relation.id >= relation.id
    },
  })
  return chain ? [from, ...chain.map((step) => step.to)] : []
}

function groupsOf(ids: readonly number[], { groupOf }: StratigraphicOrder): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>()
  ids.forEach((id, place) => {
    const first = groupOf[place] as number
    const members = groups.get(first)
    if (members) members.push(id)
    else groups.set(first, [id])
  })
  return [...groups.values()].filter((members) => members.length > 1)
}
