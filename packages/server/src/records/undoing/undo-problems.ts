import type { FieldProblem } from '../../errors.js'

/** A value, or a row as a whole, that a later set changed again. */
export interface UndoConflict extends FieldProblem {
  readonly entity: string
  /** The configured table. */
  readonly table: string | null
  readonly id: number
  readonly now: string | number | null
  /** Before the set. */
  readonly was: string | number | null
  /** Who changed it later. */
  readonly by: string | null
  readonly time: string | null
}

/** So many are named; of all others it is said how many there are. */
const maxNamed = 200

/** What speaks against an undo, row by row. What is hidden from the caller is neither named nor counted. */
export class UndoProblems<Problem extends FieldProblem = FieldProblem> {
  readonly named: Problem[] = []
  total = 0
  /** Are there others, of rows that the caller may not see? */
  hasHidden = false

  get isEmpty(): boolean {
    return this.total === 0 && !this.hasHidden
  }

  /** How many more may be named. */
  get room(): number {
    return maxNamed - this.named.length
  }

  /** @param count of all, where only some of them are given */
  add(problems: readonly Problem[], count = problems.length): void {
    this.named.push(...problems.slice(0, this.room))
    this.total += count
  }

  /** Adds what was found apart. */
  addAll(others: UndoProblems<Problem>): void {
    this.add(others.named, others.total)
    this.hasHidden ||= others.hasHidden
  }
}
