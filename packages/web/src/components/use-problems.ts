import { ApiError } from '@trowel/client'
import { useState } from 'react'
import { problemText } from './refusal.js'

type Values = Readonly<Record<string, unknown>>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a refusal says of single fields of a form, for as long as they hold what was refused: a value that was
 * mended is not blamed.
 *
 * @param values of the form, by the names that the service knows. While it is being saved they rest: those
 *   that are there when it is
 * refused are those that were sent
 */
export function useProblems(error: unknown, values: Values) {
  const [refused, setRefused] = useState({ error, values })
  if (refused.error !== error) setRefused({ error, values })
  const isMended = (name: string): boolean => name in values && !same(values[name], refused.values[name])
  const errors = error instanceof ApiError ? error.errors : []
  const isStanding =
    errors.length === 0 || errors.some(({ field }) => field === undefined || !isMended(field))
  return {
    isMended,
    /** What stands beside a field, which may have several names. */
    problem: (...names: readonly string[]): string | undefined =>
      problemText(
        errors.find(({ field }) => field !== undefined && names.includes(field) && !names.some(isMended)),
      ),
    /** The refusal, until everything that it names is mended. */
    standing: isStanding ? error : null,
  }
}
