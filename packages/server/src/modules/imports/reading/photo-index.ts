import { fileProblem } from '../../../formats/file-problem.js'
import { openCsv } from './csv-file.js'

/** A picture and the record that it is to go to, as an index names them. */
export interface IndexRow {
  readonly filename: string
  /** The cell as it is: an id, or something that is none. */
  readonly record: string
}

const maxRows = 10_000

/**
 * The rows of an index, separated values with a header: the picture stands in the column `filename` or
 * `file`, else in the first; the id of the record in `record_id` or `id`, else in the second.
 *
 * @throws FileProblem
 */
export async function readPhotoIndex(path: string): Promise<IndexRow[]> {
  const file = await openCsv(path, {}, () => {})
  const names = file.columns.map((name) => name.toLowerCase())
  const place = (wanted: readonly string[], otherwise: number): number =>
    wanted.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? otherwise
  const image = place(['filename', 'file'], 0)
  const record = place(['record_id', 'id'], image === 1 ? 0 : 1)
  if (names.length < 2 || image === record) {
    throw fileProblem('index_columns', {}, file.headerLine)
  }
  const rows: IndexRow[] = []
  for await (const { line, cells } of file.rows()) {
    if (rows.length >= maxRows) {
      throw fileProblem('index_too_long', { most: maxRows.toLocaleString('en') }, line)
    }
    rows.push({ filename: String(cells[image] ?? '').trim(), record: String(cells[record] ?? '').trim() })
  }
  return rows
}

/** The id that a cell of an index says; `undefined` when it says none. */
export function recordIdOf({ record }: IndexRow): number | undefined {
  const id = /^\d{1,15}$/.test(record) ? Number(record) : 0
  return id > 0 ? id : undefined
}
