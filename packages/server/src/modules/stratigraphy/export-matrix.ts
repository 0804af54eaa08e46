import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { timeInFileName } from '../../http/wire-time.js'
import { message } from '../../message.js'
import type { ListParameters } from '../../records/rows/search-criteria.js'
import { type MatrixFormatName, matrixFormats } from './export/formats.js'
import { computeMatrix } from './matrix.js'

export interface MatrixFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * The Harris matrix of a table as a file of another program, or as a drawing.
 *
 * @param query `tb`, `format`, `reduced` and the restriction of a listing
 * @throws what a matrix throws; `parameter_missing` and `invalid_parameter` for a format; `result_too_large`
 *   for a drawing whose lines are too long and too many to be read
 */
export async function exportMatrix(
  scope: RequestScope,
  query: ListParameters,
  limitMs: number,
): Promise<MatrixFile> {
  const format = readFormat(query['format'])
  const options = {
    format,
    reduced: query['reduced'] === '1' || query['reduced'] === 'true',
    day: scope.now.toISOString().slice(0, 10),
  }
  const bytes = await computeMatrix(scope, { job: 'export', options, query, limitMs })
  if (bytes.length === 0) {
    throw new AppError('result_too_large', message('matrix_too_dense', {}))
  }
  return {
    name: `${query['tb']}_${timeInFileName(scope.now)}.${format}`,
    contentType: matrixFormats[format].contentType,
    bytes,
  }
}

function readFormat(given: unknown): MatrixFormatName {
  const names = Object.keys(matrixFormats)
  if (given === undefined || given === '') {
    throw new AppError('parameter_missing', {
      text: `Say with "format" which file is wanted: ${names.join(', ')}.`,
      detail: 'format',
    })
  }
  if (typeof given !== 'string' || !Object.hasOwn(matrixFormats, given)) {
    throw new AppError('invalid_parameter', {
      text: `"format" must be one of ${names.join(', ')}.`,
      detail: { name: 'format', reason: 'unknown value', formats: names },
    })
  }
  return given as MatrixFormatName
}
