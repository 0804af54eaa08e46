import { createReadStream } from 'node:fs'
import { fileProblem } from '../../../formats/file-problem.js'
import { message } from '../../../message.js'
import { CsvReader, type CsvRow } from './csv-reader.js'
import type { CsvForm, FileRow, FileWarning, TableFile } from './table-file.js'
import { headerProblem, isTitle, mendHeader } from './table-header.js'
import { decode, detectEncoding } from './text-encoding.js'

type Warn = (warning: FileWarning) => void

const maxColumns = 5000

/**
 * @param known how the file is written; what is not said of it is found out
 * @throws FileProblem when the file is empty, or its text cannot be read
 */
export async function openCsv(
  path: string,
  known: Partial<CsvForm>,
  warn: Warn,
  mendsHeader = false,
): Promise<TableFile> {
  const form = isComplete(known) ? known : await detectForm(path, known)
  let bytes = 0
  const pieces = countBytes(path, (count) => {
    bytes += count
  })
  const all = readRows(pieces, form)
  const { header, rows } = await headerOf(all, await firstRow(all, form.namesDelimiter), mendsHeader)
  if (!header) throw fileProblem('file_without_header', {})
  const names = header.cells.map((name) => name.trim())
  const columns = mendsHeader ? mendHeader(names, header.line, warn) : names
  if (columns.length > maxColumns) {
    throw fileProblem('too_many_columns', { columns: columns.length, most: maxColumns }, header.line)
  }
  return {
    columns,
    headerProblem: headerProblem(columns),
    headerLine: header.line,
    form,
    sheets: [],
    sheet: undefined,
    bytesDone: () => bytes,
    rows: () => dataRows(rows, columns, warn),
  }
}

const isComplete = (form: Partial<CsvForm>): form is CsvForm =>
  form.encoding !== undefined && form.delimiter !== undefined && form.namesDelimiter !== undefined

/** What is known is not asked of the file. */
async function detectForm(path: string, known: Partial<CsvForm>): Promise<CsvForm> {
  const { encoding, sure, seen } =
    known.encoding === undefined
      ? await detectEncoding(piecesOf(path))
      : { encoding: known.encoding, sure: 1, seen: 'chosen' }
  const line = await firstLine(decode(piecesOf(path), encoding))
  const named = /^sep=(.)$/i.exec(line)?.[1]
  const delimiter = known.delimiter ?? named ?? delimiterOf(line)
  return { encoding, sure, seen, delimiter, namesDelimiter: named !== undefined }
}

const piecesOf = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: 256 * 1024 })

async function* countBytes(path: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of piecesOf(path)) {
    count(piece.length)
    yield piece
  }
}

/** The first line that is not blank; a line end inside quotes does not end it. */
async function firstLine(texts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of texts) {
    text += piece
    const line = lineIn(text)
    if (line !== undefined) return line
    if (text.length > 1024 * 1024) break
  }
  return text.trimStart()
}

function lineIn(text: string): string | undefined {
  const start = /\S/.exec(text)?.index ?? text.length
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) return text.slice(start, at)
  }
  return undefined
}

/**
 * The most frequent of comma, semicolon and tab, in this order where they are equal; a bar only where none of
 * them is.
 */
function delimiterOf(line: string): string {
  const plain = line.replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: string): number => plain.split(delimiter).length - 1
  const best = [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one))
  return count(best) === 0 && count('|') > 0 ? '|' : best
}

async function* readRows(pieces: AsyncIterable<Buffer>, form: CsvForm): AsyncGenerator<CsvRow> {
  const reader = new CsvReader(form.delimiter)
  for await (const text of decode(pieces, form.encoding)) yield* reader.read(text)
  yield* reader.end()
}

const isBlank = (row: CsvRow): boolean => row.cells.every((cell) => cell.trim() === '')

async function firstRow(rows: AsyncGenerator<CsvRow>, namesDelimiter: boolean): Promise<CsvRow | undefined> {
  let skip = namesDelimiter
  for (;;) {
    const { value, done } = await rows.next()
    if (done) return undefined
    if (isBlank(value)) continue
    if (!skip) return value
    skip = false
  }
}

/** The header with the rows below it: titles above it are passed over when they are to be. */
async function headerOf(
  rows: AsyncGenerator<CsvRow>,
  first: CsvRow | undefined,
  passesTitles: boolean,
): Promise<{ readonly header: CsvRow | undefined; readonly rows: AsyncIterable<CsvRow> }> {
  let header = first
  while (passesTitles && header && header.cells.length > 1) {
    const next = await firstRow(rows, false)
    if (!next) break
    if (!isTitle(header.cells, next.cells)) return { header, rows: withFirst(next, rows) }
    header = next
  }
  return { header, rows }
}

async function* withFirst(first: CsvRow, rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  yield first
  yield* rows
}

async function* dataRows(
  rows: AsyncIterable<CsvRow>,
  columns: readonly string[],
  warn: Warn,
): AsyncGenerator<FileRow> {
  let row = 0
  let blank: FileWarning[] = []
  for await (const found of rows) {
    if (isBlank(found)) {
      if (blank.length < 1000) blank.push(blankWarning(found))
      continue
    }
    for (const warning of blank) warn(warning)
    blank = []
    row += 1
    for (const warning of oddities(found, columns)) warn(warning)
    yield { row, line: found.line, cells: fitted(found.cells, columns.length) }
  }
  for (const warning of blank) if (warning.code !== 'blank_line') warn(warning)
}

/** As many cells as there are columns: missing ones are empty, surplus ones dropped. */
function fitted(cells: readonly string[], width: number): readonly string[] {
  if (cells.length === width) return cells
  if (cells.length > width) return cells.slice(0, width)
  return [...cells, ...Array<string>(width - cells.length).fill('')]
}

const blankWarning = ({ cells, line }: CsvRow): FileWarning =>
  cells.length === 1 && cells[0] === ''
    ? { line, code: 'blank_line', ...message('line_empty_skipped', {}) }
    : { line, code: 'empty_row', ...message('row_empty_skipped', {}) }

/** Control characters, but for tab and line ends. */
const controlCharacter = /(?![\t\n\r])\p{Cc}/u

function oddities({ cells, line }: CsvRow, columns: readonly string[]): FileWarning[] {
  const found: FileWarning[] = []
  const [given, wanted] = [cells.length, columns.length]
  if (given < wanted) {
    found.push({ line, code: 'short_row', ...message('row_short', { given, wanted }) })
  }
  const surplus = cells.slice(wanted)
  if (surplus.some((cell) => cell.trim() !== '')) {
    const facts = { given, wanted, surplus: surplus.length }
    found.push({ line, code: 'long_row', ...message('row_long', facts) })
  }
  if (given === wanted && cells.every((cell, index) => cell.trim() === columns[index])) {
    found.push({ line, code: 'repeated_header', ...message('header_repeated', {}) })
  }
  for (const cell of cells) {
    const character = controlCharacter.exec(cell)?.[0]
    if (character === undefined) continue
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    const said = message('row_with_control_character', { character: number })
    found.push({ line, code: 'control_character', ...said })
    break
  }
  return found
}
