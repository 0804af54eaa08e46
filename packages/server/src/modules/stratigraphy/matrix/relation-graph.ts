import { endsOf, type RelationRow } from './harris-matrix.js'

/**
 * One step along a relation: down to an older unit, up to a newer one, or sideways to one that belongs
 * together.
 */
export interface Step {
  readonly relation: RelationRow
  readonly from: number
  readonly to: number
  /** The relation says that both ends belong together. */
  readonly sideways: boolean
}

/** What a search must not use. */
export interface Barred {
  readonly units?: ReadonlySet<number>
  readonly step?: (step: Step) => boolean
}

/**
 * The relations of one table as a graph of its units. A chain leads from newer to older units; a relation
 * that says that two units belong together can be passed in both directions.
 */
export class RelationGraph {
  readonly #down = new Map<number, Step[]>()
  readonly #up = new Map<number, Step[]>()

  constructor(relations: Iterable<RelationRow>) {
    for (const relation of relations) this.add(relation)
  }

  add(relation: RelationRow): void {
    for (const step of stepsOf(relation)) {
      push(this.#down, step.from, step)
      push(this.#up, step.to, step)
    }
  }

  remove(relation: RelationRow): void {
    for (const step of stepsOf(relation)) {
      drop(this.#down, step.from, relation.id)
      drop(this.#up, step.to, relation.id)
    }
  }

  /** The steps that lead on from a unit, to older ones and to those that belong to it. */
  below(unit: number): readonly Step[] {
    return this.#down.get(unit) ?? []
  }

  /**
   * A chain of the fewest relations from a newer unit to an older one; `undefined` when there is none. It is
   * searched from both ends at once, so that its cost is that of the smaller neighbourhood.
   */
  findChain(newer: number, older: number, barred: Barred = {}): readonly Step[] | undefined {
    const fromNewer = new Search(newer, this.#down, (step) => step.to, barred)
    const fromOlder = new Search(older, this.#up, (step) => step.from, barred)
    while (fromNewer.frontier.length > 0 && fromOlder.frontier.length > 0) {
      const [search, other] =
        fromNewer.frontier.length <= fromOlder.frontier.length
          ? [fromNewer, fromOlder]
          : [fromOlder, fromNewer]
      const met = search.widen(other)
      if (met === undefined) continue
      return [
        ...fromNewer.chainTo(met, (step) => step.from).reverse(),
        ...fromOlder.chainTo(met, (step) => step.to),
      ]
    }
    return undefined
  }
}

/** Everything within a growing number of steps of one unit. */
class Search {
  /** How each unit was reached; `undefined` for the one where it began. */
  readonly reached = new Map<number, Step | undefined>()
  frontier: readonly number[]

  constructor(
    start: number,
    private readonly steps: ReadonlyMap<number, readonly Step[]>,
    private readonly ahead: (step: Step) => number,
    private readonly barred: Barred,
  ) {
    this.reached.set(start, undefined)
    this.frontier = [start]
  }

  /**
   * One step further on all sides. @returns a unit that `other` has reached too: the shortest chain leads
   * through it
   */
  widen(other: Search): number | undefined {
    const next: number[] = []
    for (const unit of this.frontier) {
      for (const step of this.steps.get(unit) ?? []) {
        const ahead = this.ahead(step)
        if (this.reached.has(ahead) || this.barred.step?.(step)) continue
        if (other.reached.has(ahead)) {
          this.reached.set(ahead, step)
          return ahead
        }
        if (this.barred.units?.has(ahead)) continue
        this.reached.set(ahead, step)
        next.push(ahead)
      }
    }
    this.frontier = next
    return undefined
  }

  /** The steps from `unit` back to the start of the search. */
  chainTo(unit: number, back: (step: Step) => number): Step[] {
    const steps: Step[] = []
    for (let step = this.reached.get(unit); step; step = this.reached.get(back(step))) steps.push(step)
    return steps
  }
}

function stepsOf(relation: RelationRow): readonly Step[] {
  const ends = endsOf(relation)
  if (ends) return [{ relation, from: ends.newer, to: ends.older, sideways: false }]
  const { first, second } = relation
  return [
    { relation, from: first, to: second, sideways: true },
    { relation, from: second, to: first, sideways: true },
  ]
}

function push(steps: Map<number, Step[]>, unit: number, step: Step): void {
  const known = steps.get(unit)
  if (known) known.push(step)
  else steps.set(unit, [step])
}

function drop(steps: Map<number, Step[]>, unit: number, relationId: number): void {
  const left = (steps.get(unit) ?? []).filter((step) => step.relation.id !== relationId)
  if (left.length > 0) steps.set(unit, left)
  else steps.delete(unit)
}
