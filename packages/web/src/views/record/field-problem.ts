import type { Problem } from '@trowel/client'
import { problemText } from '../../components/refusal.js'

/**
 * What is wrong with a field, as a person can mend it: of a form that is asked for, the help says more than
 * the pattern.
 */
export function sentenceFor(
  problems: readonly Problem[],
  table: string,
  row: number | string | null,
  field: string,
  help: string | null,
  pattern: string,
): string | undefined {
  const problem = problems.find(
    (one) => one.field === field && (one['tb'] ?? table) === table && (one['row'] ?? null) === row,
  )
  if (!problem) return undefined
  // A value that the pattern refuses is told by the help; that the pattern itself is at fault has a sentence
  // of its own.
  return problem['rule'] === 'pattern' && !problem.sentence ? (help ?? pattern) : problemText(problem)
}
