import type { Field } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { type ValueProblem, valueProblems } from '../../../catalogue/value-rules.js'
import { plainCell } from './cell-formats.js'
import { openTableFile } from './open-table-file.js'
import type { PlaceReader } from './places.js'
import type { TableFile } from './table-file.js'
import type {
  Batch,
  CellsJob,
  CellsRow,
  NamedRecord,
  PlaceSource,
  ReadRow,
  ReadValue,
  RowsJob,
} from './worker-protocol.js'

const maxRows = 200
const maxCharacters = 400_000

/**
 * The rows of a file in batches, read, put into the form in which they are stored, and checked one by one.
 *
 * @param onRead told of the bytes read so far of a file that is read as a whole
 * @throws FileProblem
 */
export async function* readRowBatches(job: RowsJob, onRead: (bytes: number) => void): AsyncGenerator<Batch> {
  const file = await openTableFile(job.file, () => {}, onRead)
  const places = new Map(file.columns.map((column, index) => [column, index]))
  const columns = job.mapping.flatMap(({ column, field }) => {
    const place = places.get(column)
    const target = job.table.fields.get(field)
    return target ? [{ place, field: target }] : []
  })
  const placeIn = job.place && (await placeReaderOf(job.place, file, job))
  let rows: ReadRow[] = []
  let characters = 0
  for await (const found of file.rows()) {
    const { row, line, cells } = found
    const problems: [number, ValueProblem][] = []
    const values = columns.map(({ place, field }, index): ReadValue => {
      const cell = place === undefined ? undefined : cells[place]
      if (typeof cell === 'string') characters += cell.length
      return readValue(field, plainCell(field, cell, job.written), (problem) =>
        problems.push([index, problem]),
      )
    })
    const place = placeIn?.(found)
    rows.push({
      row,
      line,
      values,
      problems,
      ...(place && { place: place.wkt, placeProblems: place.problems }),
    })
    if (place?.wkt !== undefined) characters += place.wkt.length
    if (rows.length < maxRows && characters < maxCharacters) continue
    yield { rows, bytesDone: file.bytesDone() }
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield { rows, bytesDone: file.bytesDone() }
}

/** The cells of some columns as texts, in batches. @throws FileProblem */
export async function* readCellBatches(
  { file, columns }: CellsJob,
  onRead: (bytes: number) => void,
): AsyncGenerator<Batch<CellsRow>> {
  const opened = await openTableFile(file, () => {}, onRead)
  const places = columns.map((column) => opened.columns.indexOf(column))
  let rows: CellsRow[] = []
  let characters = 0
  for await (const { row, line, cells } of opened.rows()) {
    const texts = places.map((place) => String(cells[place] ?? '').trim())
    rows.push({ row, line, cells: texts })
    for (const text of texts) characters += text.length
    if (rows.length < maxRows && characters < maxCharacters) continue
    yield { rows, bytesDone: opened.bytesDone() }
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield { rows, bytesDone: opened.bytesDone() }
}

/** Loaded only where places are read: what knows the reference systems is large. */
async function placeReaderOf(
  source: PlaceSource,
  { columns }: TableFile,
  { written }: RowsJob,
): Promise<PlaceReader> {
  const { placeReader } = await import('./places.js')
  return placeReader(source, columns, written)
}

function readValue(field: Field, cell: unknown, add: (problem: ValueProblem) => void): ReadValue {
  if (cell === undefined) return undefined
  if (field.idFromTable !== undefined && !(cell instanceof Unusable)) return namedIn(cell)
  const value = cell instanceof Unusable ? cell : normaliseValue(field, cell)
  if (value instanceof Unusable) {
    add(value.problem)
    return null
  }
  if (value !== null) for (const problem of valueProblems(field, value)) add(problem)
  return value
}

/** Which record a cell of a lookup field names, as far as the file tells; null for an empty cell. */
function namedIn(cell: unknown): NamedRecord | null {
  const text = String(cell ?? '')
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? { label: trimmed, id: Number(trimmed) } : { label: text, id: undefined }
}
