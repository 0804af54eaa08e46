import { byteOrderMark, csvLine } from '@trowel/contract/csv.js'

/** A table as a CSV file that spreadsheet programs open without questions. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): Blob {
  const lines = rows.map((row) => `${csvLine(row)}\r\n`)
  return new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' })
}
