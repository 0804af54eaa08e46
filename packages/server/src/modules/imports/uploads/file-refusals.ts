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
      throw new AppError('too_large', {
        ...message('archive_too_large', { reason: error.said }),
        cause: error,
      })
    }
    throw error
  }
}

/** @param body what else is known of the file */
export function unreadable(problem: FileProblem, body?: Readonly<Record<string, unknown>>): AppError {
  const { said: reason, line } = problem
  return new AppError('import_error_parse', {
    ...(line === null
      ? message('file_unreadable', { reason })
      : message('file_unreadable_at', { line, reason })),
    detail: { line, reason: reason.text },
    ...(body === undefined ? {} : { body }),
    cause: problem,
  })
}

function rowsRefused({ problems, rows }: RowsRefused): AppError {
  const more = problems.length >= maxErrors ? message('list_of_problems_ends', {}) : ''
  return new AppError('import_error_validation', {
    ...(rows === 1 ? message('row_not_valid', { more }) : message('rows_not_valid', { rows, more })),
    errors: problems,
  })
}
