import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import type { LoopDetail } from '@trowel/contract/stratigraphy.js'
import type { Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { recordLabel } from '../../../records/rows/record-label.js'
import type { Reader } from '../../../storage/storage.js'
import { digraphOf, strongParts } from '../matrix/digraph.js'
import { endsOf, type RelationRow } from '../matrix/harris-matrix.js'
import { loopClosedBy } from '../matrix/loops.js'
import { RelationGraph, type Step } from '../matrix/relation-graph.js'
import { groupUnits, placesOf } from '../matrix/unit-groups.js'
import { describeLoop } from './loop-words.js'
import { selectLiveRelations, selectNames } from './store.js'

export type NewRelation = Omit<RelationRow, 'id'>

/**
 * What a relation is to those that are stored and those before it: new, stored already, stated before, or the
 * steps from newer to older with which it would close a loop.
 */
export type Finding = 'new' | 'known' | 'repeated' | readonly Step[]

/** So many relations are searched for loops before other requests have their turn. */
const searchesAtOnce = 200

/**
 * Compares relations that are to be added together with all that are stored, and each with those before it.
 * Of relations that only together close a loop it is the last that closes it.
 *
 * @param offered between different records that are there
 */
export async function compareTogether(
  reader: Reader,
  table: Table,
  offered: readonly NewRelation[],
): Promise<readonly Finding[]> {
  const stored = await selectLiveRelations(reader, table)
  const facts = new Map<string, 'known' | 'repeated'>(stored.map((one) => [factOf(one), 'known']))
  const findings = offered.map((relation): Finding => {
    const fact = factOf(relation)
    const before = facts.get(fact)
    if (!before) facts.set(fact, 'repeated')
    return before ?? 'new'
  })
  // They get their ids when they are stored.
  const rows = offered.map((relation, at): RelationRow => ({ id: -1 - at, ...relation }))
  const added = rows.filter((_, at) => findings[at] === 'new')
  const isInLoop = partInLoops([...stored, ...added])
  const graph = new RelationGraph(stored.filter(isInLoop))
  let searches = 0
  for (const [at, row] of rows.entries()) {
    if (findings[at] !== 'new' || !isInLoop(row)) continue
    const chain = loopClosedBy(graph, row)
    if (chain) findings[at] = chain
    else graph.add(row)
    searches += 1
    if (searches % searchesAtOnce === 0) await new Promise(setImmediate)
  }
  return findings
}

/** What a relation says, from whichever end it is written. */
function factOf({ first, second, relation }: NewRelation): string {
  if (first <= second) return `${first} ${second} ${relation}`
  return `${second} ${first} ${stratigraphicRelation(relation)?.inverse ?? relation}`
}

/** Tells of a relation whether it can have a part in a loop: of most it is known at once that it cannot. */
function partInLoops(relations: readonly RelationRow[]): (relation: NewRelation) => boolean {
  const units = [...new Set(relations.flatMap(({ first, second }) => [first, second]))]
  const places = placesOf(units.sort((a, b) => a - b).map((id) => ({ id })))
  const { groupOf } = groupUnits(places, relations)
  const groupAt = (unit: number): number => groupOf[places.get(unit) as number] as number
  const steps = relations.flatMap((relation) => {
    const ends = endsOf(relation)
    return ends ? [groupAt(ends.newer), groupAt(ends.older)] : []
  })
  const { partOf } = strongParts(digraphOf(units.length, steps))
  const looping = new Set<number>()
  for (let k = 0; k < steps.length; k += 2) {
    const part = partOf[steps[k] as number] as number
    if (part === partOf[steps[k + 1] as number]) looping.add(part)
  }
  const partAt = (unit: number): number => partOf[groupAt(unit)] as number
  return ({ first, second }) => partAt(first) === partAt(second) && looping.has(partAt(first))
}

/** A loop as the caller may see it. */
export async function tellLoop(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  chain: readonly Step[],
  closing: NewRelation,
): Promise<{ readonly text: string; readonly detail: LoopDetail }> {
  const units = [...new Set(chain.flatMap(({ from, to }) => [from, to]))]
  const labels = new Map<number, string>()
  for (const { id, label, visible } of await selectNames(reader, scope, table, units)) {
    if (visible === 1) labels.set(id, recordLabel(label, id))
  }
  const { text, detail } = describeLoop(labels, chain, closing)
  const relations = detail.relations.map((one) => ({ ...one, id: (one.id ?? 0) > 0 ? one.id : null }))
  return { text, detail: { ...detail, relations } }
}
