import { stat } from 'node:fs/promises'
import readWorkbook from 'read-excel-file/node'
import { fileProblem } from '../../../formats/file-problem.js'
import { ArchiveTooLarge, ZipArchive } from '../../../formats/zip-archive.js'
import { message } from '../../../message.js'
import { SheetBudget, SheetPlaces } from './sheet-places.js'
import type { FileRow, FileWarning, KnownFile, TableFile } from './table-file.js'
import { headerProblem, isTitle, mendHeader } from './table-header.js'

/** A workbook is read as a whole; larger tables come as CSV, which is read as a stream. */
const maxBytes = 32 * 1024 * 1024
const maxRows = 50_000
const maxColumns = 5000
const inside = { entries: 2000, entryBytes: 128 * 1024 * 1024, allBytes: 192 * 1024 * 1024 }

/**
 * One sheet of a workbook (Office Open XML): the values that its cells show last, never formulas; days as
 * `YYYY-MM-DD`. Of merged cells only the first has the value.
 *
 * @throws FileProblem
 */
export async function openXlsx(
  { path, sheet: choice, mendsHeader = false }: Omit<KnownFile, 'type'>,
  warn: (warning: FileWarning) => void,
  onRead: (bytes: number) => void = () => {},
): Promise<TableFile> {
  const { size } = await stat(path)
  if (size > maxBytes) throw fileProblem('workbook_too_large', {})
  // The file is read twice: inspecting it is the first half.
  await inspect(path, (share) => onRead((size * share) / 2))
  const workbook = await readSheets(path)
  const sheets = workbook.map(({ sheet }) => sheet)
  const chosen =
    choice === undefined
      ? workbook[0]
      : (workbook.find(({ sheet }) => sheet === choice) ?? workbook[Number(choice) - 1])
  if (!chosen) {
    throw fileProblem('sheet_missing', { sheet: choice ?? 1, sheets: sheets.slice(0, 50).join(', ') })
  }
  const rows = chosen.data.map((cells) => cells.map(plain))
  const headerAt = headerIn(rows, mendsHeader)
  if (headerAt < 0) throw fileProblem('sheet_empty', { sheet: chosen.sheet })
  if (rows.length - headerAt > maxRows + 1) {
    throw fileProblem('sheet_too_long', { most: maxRows.toLocaleString('en') })
  }
  const body = rows.slice(headerAt + 1)
  const names = headerOf(rows[headerAt] ?? [], body)
  const columns = mendsHeader ? mendHeader(names, headerAt + 1, warn) : names
  return {
    columns,
    headerProblem: headerProblem(columns),
    headerLine: headerAt + 1,
    form: undefined,
    sheets,
    sheet: chosen.sheet,
    bytesDone: () => size,
    rows: () => dataRows(body, headerAt + 2, columns.length, warn),
  }
}

/**
 * Inflates everything once: it must be as small as it says, without document types, and no cell far away from
 * all others.
 */
async function inspect(path: string, onShare: (share: number) => void): Promise<void> {
  try {
    const archive = await ZipArchive.open(path, inside)
    try {
      if (!archive.entries.some(({ names }) => names[0] === '[Content_Types].xml')) {
        throw fileProblem('workbook_none', {})
      }
      const budget = new SheetBudget()
      const size = archive.entries.reduce((sum, entry) => sum + entry.size, 0)
      let inflated = 0
      for (const entry of archive.entries) {
        const name = entry.names[0] ?? ''
        if (/\.(?:xml|rels)$/i.test(name)) await inspectXml(name, archive.read(entry), budget)
        inflated += entry.size
        onShare(inflated / Math.max(size, 1))
      }
    } finally {
      archive.close()
    }
  } catch (error) {
    throw error instanceof ArchiveTooLarge ? fileProblem('workbook_unpacked_too_large', {}) : error
  }
}

async function inspectXml(name: string, content: AsyncIterable<Buffer>, budget: SheetBudget): Promise<void> {
  const places = new SheetPlaces(budget)
  let head = ''
  for await (const piece of content) {
    const text = piece.toString('latin1')
    if (head.length < 4096) head += text
    places.see(text)
  }
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) {
    throw fileProblem('workbook_with_document_type', { name })
  }
}

async function readSheets(path: string): ReturnType<typeof readWorkbook> {
  try {
    // Cells keep their blanks; numbers stay as they are written.
    return await readWorkbook(path, { trim: false })
  } catch (error) {
    throw fileProblem('workbook_damaged', { reason: error instanceof Error ? error.message : String(error) })
  }
}

type Cell = string | number | boolean

/** Spreadsheets count days from 1900: what lies before is a time of the day alone. */
function plain(cell: unknown): Cell {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return ''
    const text = cell.toISOString()
    if (cell.getUTCFullYear() < 1900) return text.slice(11, 19)
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : ''
}

const isBlank = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '')

/** The first row that is not blank, titles above it passed over when they are to be; -1 in an empty sheet. */
function headerIn(rows: readonly (readonly Cell[])[], passesTitles: boolean): number {
  const filled = rows.flatMap((cells, at) => (isBlank(cells) ? [] : [at]))
  const place = passesTitles
    ? filled.findIndex((at, k) => !isTitle(rows[at] ?? [], rows[filled[k + 1] ?? -1]))
    : 0
  return filled[place] ?? -1
}

/** Columns at the right that have neither a name nor a value are none. */
function headerOf(header: readonly Cell[], body: readonly (readonly Cell[])[]): string[] {
  const used = body.reduce(
    (width, cells) => (cells.length > width && !isBlank(cells.slice(width)) ? cells.length : width),
    0,
  )
  const names = header.map((name) => String(name).trim())
  while (names.length < used) names.push('')
  while (names.length > used && names.at(-1) === '') names.pop()
  if (names.length > maxColumns) {
    throw fileProblem('too_many_columns', { columns: names.length, most: maxColumns })
  }
  return names
}

async function* dataRows(
  body: readonly (readonly Cell[])[],
  firstLine: number,
  width: number,
  warn: (warning: FileWarning) => void,
): AsyncGenerator<FileRow> {
  let row = 0
  let blank: number[] = []
  for (const [index, cells] of body.entries()) {
    const line = firstLine + index
    if (isBlank(cells)) {
      if (blank.length < 1000) blank.push(line)
      continue
    }
    for (const at of blank) warn({ line: at, code: 'empty_row', ...message('row_empty_skipped', {}) })
    blank = []
    row += 1
    yield { row, line, cells: Array.from({ length: width }, (_, place) => cells[place] ?? '') }
  }
}
