import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Field, Table } from '../../../catalogue/catalogue.js'
import { report } from '../../../catalogue/field-rules.js'
import type { ValueProblem } from '../../../catalogue/value-rules.js'
import type { FieldProblem } from '../../../errors.js'
import { inEnglish, type Message, type Saying } from '../../../message.js'
import type { RunOptions } from './run-options.js'

export const maxErrors = 100
/** A file with more invalid rows has the wrong mapping; as many come back with their reasons. */
export const maxRefused = 50_000

/** What is wrong with a row of a file, and where it stands. */
export interface RowProblem extends FieldProblem {
  /** 1 for the first. */
  readonly row: number
  readonly line: number | null
}

/** Rows that were refused; nothing of the file is stored. */
export class RowsRefused extends Error {
  constructor(
    readonly problems: readonly RowProblem[],
    /** Invalid rows that were seen until the run ended. */
    readonly rows: number,
  ) {
    super('rows refused')
  }
}

/** A row or a feature by its place in the file. */
interface Place {
  readonly row: number
  readonly line?: number | null
}

/** What is wrong with the rows of a file, as far as a person wants to hear it. */
export class RowProblems {
  /** The first hundred. */
  readonly first: RowProblem[] = []
  /**
   * Why rows were refused, in words, by the number of the row; kept only when the run goes on without them.
   */
  readonly reasons = new Map<number, string>()
  /** How many problems there are. */
  count = 0
  /** How many rows have any. */
  rows = 0
  private lastRow = 0

  constructor(
    private readonly table: Table,
    private readonly options: Pick<RunOptions, 'leavesOut' | 'dryRun'>,
    private readonly say: Saying = inEnglish,
  ) {}

  add({ row, line = null }: Place, problems: readonly FieldProblem[]): void {
    if (problems.length === 0) return
    if (this.lastRow !== row && !this.reasons.has(row)) this.rows += 1
    this.lastRow = row
    this.count += problems.length
    for (const problem of problems.slice(0, maxErrors - this.first.length)) {
      this.first.push({ ...problem, rule: problem['rule'] ?? problem.code, row, line })
    }
    if (!this.goesOn || this.reasons.size >= maxRefused) return
    const words = problems.map(({ label, field, ...problem }) => `${label ?? field}: ${this.say(problem)}`)
    const before = this.reasons.get(row)
    this.reasons.set(row, [...(before === undefined ? [] : [before]), ...words].join(' '))
  }

  addOf(field: Field, place: Place, problems: readonly ValueProblem[]): void {
    const where = { table: this.table, row: place.row }
    this.add(
      place,
      problems.map((problem) => report(where, field, problem)),
    )
  }

  /** The record that the key names cannot be taken, whatever the key is. */
  addOfKey({ name, label }: Field, place: Place, code: ProblemCode, said: Message): void {
    this.add(place, [{ field: name, label: label || name, rule: code, code, ...said, tb: this.table.name }])
  }

  /** @throws RowsRefused when so many problems are known that more are not read */
  refuseHopeless(): void {
    const { leavesOut, dryRun } = this.options
    if (dryRun) return
    if (leavesOut ? this.rows > maxRefused : this.count >= maxErrors) throw this.refusal()
  }

  /** @throws RowsRefused when any row was refused and none may be */
  refuseIfAny(): void {
    if (this.rows > 0 && !this.goesOn) throw this.refusal()
  }

  private get goesOn(): boolean {
    return this.options.leavesOut || this.options.dryRun
  }

  private refusal(): RowsRefused {
    return new RowsRefused(this.first, this.rows)
  }
}
