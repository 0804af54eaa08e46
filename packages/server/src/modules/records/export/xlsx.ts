import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isTextual } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import {
  cellXml,
  columnLetters,
  maxSheetTextLength,
  sheetName,
  sheetText,
} from '../../../formats/sheet-text.js'
import type { RequestScope } from '../../../http/scope.js'
import type { ListPlan } from '../../../records/listing/list-plan.js'
import { beginReading } from '../../../records/reading/reading.js'
import type { ExportedRow, StreamedFormat } from './format.js'
import { streamLongTexts } from './store.js'
import { boldStyle, sheetEnd, sheetPath, sheetStart, workbookParts } from './workbook-parts.js'

/** A sheet has 1,048,576 rows; the first one has the names of the fields. */
const maxRows = 1_048_575

/** A workbook of SpreadsheetML (ECMA-376), zipped while it is written. */
export const xlsx: StreamedFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refuseUnfit: refuseLongTexts,
  write: (batches, plan) => writeWorkbook(batches, plan, maxRows),
}

/**
 * A spreadsheet program would cut the text, or call the file damaged: a user who is told can take another
 * format.
 */
async function refuseLongTexts(scope: RequestScope, plan: ListPlan): Promise<void> {
  const textual = plan.columns.filter(isTextual)
  if (textual.length === 0) return
  const reading = await beginReading(
    scope.db,
    streamLongTexts(scope, plan, textual, Math.floor(maxSheetTextLength / 2)),
  )
  try {
    for await (const rows of reading) {
      for (const [recordId, ...texts] of rows) {
        const at = texts.findIndex((text) => typeof text === 'string' && isTooLong(text))
        const field = textual[at]
        if (field) throw tooLong(`"${field.label}" of record ${recordId}`)
      }
    }
  } finally {
    reading.end()
  }
}

const isTooLong = (text: string): boolean => sheetText(text).length > maxSheetTextLength

const tooLong = (place: string): AppError =>
  new AppError('invalid_parameter', {
    text: `${place} is longer than the 32,767 characters of a spreadsheet cell: take csv or json, or leave the field out with "columns".`,
    detail: { name: 'format', reason: 'a text is too long for a cell' },
  })

/**
 * @param rowsPerSheet what is more goes on in further sheets of the same columns
 * @throws `invalid_parameter` for a text that does not fit into a cell
 */
export async function* writeWorkbook(
  batches: AsyncIterable<readonly ExportedRow[]>,
  plan: ListPlan,
  rowsPerSheet: number,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const file = new PassThrough()
  zip.outputStream.pipe(file)
  const left = new AbortController()
  addParts(zip, plan, new RowsAtHand(batches), rowsPerSheet, left.signal).catch((error) =>
    file.destroy(error),
  )
  try {
    yield* file
  } finally {
    left.abort()
  }
}

async function addParts(
  zip: ZipFile,
  plan: ListPlan,
  rows: RowsAtHand,
  rowsPerSheet: number,
  signal: AbortSignal,
): Promise<void> {
  const names: string[] = []
  do {
    const sheet = Readable.from(sheetXml(plan, rows, rowsPerSheet), { signal })
    names.push(sheetName(plan.table.label, names.length + 1))
    zip.addReadStream(sheet, sheetPath(names.length))
    await finished(sheet)
  } while (!(await rows.isOver()))
  for (const [path, xml] of workbookParts(names)) zip.addBuffer(Buffer.from(xml), path)
  zip.end()
}

async function* sheetXml(
  { columns }: ListPlan,
  rows: RowsAtHand,
  rowsPerSheet: number,
): AsyncGenerator<string> {
  const letters = columns.map((_, column) => columnLetters(column))
  const rowXml = (row: ExportedRow, number: number, style: string): string => {
    const cells = letters.map((letter, column) => cellXml(`${letter}${number}`, row[column] ?? null, style))
    return `<row r="${number}">${cells.join('')}</row>`
  }
  const names = columns.map(({ name }) => name)
  yield sheetStart + rowXml(names, 1, boldStyle)
  let written = 0
  for (;;) {
    const some = await rows.take(rowsPerSheet - written)
    if (some.length === 0) break
    yield some.map((row, index) => rowXml(fitting(row), written + index + 2, '')).join('')
    written += some.length
  }
  yield sheetEnd
}

/**
 * A text that grew too long after the records were looked through ends the file: it is never cut in silence.
 */
function fitting(row: ExportedRow): ExportedRow {
  if (
    row.some(
      (value) => typeof value === 'string' && value.length > maxSheetTextLength / 2 && isTooLong(value),
    )
  ) {
    throw tooLong(`A text of record ${row[0]}`)
  }
  return row
}

/** Hands out the rows of all batches in portions of the size that a sheet still takes. */
class RowsAtHand {
  readonly #batches: AsyncIterator<readonly ExportedRow[]>
  #rows: readonly ExportedRow[] = []

  constructor(batches: AsyncIterable<readonly ExportedRow[]>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** At most `most` rows; none when all were taken, or `most` is 0. */
  async take(most: number): Promise<readonly ExportedRow[]> {
    if (most === 0 || (await this.isOver())) return []
    const taken = this.#rows.slice(0, most)
    this.#rows = this.#rows.slice(most)
    return taken
  }

  async isOver(): Promise<boolean> {
    while (this.#rows.length === 0) {
      const { done, value } = await this.#batches.next()
      if (done) return true
      this.#rows = value
    }
    return false
  }
}
