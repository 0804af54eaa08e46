import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { FileProblem } from '../../../formats/file-problem.js'
import { exactCell } from '../../open-folder/index.js'
import { CsvReader, type CsvRow } from '../reading/csv-reader.js'
import { decode } from '../reading/text-encoding.js'
import { FolderProblem } from './folder-problem.js'

const batchSize = 500

/** A CSV file of a folder that the service wrote, opened. */
export interface ExactTable {
  readonly columns: readonly string[]
  /** Each row has a cell for each column. */
  readonly batches: AsyncIterable<readonly CsvRow[]>
}

/**
 * Opens a CSV file as the service writes it: UTF-8, commas, a header. Every cell is what was written into it.
 *
 * @throws FolderProblem, also while it is read
 */
export async function openExact(folder: string, path: string): Promise<ExactTable> {
  const rows = withPath(path, rowsOf(join(folder, path)))
  const first = await rows.next()
  if (first.done)
    throw new FolderProblem('Nothing was imported:', [{ path, line: 1, text: 'There is no header line.' }])
  const columns = first.value.cells
  return { columns, batches: batchesOf(path, rows, columns.length) }
}

async function* rowsOf(path: string): AsyncGenerator<CsvRow> {
  const reader = new CsvReader(',')
  for await (const text of textOf(path)) yield* reader.read(text)
  yield* reader.end()
}

/** A program that saved the file in another encoding would change its letters. @throws FileProblem */
const textOf = (path: string): AsyncIterable<string> =>
  decode(createReadStream(path, { highWaterMark: 256 * 1024 }), 'utf-8')

/** The lines of a file of a folder that the service wrote. @throws FolderProblem */
export const linesOf = (folder: string, path: string): AsyncGenerator<string> =>
  withPath(path, readLines(join(folder, path)))

async function* readLines(path: string): AsyncGenerator<string> {
  let line = ''
  for await (const text of textOf(path)) {
    const [first = '', ...others] = text.split('\n')
    line += first
    for (const next of others) {
      yield line
      line = next
    }
  }
  yield line
}

/** Says of which file a problem is. */
async function* withPath<T>(path: string, rows: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (error) {
    if (error instanceof FileProblem) {
      const { line, said } = error
      throw new FolderProblem('Nothing was imported:', [{ path, line, text: said.text }])
    }
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new FolderProblem('Nothing was imported:', [{ path, line: null, text: 'The file is not there.' }])
    }
    throw error
  }
}

async function* batchesOf(
  path: string,
  rows: AsyncIterable<CsvRow>,
  width: number,
): AsyncGenerator<readonly CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const { cells, line } of rows) {
    if (cells.length === 1 && cells[0] === '') continue
    if (cells.length !== width) {
      const text = `The line has ${cells.length} cells, the header ${width}.`
      throw new FolderProblem('Nothing was imported:', [{ path, line, text }])
    }
    batch.push({ line, cells: cells.map(exactCell) })
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
