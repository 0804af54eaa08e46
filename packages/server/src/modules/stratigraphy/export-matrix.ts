import type { MatrixExportQuery } from '@trowel/contract/stratigraphy.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { timeInFileName } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { matrixFormats } from './export/formats.js'
import { computeMatrix } from './matrix.js'

export interface MatrixFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * The Harris matrix of a table as a file of another program, or as a drawing.
 *
 * @throws what a matrix throws; `result_too_large` for a drawing whose lines are too long and too many to be
 *   read
 */
export async function exportMatrix(
  scope: RequestScope,
  query: Decoded<typeof MatrixExportQuery>,
  limitMs: number,
): Promise<MatrixFile> {
  const { tb, format, reduced = false } = query
  const options = {
    format,
    reduced,
    day: scope.now.toISOString().slice(0, 10),
  }
  const bytes = await computeMatrix(scope, { job: 'export', options, query, limitMs })
  if (bytes.length === 0) {
    throw new AppError('result_too_large', message('matrix_too_dense', {}))
  }
  return {
    name: `${tb}_${timeInFileName(scope.now)}.${format}`,
    contentType: matrixFormats[format].contentType,
    bytes,
  }
}
