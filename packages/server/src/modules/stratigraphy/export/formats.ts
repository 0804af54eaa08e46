import type { MatrixFormatName } from '@trowel/contract/stratigraphy.js'
import { drawMatrix } from '../drawing/draw-matrix.js'
import type { HarrisMatrix } from '../matrix/harris-matrix.js'
import { writeCsv } from './csv.js'
import { writeDataPackage } from './data-package.js'
import { writeDot } from './dot.js'
import { writeGraphml } from './graphml.js'
import { writeLayout } from './layout.js'
import { writeLst } from './lst.js'

/** What a file says besides the matrix itself. */
export interface ExportFacts {
  /** When it is written: ISO 8601 in UTC. */
  readonly created: string
  /** Were the relations that others imply left out? */
  readonly isReduced: boolean
}

interface MatrixFormat {
  readonly contentType: string
  /** `undefined` when the matrix does not fit into the format. */
  write(matrix: HarrisMatrix, facts: ExportFacts): string | undefined
}

/** How each form of a matrix is written. */
export const matrixFormats = {
  dot: { contentType: 'text/vnd.graphviz; charset=utf-8', write: writeDot },
  graphml: { contentType: 'application/graphml+xml; charset=utf-8', write: writeGraphml },
  csv: { contentType: 'text/csv; charset=utf-8', write: writeCsv },
  lst: { contentType: 'text/plain; charset=utf-8', write: writeLst },
  json: { contentType: 'application/json; charset=utf-8', write: writeDataPackage },
  svg: {
    contentType: 'image/svg+xml; charset=utf-8',
    write: (matrix, { created, isReduced }) => drawMatrix(matrix, { date: created.slice(0, 10), isReduced }),
  },
  layout: { contentType: 'application/json; charset=utf-8', write: writeLayout },
} as const satisfies Readonly<Record<MatrixFormatName, MatrixFormat>>
