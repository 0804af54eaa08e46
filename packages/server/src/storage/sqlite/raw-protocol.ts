import type { ChangeAuthor } from '../journal/seal.js'
import type { RawProblem, RawStatement } from '../raw-statement.js'
import type { SqlValue } from '../sql.js'

/** What the process that runs a person's statement is asked. */
export type RawRequest =
  | {
      readonly do: 'compile'
      readonly file: string
      readonly statement: RawStatement
      readonly limitMs: number
    }
  | { readonly do: 'write' }
  | { readonly do: 'commit'; readonly author: ChangeAuthor }

/**
 * What it tells, in this order; `writes` and `done` wait for `write` and `commit`.
 */
export type RawReport =
  /** The statement was compiled, and would change something. */
  | { readonly tell: 'writes' }
  /** The statement has changed what it changes, and is not committed. */
  | { readonly tell: 'done' }
  | RawOutcome
  | {
      readonly tell: 'failed'
      readonly problem: RawProblem
      readonly message: string
      /** The table of the service that the statement would change. */
      readonly table: string | undefined
    }

/**
 * What came of a statement. `written`: tables whose rows may have changed; `changeSet`: the number of the set
 * that was committed.
 */
export type RawOutcome =
  | {
      readonly tell: 'rows'
      readonly columns: readonly string[]
      readonly rows: SqlValue[][]
      readonly truncated: boolean
      readonly written: readonly string[] | undefined
      readonly changeSet?: number | undefined
    }
  | {
      readonly tell: 'affected'
      readonly affected: number
      readonly written: readonly string[]
      readonly changeSet?: number | undefined
    }
