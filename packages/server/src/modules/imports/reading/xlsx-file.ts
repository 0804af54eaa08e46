import { stat } from 'node:fs/promises'
import readWorkbook from 'read-excel-file/node'
import { fileProblem } from '../../../formats/file-problem.js'
import { columnLetters } from '../../../formats/sheet-text.js'
import { SheetBudget, SheetPlaces } from './sheet-places.js'
import type { FileWarning, KnownFile, TableFile } from './table-file.js'
import { isBlank, type SheetCell, sheetMissing, tableOfSheet, withWorkbookArchive } from './workbook.js'
import { readWorkbookTimes, type TimeCells, writtenTime } from './xlsx-times.js'

/**
 * One sheet of a workbook (Office Open XML), the first that says something unless one is named: the values
 * that its cells show last, never formulas; days as `YYYY-MM-DD`, lengths of time as `26:30:00`. Of merged
 * cells only the first has the value.
 *
 * @throws FileProblem
 */
export async function openXlsx(
  { path, sheet: choice, mendsHeader }: Omit<KnownFile, 'type'>,
  warn: (warning: FileWarning) => void,
  onRead: (bytes: number) => void = () => {},
): Promise<TableFile> {
  const { size } = await stat(path)
  // The file is read twice: inspecting it is the first half.
  const timesOf = await inspect(path, size, (share) => onRead((size * share) / 2))
  const workbook = (await readSheets(path)).map(({ sheet, data }) => {
    const timeAt = timesOf(sheet)
    return {
      name: sheet,
      rows: data.map((cells, row) => cells.map((cell, column) => timeAt(cell, row, column) ?? plain(cell))),
    }
  })
  const sheets = workbook.map(({ name }) => name)
  const chosen =
    choice === undefined
      ? (workbook.find(({ rows }) => !rows.every(isBlank)) ?? workbook[0])
      : (workbook.find(({ name }) => name === choice) ?? workbook[Number(choice) - 1])
  if (!chosen) throw sheetMissing(choice ?? '1', sheets)
  return tableOfSheet(chosen, { sheets, size, mendsHeader }, warn)
}

/** What a cell says that shows a time and no day. */
type TimeAt = (cell: unknown, row: number, column: number) => string | undefined

/**
 * Inflates everything once: it must be as small as it says, without document types, and no cell far away from
 * all others.
 *
 * @returns the times of a sheet
 */
const inspect = (
  path: string,
  size: number,
  onShare: (share: number) => void,
): Promise<(sheet: string) => TimeAt> =>
  withWorkbookArchive(path, size, async (archive) => {
    if (!archive.entries.some(({ names }) => names[0] === '[Content_Types].xml')) {
      throw fileProblem('workbook_none', {})
    }
    const budget = new SheetBudget()
    const { formats, partOfSheet, dayZero } = await readWorkbookTimes(archive)
    const cellsOfPart = new Map<string, TimeCells>()
    const unpacked = archive.entries.reduce((sum, entry) => sum + entry.size, 0)
    let inflated = 0
    for (const entry of archive.entries) {
      const name = entry.names[0] ?? ''
      if (/\.(?:xml|rels)$/i.test(name)) {
        const times: TimeCells = new Map()
        const places = new SheetPlaces(budget, (place, style) => {
          const format = formats[style]
          if (format) times.set(place, format)
        })
        await inspectXml(name, archive.read(entry), places)
        cellsOfPart.set(name, times)
      }
      inflated += entry.size
      onShare(inflated / Math.max(unpacked, 1))
    }
    return (sheet) => {
      const times = cellsOfPart.get(partOfSheet.get(sheet) ?? '')
      return (cell, row, column) => {
        if (!times || times.size === 0 || !(cell instanceof Date)) return undefined
        const format = times.get(`${columnLetters(column)}${row + 1}`)
        return format && writtenTime(cell, format, dayZero)
      }
    }
  })

async function inspectXml(name: string, content: AsyncIterable<Buffer>, places: SheetPlaces): Promise<void> {
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

/** A cell without a day is a time, also where its format shows a day. */
const firstTime = Date.UTC(1899, 11, 30)
const firstDay = Date.UTC(1899, 11, 31)

/** A fraction of a day is never exact: the nearest second is meant. */
function plain(cell: unknown): SheetCell {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return ''
    const moment = new Date(Math.round(cell.getTime() / 1000) * 1000)
    const [day = '', time = ''] = moment.toISOString().replace('.000', '').split('T')
    if (moment.getTime() >= firstTime && moment.getTime() < firstDay) return time.slice(0, 8)
    return time === '00:00:00Z' ? day : `${day}T${time}`
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : ''
}
