import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Message } from '../../../message.js'
import { maxErrors, type RowProblem, RowsRefused } from './row-problems.js'
import type { RunOptions } from './run-options.js'

/** What is wrong with a relation, or with several that one cell states. */
interface RelationProblem {
  readonly row: number
  readonly line: number | null
  readonly column: string
  readonly code: ProblemCode
  readonly said: Message
  readonly detail?: unknown
  readonly relations?: number
}

/** What is wrong with the relations of a file. Those of one code come in the order of the file. */
export class RelationProblems {
  /** How many relations are not valid. */
  count = 0
  readonly #rows = new Set<number>()
  /** The first hundred of each code: among them are the first hundred of all. */
  readonly #kept = new Map<string, RowProblem[]>()

  add({ row, line, column, code, said, detail, relations = 1 }: RelationProblem): void {
    this.addUntold({ row, relations })
    const about = detail === undefined ? {} : { detail }
    this.addOfRow({ field: column, label: column, rule: code, code, ...said, ...about, row, line })
  }

  /** Relations whose problem was told with an earlier one. */
  addUntold({ row, relations = 1 }: Pick<RelationProblem, 'row' | 'relations'>): void {
    this.count += relations
    this.#rows.add(row)
  }

  /** What is wrong with a row whose relations are counted otherwise. */
  addOfRow(problem: RowProblem): void {
    this.#rows.add(problem.row)
    const kept = this.#kept.get(problem.code) ?? []
    if (kept.length === 0) this.#kept.set(problem.code, kept)
    if (kept.length < maxErrors) kept.push(problem)
  }

  /** The first hundred, in the order of the file. */
  get first(): readonly RowProblem[] {
    return [...this.#kept.values()]
      .flat()
      .sort((a, b) => a.row - b.row)
      .slice(0, maxErrors)
  }

  /** @throws RowsRefused when anything was refused and nothing may be */
  refuseIfAny({ leavesOut, dryRun }: Pick<RunOptions, 'leavesOut' | 'dryRun'>): void {
    if (this.#rows.size > 0 && !leavesOut && !dryRun) throw new RowsRefused(this.first, this.#rows.size)
  }
}
