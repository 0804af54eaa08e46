import { stat } from 'node:fs/promises'
import { Parser } from 'htmlparser2'
import { fileProblem } from '../../../formats/file-problem.js'
import type { ZipArchive } from '../../../formats/zip-archive.js'
import { type Attributes, CellText, odsValue } from './ods-cells.js'
import { maxSheetColumns, maxSheetRows, SheetBudget } from './sheet-places.js'
import type { FileWarning, KnownFile, TableFile } from './table-file.js'
import {
  isBlank,
  maxEntries,
  type Sheet,
  type SheetCell,
  sheetMissing,
  tableOfSheet,
  withWorkbookArchive,
} from './workbook.js'

/**
 * One sheet of an OpenDocument spreadsheet, the first that says something unless one is named: the values
 * that its cells show last, never formulas; days as `YYYY-MM-DD`. Of merged cells only the first has the
 * value; comments and drawings are no values.
 *
 * @throws FileProblem
 */
export async function openOds(
  { path, sheet: choice, mendsHeader }: Omit<KnownFile, 'type'>,
  warn: (warning: FileWarning) => void,
  onRead: (bytes: number) => void = () => {},
): Promise<TableFile> {
  const { size } = await stat(path)
  const reader = new SpreadsheetReader(choice)
  await withWorkbookArchive(path, size, (archive) =>
    readContent(archive, reader, (share) => onRead(size * share)),
  )
  const { sheets, chosen } = reader
  if (!chosen)
    throw sheets.length === 0 ? fileProblem('workbook_none', {}) : sheetMissing(choice ?? '1', sheets)
  return tableOfSheet(chosen, { sheets, size, mendsHeader }, warn)
}

const content = 'content.xml'

async function readContent(
  archive: ZipArchive,
  reader: SpreadsheetReader,
  onShare: (share: number) => void,
): Promise<void> {
  const entryOf = (name: string) => archive.entries.find(({ names }) => names[0] === name)
  const manifest = entryOf('META-INF/manifest.xml')
  let head = ''
  if (manifest) for await (const piece of archive.read(manifest)) head += piece.toString('latin1')
  if (/[:<]encryption-data/.test(head)) throw fileProblem('workbook_encrypted', {})
  const entry = entryOf(content)
  if (!entry) throw fileProblem('workbook_none', {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = parserFor(reader)
  let done = 0
  for await (const piece of archive.read(entry)) {
    parser.write(decoded(() => decoder.decode(piece, { stream: true })))
    done += piece.length
    onShare(done / Math.max(entry.size, 1))
  }
  parser.end(decoded(() => decoder.decode()))
}

function decoded(work: () => string): string {
  try {
    return work()
  } catch {
    throw damaged(`${content} is no UTF-8 text`)
  }
}

const damaged = (reason: string) => fileProblem('workbook_damaged', { reason })

/** Documents of this kind are some ten elements deep. */
const maxDepth = 200

/** Reads element by element; no entities but those of XML itself, and every element must be closed. */
function parserFor(reader: SpreadsheetReader): Parser {
  let depth = 0
  let openedAt = -1
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth) throw damaged('its elements are too deep inside each other')
        openedAt = parser.endIndex
        reader.open(name, attributes)
      },
      ontext: (text) => reader.text(text),
      onclosetag(name, isImplied) {
        depth -= 1
        // The end of an element that closes itself is where it begins.
        if (isImplied && parser.endIndex !== openedAt) throw damaged(`<${name}> is not closed`)
        reader.close(name)
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw fileProblem('workbook_with_document_type', { name: content })
      },
    },
    { xmlMode: true },
  )
  return parser
}

interface OpenRow {
  readonly cells: SheetCell[]
  readonly repeat: number
  /** Cells without a value since the last one that has one. */
  blank: number
}

interface OpenCell {
  readonly attributes: Attributes
  readonly isCovered: boolean
  readonly text: CellText
}

/** What stands in a cell and is not its value. */
const besides: ReadonlySet<string> = new Set([
  'office:annotation',
  'text:note',
  'text:ruby-text',
  'table:table',
])

const isBesides = (name: string): boolean => besides.has(name) || name.startsWith('draw:')

/**
 * Gathers the rows of one sheet, and the names of all. A file says once what many cells and rows have: what
 * repeats nothing to the end of the sheet takes no memory, and the rest is counted before it is made.
 */
