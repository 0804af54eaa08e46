import { AppError } from '../../../errors.js'
import {
  cellXml,
  columnLetters,
  maxSheetTextLength,
  sheetName,
  sheetText,
  xmlText,
} from '../../../formats/sheet-text.js'
import { writeZip } from '../../../formats/zip-writer.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import type { ListPlan } from '../../../records/listing/list-plan.js'
import { beginReading } from '../../../records/reading/reading.js'
import type { ExportedRow, StreamedFormat } from './format.js'
import { streamLongTexts } from './store.js'

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
  const textual = plan.columns.filter(({ dbType, stamp }) => dbType === 'TEXT' && !stamp)
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
    ...message('cell_too_long_for_sheet', { place }),
    detail: { name: 'format', reason: 'a text is too long for a cell' },
  })

/**
 * @param rowsPerSheet what is more goes on in further sheets of the same columns
 * @throws `invalid_parameter` for a text that does not fit into a cell
 */
export const writeWorkbook = (
  batches: AsyncIterable<readonly ExportedRow[]>,
  plan: ListPlan,
  rowsPerSheet: number,
): AsyncGenerator<Uint8Array> =>
  writeZip(async (zip) => {
    const rows = new RowsAtHand(batches)
    const names: string[] = []
    do {
      names.push(sheetName(plan.table.label, names.length + 1))
      await zip.add(sheetPath(names.length), encoded(sheetXml(plan, rows, rowsPerSheet)))
    } while (!(await rows.isOver()))
    for (const [path, xml] of workbookParts(names)) await zip.add(path, encoded([xml]))
  })

async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
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

  /** At most `limit` rows; none when all were taken, or `limit` is 0. */
  async take(limit: number): Promise<readonly ExportedRow[]> {
    if (limit === 0 || (await this.isOver())) return []
    const taken = this.#rows.slice(0, limit)
    this.#rows = this.#rows.slice(limit)
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

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRelationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Where the sheet of this number, from 1, lies in the file. */
const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** The attribute that makes a cell bold. */
const boldStyle = ' s="1"'

/** What stands before the rows of a sheet: its first row stays in sight. */
const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

/** The parts of a workbook besides its sheets, path by path (ECMA-376 part 1, §12.2 and §18). */
function workbookParts(sheetNames: readonly string[]): ReadonlyMap<string, string> {
  const numbered = <T>(write: (name: string, number: number) => T): string =>
    sheetNames.map((name, index) => write(name, index + 1)).join('')
  const sheets = numbered((name, n) => `<sheet name="${xmlText(name)}" sheetId="${n}" r:id="sheet${n}"/>`)
  const targets = numbered((_, n) => relationship(`sheet${n}`, 'worksheet', `worksheets/sheet${n}.xml`))
  const overrides = numbered((_, n) => override(sheetPath(n), 'worksheet'))
  return new Map([
    ['_rels/.rels', relationshipsXml(relationship('workbook', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelationship}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationshipsXml(targets + relationship('styles', 'styles', 'styles.xml')),
    ],
    ['xl/styles.xml', styles],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${overrides}${override('xl/styles.xml', 'styles')}</Types>`,
    ],
  ])
}

const relationshipsXml = (content: string): string =>
  `${declaration}<Relationships xmlns="${relationships}">${content}</Relationships>`

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${officeRelationship}/${type}" Target="${target}"/>`

const override = (path: string, type: string): string =>
  `<Override PartName="/${path}" ContentType="${contentTypes}.${type}+xml"/>`

/** Style 0 is plain, style 1 bold; the two fills are those that every program expects at these places. */
const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
