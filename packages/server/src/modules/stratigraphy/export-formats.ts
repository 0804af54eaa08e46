import { drawMatrix } from './draw-matrix.js'
import { writeCsv } from './export-csv.js'
import { writeDataPackage } from './export-data-package.js'
import { writeDot } from './export-dot.js'
import { writeGraphml } from './export-graphml.js'
import { writeLayout } from './export-layout.js'
import { writeLst } from './export-lst.js'
import type { HarrisMatrix } from './harris-matrix.js'

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

/** The forms in which a matrix leaves the service, by name; the name is also the ending of the file. */
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
} as const satisfies Readonly<Record<string, MatrixFormat>>

export type MatrixFormatName = keyof typeof matrixFormats