class SpreadsheetReader {
  readonly sheets: string[] = []
  chosen: Sheet | undefined
  private readonly budget = new SheetBudget()
  /** Of the sheet that is open. */
  private name: string | undefined
  private isGathered = false
  private rows: (readonly SheetCell[])[] = []
  private blankRows = 0
  private row: OpenRow | undefined
  private cell: OpenCell | undefined
  /** How many elements are open of what is passed over. */
  private passed = 0

  constructor(private readonly choice: string | undefined) {}

  open(name: string, attributes: Attributes): void {
    if (this.passed > 0 || (this.name !== undefined && isBesides(name))) {
      this.passed += 1
    } else if (name === 'table:table') {
      // A copy of a sheet of another file, which formulas look into.
      if (attributes['table:style-name'] === 'ta_extref') this.passed = 1
      else this.beginSheet(attributes['table:name'] ?? '')
    } else if (name === 'table:table-row') {
      if (this.name !== undefined && this.isGathered)
        this.row = { cells: [], blank: 0, repeat: repeated(attributes['table:number-rows-repeated']) }
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      if (this.row) this.cell = { attributes, isCovered: name !== 'table:table-cell', text: new CellText() }
    } else this.cell?.text.open(name, attributes)
  }

  text(text: string): void {
    if (this.passed === 0) this.cell?.text.add(text)
  }

  close(name: string): void {
    if (this.passed > 0) this.passed -= 1
    else if (name === 'table:table') this.endSheet()
    else if (name === 'table:table-row') this.endRow()
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.endCell()
    else this.cell?.text.close(name)
  }

  private beginSheet(name: string): void {
    if (this.sheets.length >= maxEntries) throw damaged(`it has more than ${maxEntries} sheets`)
    this.sheets.push(name)
    this.name = name
    this.isGathered = this.isWanted(name)
    this.rows = []
    this.blankRows = 0
  }

  /** By its name rather than by its number; without a choice the first one that says something. */
  private isWanted(name: string): boolean {
    const { choice, chosen, sheets } = this
    if (choice === undefined) return chosen?.rows.every(isBlank) ?? true
    return name === choice || (sheets.length === Number(choice) && chosen?.name !== choice)
  }

  private endSheet(): void {
    const { name = '', rows, choice, chosen, isGathered } = this
    this.name = undefined
    const staysEmpty = choice === undefined && chosen !== undefined && rows.every(isBlank)
    if (isGathered && !staysEmpty) this.chosen = { name, rows }
  }

  private endRow(): void {
    const { row, rows } = this
    this.row = undefined
    if (!row) return
    const { cells, repeat } = row
    if (cells.length === 0) {
      this.blankRows += repeat
      return
    }
    const place = placeOf(cells.length, rows.length + this.blankRows + repeat)
    if (rows.length + this.blankRows + repeat > maxSheetRows)
      throw fileProblem('workbook_cell_nowhere', { place })
    this.budget.take(this.blankRows + repeat * cells.length, place)
    while (this.blankRows > 0) {
      rows.push([])
      this.blankRows -= 1
    }
    for (let k = 0; k < repeat; k++) rows.push(cells)
  }

  private endCell(): void {
    const { cell, row } = this
    this.cell = undefined
    if (!cell || !row) return
    const repeat = repeated(cell.attributes['table:number-columns-repeated'])
    const value = cell.isCovered ? '' : odsValue(cell.attributes, cell.text.toString())
    if (value === '') {
      row.blank += repeat
      return
    }
    const width = row.cells.length + row.blank + repeat
    const place = placeOf(width, this.rows.length + this.blankRows + 1)
    if (width > maxSheetColumns) throw fileProblem('workbook_cell_nowhere', { place })
    this.budget.take(row.blank + repeat, place)
    while (row.blank > 0) {
      row.cells.push('')
      row.blank -= 1
    }
    for (let k = 0; k < repeat; k++) row.cells.push(value)
  }
}

/** How often an element stands there. */
function repeated(given: string | undefined): number {
  const times = Number(given ?? 1)
  return Number.isSafeInteger(times) && times > 0 ? times : 1
}

/** `C7` */
function placeOf(column: number, row: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row}`
}
