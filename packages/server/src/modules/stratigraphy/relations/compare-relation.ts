import type { RelationWarning } from '@trowel/contract/stratigraphy.js'
import type { Table } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { recordLabel } from '../../../records/rows/record-label.js'
import type { Transaction } from '../../../storage/storage.js'
import type { RelationRow } from '../matrix/harris-matrix.js'
import { impliedBy, loopClosedBy } from '../matrix/loops.js'
import type { Step } from '../matrix/relation-graph.js'
import { searchRelations } from './graph-cache.js'
import { describeLoop, type Labels } from './loop-words.js'
import { selectNames } from './store.js'

type NewRelation = Omit<RelationRow, 'id'>

/** What is stored already, as far as it concerns a relation. */
interface Comparison {
  /** What is stored and contradicts the relation. */
  readonly loop: readonly Step[] | undefined
  /** What is stored and says it already. */
  readonly chain: readonly Step[] | undefined
  readonly labels: Labels
  /** The newest relation that the transaction saw. */
  readonly newest: number
}

/**
 * Looks for relations that contradict a new one, or say it already. Units whose record is gone are as good as
 * absent.
 * @param relation not stored yet
 */
export async function compareRelation(
  tx: Transaction,
  scope: RequestScope,
  table: Table,
  relation: NewRelation,
): Promise<Comparison> {
  const missing = new Set<number>()
  for (;;) {
    const { found, newest } = await searchRelations(
      tx,
      scope,
      table,
      (graph) => {
        const loop = loopClosedBy(graph, relation, missing)
        return { loop, chain: loop ? undefined : impliedBy(graph, relation, missing) }
      },
      ({ loop, chain }) => loop ?? chain,
    )
    const units = unitsOf(found.loop ?? found.chain ?? [])
    const names = await selectNames(tx, scope, table, units)
    const labels = new Map<number, string>()
    for (const { id, label, visible } of names) if (visible === 1) labels.set(id, recordLabel(label, id))
    if (names.length === units.length) return { ...found, labels, newest }
    const existing = new Set(names.map(({ id }) => id))
    for (const unit of units) if (!existing.has(unit)) missing.add(unit)
  }
}

/**
 * What the caller learns about a relation that may be stored.
 * @throws `stratigraphic_loop` unless it is forced
 */
export function warningOf(
  { loop, chain, labels }: Comparison,
  relation: NewRelation,
  force: boolean,
): RelationWarning | undefined {
  if (loop) {
    const { text, detail } = describeLoop(labels, loop, relation)
    if (!force)
      throw new AppError('stratigraphic_loop', { ...message('closes_loop', { loop: text }), detail })
    return { code: 'stratigraphic_loop', text, detail }
  }
  const path = chain && unitsOf(chain)
  // Only a contradiction is worth a word about units that the caller cannot see.
  if (!path?.every((unit) => labels.has(unit))) return undefined
  return { code: 'redundant_relation', detail: { path } }
}

const unitsOf = (chain: readonly Step[]): number[] =>
  chain.flatMap(({ from, to }, k) => (k === 0 ? [from, to] : [to]))
