import type { MatrixFormatName } from '@trowel/contract/stratigraphy.js'
import { buildMatrix } from '../matrix/build-matrix.js'
import type { PlainMatrix } from '../matrix/matrix-rows.js'
import { matrixFormats } from './formats.js'

export interface ExportOptions {
  readonly format: MatrixFormatName
  /** Leave out what other relations imply. */
  readonly reduced: boolean
  /** `YYYY-MM-DD`: what a file says about when it was made. */
  readonly day: string
}

/** A matrix as a file; empty when it does not fit into the format. */
export function writeExport(rows: PlainMatrix, { format, reduced, day }: ExportOptions): Uint8Array {
  // Loops are named in every file, also where nothing is left out.
  const built = buildMatrix(rows, { reduced: true, levels: true })
  const matrix = reduced ? built : { ...built, relations: rows.relations }
  const text = matrixFormats[format].write(matrix, { created: `${day}T00:00:00Z`, isReduced: reduced })
  return new TextEncoder().encode(text ?? '')
}
