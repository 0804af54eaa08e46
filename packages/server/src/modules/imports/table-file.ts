import type { CsvForm } from './csv-file.js'
import { openCsv } from './csv-file.js'
import { openJson } from './json-file.js'

export const fileTypes = ['csv', 'json'] as const
export type FileType = (typeof fileTypes)[number]

/** Something in a file that is odd and does not keep it from being read. */
export interface FileWarning {
  readonly line: number | null
  readonly code: string
  readonly text: string
}

/** One row under the header. */
export interface FileRow {
  /** 1 for the first row. */
  readonly row: number
  /** Where it begins, as a text editor counts; null where rows have no lines of their own. */
  readonly line: number | null
  /** One value for each column; `undefined` where the row says nothing about it. */
  readonly cells: readonly unknown[]
}

/** A file with rows and named columns, opened. */
export interface TableFile {
  readonly columns: readonly string[]
  /** What keeps its header from being used; its rows can be counted all the same. */
  readonly headerProblem: string | undefined
  readonly headerLine: number
  /** How it is written; `undefined` for JSON. */
  readonly form: CsvForm | undefined
  /** Bytes read so far. */
  bytesDone(): number
  /** The rows in the order of the file. @throws FileProblem */
  rows(): AsyncIterable<FileRow>
}

/**
 * @param form how the file is written, when that is known already
 * @param warn told of everything odd
 * @throws FileProblem
 */
export function openTableFile(
  path: string,
  type: FileType,
  form: CsvForm | undefined,
  warn: (warning: FileWarning) => void,
): Promise<TableFile> {
  return type === 'csv' ? openCsv(path, form, warn) : openJson(path)
}
