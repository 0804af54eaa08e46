import type { ImportMode, NumbersAre } from '@trowel/contract/imports.js'

export interface RunOptions {
  readonly mode: ImportMode
  /** Does the run go on past rows that are not valid, and leave them out? */
  readonly leavesOut: boolean
  /** Is nothing to be stored? Then all rows are looked at, valid or not. */
  readonly dryRun: boolean
  readonly numbersAre: NumbersAre | undefined
  /** The same for fields of which it is known. */
  readonly numbersIn?: ReadonlyMap<string, NumbersAre>
}

/** The contract's run: everything or nothing, known records are changed and others made. */
export const allOrNothing: RunOptions = {
  mode: 'upsert',
  leavesOut: false,
  dryRun: false,
  numbersAre: undefined,
}
