import type { FileType } from '@trowel/contract/imports.js'
import type { FileWarning as FileWarningCode } from '@trowel/contract/problem-codes.js'
import type { Message } from '../../../message.js'
import type { Encoding } from './text-encoding.js'

/** Something in a file that is odd and does not keep it from being read. */
export interface FileWarning extends Message {
  readonly line: number | null
  readonly code: FileWarningCode
}

/** How a file of separated values is written. */
export interface CsvForm {
  readonly encoding: Encoding
  readonly delimiter: string
  /** How sure the encoding is, 0 to 1. */
  readonly sure: number
  /** What told the encoding. */
  readonly seen: string
  /** Does the first line say which delimiter is used (`sep=;`), as spreadsheet programs write it? */
  readonly namesDelimiter: boolean
}

/** One row under the header. */
export interface FileRow {
  /** 1 for the first row. */
  readonly row: number
  /** Where it begins, as a text editor counts; null where rows have no lines of their own. */
  readonly line: number | null
  /** One value for each column; `undefined` where the row says nothing about it. */
  readonly cells: readonly unknown[]
  /** Of a feature, as GeoJSON has it. */
  readonly geometry?: unknown
}

/** The geometries of a file whose rows are features. */
export interface FileGeometries {
  /** In order of appearance. */
  readonly types: readonly string[]
  /** The code of their reference system, as far as the file says. */
  readonly epsg: number | undefined
}

/** A file with rows and named columns, opened. */
export interface TableFile {
  readonly columns: readonly string[]
  /** What keeps its header from being used; its rows can be counted all the same. */
  readonly headerProblem: Message | undefined
  readonly headerLine: number
  /** How it is written; `undefined` for what is no text of separated values. */
  readonly form: CsvForm | undefined
  /** The sheets of a workbook, and the one that is read. */
  readonly sheets: readonly string[]
  readonly sheet: string | undefined
  /** The geometries that its rows have besides their cells. */
  readonly geometry?: FileGeometries | undefined
  /** Bytes read so far. */
  bytesDone(): number
  /** The rows in the order of the file. @throws FileProblem */
  rows(): AsyncIterable<FileRow>
}

/** What is known of a file before it is opened. */
export interface KnownFile {
  readonly path: string
  readonly type: FileType
  /** What is known of the way it is written; the rest is found out. */
  readonly form?: Partial<CsvForm> | undefined
  /** A sheet of a workbook by its name or its number from 1; the first one when nothing is said. */
  readonly sheet?: string | undefined
  /**
   * Are columns without a name, or with that of another, to get one of their own, and titles above the header
   * to be passed over? Otherwise such a file is refused.
   */
  readonly mendsHeader?: boolean | undefined
}
