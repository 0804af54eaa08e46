import type { Table } from '../../catalogue/catalogue.js'
import type { StoredValue } from '../../catalogue/field-types/field-type.js'
import type { ValueProblem } from '../../catalogue/value-rules.js'
import type { ColumnProposal } from './column-proposal.js'
import type { CsvForm } from './csv-file.js'
import type { FileType, FileWarning } from './table-file.js'

/** What a whole look through a file tells. */
export interface FileScan {
  readonly columns: readonly string[]
  readonly headerProblem: string | undefined
  readonly headerLine: number
  readonly form: CsvForm | undefined
  /** The first ten rows. */
  readonly sample: readonly (readonly unknown[])[]
  readonly count: number
  readonly bytes: number
  /** The first hundred. */
  readonly warnings: readonly FileWarning[]
  readonly warningCount: number
  /** How sure it is, 0 to 1, that encoding and delimiter were found rightly. */
  readonly sure: number
}

/** The table as the file suggests it. */
export interface TableProposal {
  readonly scan: FileScan
  readonly columns: readonly ColumnProposal[]
}

/** What a worker is started to do. */
export type ImportJob =
  | { readonly do: 'scan'; readonly path: string; readonly type: FileType }
  | { readonly do: 'propose'; readonly path: string }
  | {
      readonly do: 'rows'
      readonly path: string
      readonly type: FileType
      readonly form: CsvForm | undefined
      readonly table: Table
      /** Which column of the file goes into which field. */
      readonly mapping: readonly MappedColumn[]
    }

export interface MappedColumn {
  readonly column: string
  readonly field: string
}

/** A value read from a file: `undefined` when the row says nothing about it. */
export type ReadValue = StoredValue | undefined | Label

/** What a cell of a lookup field says when it is no id. */
export interface Label {
  readonly label: string
}

/** A row whose values are in the form in which they are stored, in the order of the mapping. */
export interface ReadRow {
  readonly row: number
  readonly line: number | null
  readonly values: readonly ReadValue[]
  /** What is wrong with values by themselves, with their place in `values`. */
  readonly problems: readonly (readonly [number, ValueProblem])[]
}

export interface Batch {
  readonly rows: readonly ReadRow[]
  readonly bytesDone: number
}

/** What a worker says. It sends a batch only when it was asked for one more. */
export type FromWorker =
  | { readonly say: 'scanned'; readonly scan: FileScan }
  | { readonly say: 'proposed'; readonly proposal: TableProposal }
  | { readonly say: 'batch'; readonly batch: Batch }
  | { readonly say: 'end' }
  | { readonly say: 'problem'; readonly reason: string; readonly line: number | null }
