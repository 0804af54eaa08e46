import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import type { SetRange } from './touched-store.js'
import type { UndoProblems } from './undo-problems.js'

/** What the undo of a set wrote in one table. */
export interface UndoneRows {
  readonly set: SetRange
  readonly inserted: readonly number[]
  readonly updated: readonly number[]
  readonly deleted: readonly number[]
}

/** What else holds for the rows of a table of the service, beside the rules of every table. */
export interface UndoRule {
  readonly table: string
  /**
   * Those of the rows that the caller may not change, or may not see as they are now. Asked before rows are
   * changed or go, and after they were changed or came back.
   */
  readonly forbidden?: (
    tx: Transaction,
    scope: RequestScope,
    ids: readonly number[],
  ) => Promise<readonly number[]>
  /** Looks at what was written, and writes what follows from it. */
  readonly written?: (
    tx: Transaction,
    scope: RequestScope,
    rows: UndoneRows,
    refusals: UndoProblems,
  ) => Promise<void>
}
