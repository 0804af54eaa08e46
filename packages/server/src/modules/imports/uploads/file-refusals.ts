import { AppError } from '../../../errors.js'
import { FileProblem } from '../../../formats/file-problem.js'
import { ArchiveTooLarge } from '../../../formats/zip-archive.js'
import { message } from '../../../message.js'
import { maxErrors, RowsRefused } from '../writing/row-problems.js'

/**
 * Says what is wrong with a file as an answer does. @throws `import_error_parse`, `import_error_validation`,
 * `too_large`
 */
export async function withProblemsAsRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileProblem) throw unreadable(error)
    if (error instanceof RowsRefused) throw rowsRefused(error)
    if (error instanceof ArchiveTooLarge) {
      const text = `The archive is too large. ${error.message}`
      throw new AppError('too_large', { ...error.said, text, cause: error })
    }
    throw error
  }
}

/** @param body what else is known of the file */
export const unreadable = (problem: FileProblem, body?: Readonly<Record<string, unknown>>): AppError =>
  new AppError('import_error_parse', {
    ...problem.said,
    ...(problem.line !== null && { facts: { ...problem.said.facts, line: problem.line } }),
    text: `The file cannot be read. ${problem.message.charAt(0).toUpperCase()}${problem.message.slice(1)}`,
    detail: { line: problem.line, reason: problem.said.text },
    ...(body === undefined ? {} : { body }),
    cause: problem,
  })

function rowsRefused({ problems, rows }: RowsRefused): AppError {
  const more = problems.length >= maxErrors ? message('list_of_problems_ends', {}) : ''
  return new AppError('import_error_validation', {
    ...(rows === 1 ? message('row_not_valid', { more }) : message('rows_not_valid', { rows, more })),
    errors: problems,
  })
}
