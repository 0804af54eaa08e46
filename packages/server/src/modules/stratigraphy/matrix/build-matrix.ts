import { type Finding, findingsOrder, type Lever, type Ranked } from './findings-order.js'
import type { HarrisMatrix, RelationRow, StratigraphicLoop } from './harris-matrix.js'
import { endingWith, minimalLoops } from './loops.js'
import type { PlainMatrix } from './matrix-rows.js'
import { RelationGraph } from './relation-graph.js'
import { orderUnits, type StratigraphicOrder } from './stratigraphic-order.js'
import { placesOf } from './unit-groups.js'

export interface MatrixOptions {
  /** Leave out what other relations imply; loops are named then. */
  readonly reduced: boolean
  /** Find the level of every unit; a reduced matrix has them anyhow. */
  readonly levels: boolean
}

/** Of more loops than these a list names only the first. */
export const maxLoops = 50

/** The matrix as it was asked for. */
export function buildMatrix(
  { table, units, relations }: PlainMatrix,
  { reduced, levels }: MatrixOptions,
): HarrisMatrix {
  const places = placesOf(units)
  const order = orderUnits(places, relations)
  const redundant = new Set(reduced ? order.redundant : [])
  return {
    table,
    units: units.map((unit, place) => ({
      ...unit,
      group: (units[order.groupOf[place] as number] ?? unit).id,
      ...(reduced || levels ? { level: order.levels[place] as number } : {}),
    })),
    relations: reduced ? relations.filter((relation) => !redundant.has(relation)) : relations,
    loops: reduced ? firstLoops(relations, order) : [],
  }
}

function firstLoops(relations: readonly RelationRow[], order: StratigraphicOrder): StratigraphicLoop[] {
  const findings = loopFindings(order, new RelationGraph(relations))
  return rankedLoops(findingsOrder(findings)(findings)).map(({ loop }) => loop)
}

export interface LoopFinding extends Finding {
  readonly loop: StratigraphicLoop
}

export const relationLever = ({ id }: RelationRow): Lever => `relation ${id}`

/** The shortest loop through each relation that has a part in one; any relation that is removed breaks it. */
export const loopFindings = ({ looping }: StratigraphicOrder, graph: RelationGraph): LoopFinding[] =>
  minimalLoops(graph, looping).map((loop) => ({
    loop,
    levers: loop.relations.map(relationLever),
    length: loop.relations.length,
  }))

/** The first of them, each told so that the relation whose removal mends most comes last. */
export const rankedLoops = (
  ranked: readonly Ranked<LoopFinding>[],
): { readonly loop: StratigraphicLoop; readonly alsoVanish: number }[] =>
  ranked.slice(0, maxLoops).map(({ finding: { loop }, alsoVanish, lever }) => {
    const last = loop.relations.find((relation) => relationLever(relation) === lever)
    return { loop: last ? endingWith(loop, last) : loop, alsoVanish }
  })
