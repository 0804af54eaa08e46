import { AppError, type FieldProblem } from '../../errors.js'

/** Collects everything that is wrong with an input, so that it can be told at once. */
export interface InputProblems {
  missing(field: string): void
  invalid(field: string, text: string): void
  /** @throws `parameter_missing` when anything is missing, else `invalid_parameter` when anything is wrong */
  refuse(): void
}

export function collectProblems(): InputProblems {
  const problems: FieldProblem[] = []
  return {
    missing: (field) => {
      problems.push({ field, code: 'parameter_missing', text: `"${field}" is missing or cannot be used.` })
    },
    invalid: (field, text) => {
      problems.push({ field, code: 'invalid_parameter', text })
    },
    refuse() {
      const missing = problems.find(({ code }) => code === 'parameter_missing')
      const [first] = problems
      if (!first) return
      throw new AppError(missing ? 'parameter_missing' : 'invalid_parameter', {
        text: problems.map(({ text }) => text).join(' '),
        detail: missing ? missing.field : { name: first.field, reason: first.text },
        errors: problems,
      })
    },
  }
}
