import { fileProblem } from '../../../formats/file-problem.js'
import { ArchiveTooLarge, ZipArchive } from '../../../formats/zip-archive.js'
import { message } from '../../../message.js'
import type { FileRow, FileWarning, KnownFile, TableFile } from './table-file.js'
import { headerProblem, isTitle, mendHeader } from './table-header.js'

/** A workbook is read as a whole; larger tables come as CSV, which is read as a stream. */
const maxBytes = 32 * 1024 * 1024
const maxRows = 50_000
const maxColumns = 5000
export const maxEntries = 2000
const inside = { entries: maxEntries, entryBytes: 128 * 1024 * 1024, allBytes: 192 * 1024 * 1024 }

/** What a cell says; `''` where it says nothing. */
export type SheetCell = string | number | boolean

/** A time of the day, or a length of time: `26:30:00`. */
export function hoursMinutesSeconds(seconds: number): string {
  const all = Math.abs(seconds)
  const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return (seconds < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}

export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly SheetCell[])[]
}

/** Lets `use` read the archive that a workbook is. @throws FileProblem */
export async function withWorkbookArchive<T>(
  path: string,
  size: number,
  use: (archive: ZipArchive) => Promise<T>,
): Promise<T> {
  if (size > maxBytes) throw fileProblem('workbook_too_large', {})
  try {
    const archive = await ZipArchive.open(path, inside)
    try {
      return await use(archive)
    } finally {
      archive.close()
    }
  } catch (error) {
    throw error instanceof ArchiveTooLarge ? fileProblem('workbook_unpacked_too_large', {}) : error
  }
}

/** @param choice a sheet by its name or its number from 1 */
export const sheetMissing = (choice: string, sheets: readonly string[]) =>
  fileProblem('sheet_missing', { sheet: choice, sheets: sheets.slice(0, 50).join(', ') })

/**
 * The table that a sheet holds: its header is the first row that says something.
 *
 * @param sheets the names of all sheets
 * @throws FileProblem
 */
export function tableOfSheet(
  { name, rows }: Sheet,
  {
    sheets,
    size,
    mendsHeader = false,
  }: Pick<KnownFile, 'mendsHeader'> & Pick<TableFile, 'sheets'> & { size: number },
  warn: (warning: FileWarning) => void,
): TableFile {
  const headerAt = headerIn(rows, mendsHeader)
  if (headerAt < 0) throw fileProblem('sheet_empty', { sheet: name })
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
    sheet: name,
    bytesDone: () => size,
    rows: () => dataRows(body, headerAt + 2, columns.length, warn),
  }
}

export const isBlank = (cells: readonly SheetCell[]): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '')

/** The first row that is not blank, titles above it passed over when they are to be; -1 in an empty sheet. */
function headerIn(rows: readonly (readonly SheetCell[])[], passesTitles: boolean): number {
  const filled = rows.flatMap((cells, at) => (isBlank(cells) ? [] : [at]))
  const place = passesTitles
    ? filled.findIndex((at, k) => !isTitle(rows[at] ?? [], rows[filled[k + 1] ?? -1]))
    : 0
  return filled[place] ?? -1
}

/** Columns at the right that have neither a name nor a value are none. */
function headerOf(header: readonly SheetCell[], body: readonly (readonly SheetCell[])[]): string[] {
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
  body: readonly (readonly SheetCell[])[],
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
