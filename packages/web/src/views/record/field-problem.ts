import type { Problem } from '@trowel/client'
import { problemText } from '../../components/refusal.js'

interface FieldPlace {
  readonly table: string
  /** The row of a plugin table; `null` for the record itself. */
  readonly row: number | string | null
  readonly field: string
}

/**
 * What is wrong with a field, as a person can mend it.
 *
 * @param patternHelp what a value must look like, in place of a pattern that few can read
 */
export function sentenceFor(
  problems: readonly Problem[],
  { table, row, field }: FieldPlace,
  patternHelp: string,
): string | undefined {
  const problem = problems.find(
    (one) => one.field === field && (one['tb'] ?? table) === table && (one['row'] ?? null) === row,
  )
  if (!problem) return undefined
  // A value that the pattern refuses is told by the help; that the pattern itself is at fault has a sentence
  // of its own.
  return problem['rule'] === 'pattern' && problem.sentence === 'form_not_met'
    ? patternHelp
    : problemText(problem)
}
