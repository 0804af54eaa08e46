import type { Chronology } from './harris-matrix.js'
import type { RelationGraph, Step } from './relation-graph.js'

/** A unit that lies above another, but had ended before the other began. */
export interface DateConflict {
  readonly newer: number
  readonly older: number
  /** The year in which the newer one ended and that in which the older one began. */
  readonly ended: number
  readonly began: number
  /** From the newer unit to the older one. */
  readonly chain: readonly Step[]
}

export interface DatedUnit {
  readonly id: number
  readonly chrono?: Chronology
}

/**
 * Dates said to be probable or uncertain prove nothing; without a word on it a date is meant as it stands.
 */
const isCertain = ({ certainty }: Chronology): boolean => certainty === null || certainty === 1

/**
 * Units whose dates contradict their order, followed along chains of relations. An unknown beginning or end
 * contradicts nothing, and so does a date that is not certain. A pair is left out where a unit between the
 * two shows it already: one that conflicts with the newer unit itself, or that ended no later than it. Units
 * that are in a loop with each other have no order.
 *
 * @param partOf units with the same number are in a loop or in a group with each other
 * @param limit the search ends when so many are found
 */
export function dateConflicts(
  graph: RelationGraph,
  units: readonly DatedUnit[],
  partOf: (unit: number) => number,
  limit: number,
): readonly DateConflict[] {
  const began = new Map<number, number>()
  const ended = new Map<number, number>()
  for (const { id, chrono } of units) {
    if (!chrono || !isCertain(chrono)) continue
    if (chrono.from !== null) began.set(id, chrono.from)
    if (chrono.to !== null) ended.set(id, chrono.to)
  }
  const conflicts: DateConflict[] = []
  if (began.size === 0) return conflicts
  for (const [newer, end] of ended) {
    const reached = new Map<number, Step | undefined>([[newer, undefined]])
    // Beyond these every conflict is shown by them; those that belong together with them have no order with
    // them.
    const last = new Set<number>()
    const open = [newer]
    for (const unit of open) {
      for (const step of graph.below(unit)) {
        const { to } = step
        if (reached.has(to) || (last.has(unit) && partOf(to) !== partOf(unit))) continue
        reached.set(to, step)
        open.push(to)
        if (last.has(unit)) last.add(to)
        if (partOf(to) === partOf(newer)) continue
        const begin = began.get(to)
        if (begin !== undefined && begin > end) {
          if (conflicts.length === limit) return conflicts
          conflicts.push({ newer, older: to, ended: end, began: begin, chain: chainTo(to, reached) })
          last.add(to)
        } else if ((ended.get(to) ?? Number.POSITIVE_INFINITY) <= end) {
          last.add(to)
        }
      }
    }
  }
  return conflicts
}

function chainTo(unit: number, reached: ReadonlyMap<number, Step | undefined>): readonly Step[] {
  const chain: Step[] = []
  for (let step = reached.get(unit); step; step = reached.get(step.from)) chain.push(step)
  return chain.reverse()
}
