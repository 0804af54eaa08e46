import { type Digraph, digraphOf, strongParts } from './digraph.js'
import { endsOf, type RelationRow } from './harris-matrix.js'
import { impliedEdges, levelsOf } from './transitive-reduction.js'
import { groupUnits, type Places } from './unit-groups.js'

/**
 * What the relations of a table say about the order of its units in time. Units go by their places in the
 * list of ids.
 */
export interface StratigraphicOrder {
  /** The place of the first unit of its group, for each unit. */
  readonly groupOf: Int32Array
  /** Units of one part are each newer than each other: there is a loop. Numbered from newer to older. */
  readonly partOf: Int32Array
  /**
   * 1 for the latest, else one more than the longest chain above; units of one group or of one loop have the
   * same.
   */
  readonly levels: Int32Array
  /** Relations that have a part in some loop; by id. */
  readonly looping: readonly RelationRow[]
  /**
   * Relations newer to older that others imply, so that the order stays the same without all of them; by id.
   */
  readonly redundant: readonly RelationRow[]
  /** Relations that say that two units belong together, which others say already; by id. */
  readonly needless: readonly RelationRow[]
  /** Is it implied by a longer way? If not, an older relation says the same of the same two groups. */
  isImplied(relation: RelationRow): boolean
}

/**
 * Of several relations that say the same of the same two groups the one with the smallest id counts, the
 * others are redundant. What belongs to a loop is not redundant: as long as the loop stands it is unknown
 * what implies what.
 *
 * @param relations by id; both ends of each are in `places`
 */
export function orderUnits(places: Places, relations: readonly RelationRow[]): StratigraphicOrder {
  const { groupOf, needless } = groupUnits(places, relations)
  const groupAt = (unit: number): number => groupOf[places.get(unit) as number] as number
  const directed = relations.flatMap((relation) => {
    const ends = endsOf(relation)
    return ends ? [{ relation, newer: groupAt(ends.newer), older: groupAt(ends.older) }] : []
  })

  const { partOf: partOfGroup, count } = strongParts(
    digraphOf(
      places.size,
      directed.flatMap(({ newer, older }) => [newer, older]),
    ),
  )
  const partAt = (group: number): number => partOfGroup[group] as number
  const partOf = groupOf.map(partAt)
  const between = (from: number, to: number): number => from * count + to

  const edges = new Map<number, readonly [number, number]>()
  for (const { newer, older } of directed) {
    const [from, to] = [partAt(newer), partAt(older)]
    if (from !== to) edges.set(between(from, to), [from, to])
  }
  const parts = digraphOf(count, [...edges.values()].flat())
  const implied = impliedPairs(parts, between)
  const levelOfPart = levelsOf(parts)

  const looping: RelationRow[] = []
  const redundant: RelationRow[] = []
  const stated = new Set<number>()
  const impliedRelations = new Set<RelationRow>()
  for (const { relation, newer, older } of directed) {
    const pair = newer * places.size + older
    if (partAt(newer) === partAt(older)) {
      looping.push(relation)
    } else if (implied.has(between(partAt(newer), partAt(older)))) {
      impliedRelations.add(relation)
      redundant.push(relation)
    } else if (stated.has(pair)) {
      redundant.push(relation)
    }
    stated.add(pair)
  }
  return {
    groupOf,
    partOf,
    levels: partOf.map((part) => levelOfPart[part] as number),
    looping,
    redundant,
    needless,
    isImplied: (relation) => impliedRelations.has(relation),
  }
}

function impliedPairs(graph: Digraph, between: (from: number, to: number) => number): ReadonlySet<number> {
  const pairs = new Set<number>()
  const implied = impliedEdges(graph)
  for (let from = 0; from < graph.size; from++) {
    for (let edge = graph.starts[from] as number; edge < (graph.starts[from + 1] as number); edge++) {
      if (implied[edge]) pairs.add(between(from, graph.targets[edge] as number))
    }
  }
  return pairs
}
