import { Parser } from 'htmlparser2'
import type { ZipArchive } from '../../../formats/zip-archive.js'
import { hoursMinutesSeconds } from './workbook.js'

/**
 * What a number format shows of a number: the time that has passed, in hours that go on after 24, or the time
 * of a day.
 */
type TimeFormat = 'elapsed' | 'clock'

/** The cells of a sheet that show times, by their places such as `C7`. */
export type TimeCells = Map<string, TimeFormat>

/** What a workbook says of the times in it; the library reads them all as moments. */
export interface WorkbookTimes {
  /** Of each style of cells, by its number. */
  readonly formats: readonly (TimeFormat | undefined)[]
  /** The part of the archive in which a sheet lies, by the name of the sheet. */
  readonly partOfSheet: ReadonlyMap<string, string>
  /** When the day 0 is, in milliseconds of Unix: 1899-12-30, or 1904-01-01 in workbooks of older Macs. */
  readonly dayZero: number
}

/** @throws FileProblem, ArchiveTooLarge */
export async function readWorkbookTimes(archive: ZipArchive): Promise<WorkbookTimes> {
  const targets = new Map<string, string>()
  let stylesPart = 'xl/styles.xml'
  await eachElement(archive, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    if (name !== 'Relationship') return
    const { Id = '', Type = '', Target = '' } = attributes
    const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
    targets.set(Id, part)
    if (Type.endsWith('/styles')) stylesPart = part
  })
  const partOfSheet = new Map<string, string>()
  let dayZero = Date.UTC(1899, 11, 30)
  await eachElement(archive, 'xl/workbook.xml', (element, { name = '', id = '', date1904 = '' }) => {
    if (element === 'sheet') partOfSheet.set(name, targets.get(id) ?? '')
    if (element === 'workbookPr' && /^(?:1|true)$/.test(date1904)) dayZero = Date.UTC(1904, 0, 1)
  })
  return { partOfSheet, dayZero, formats: await readFormats(archive, stylesPart) }
}

async function readFormats(archive: ZipArchive, part: string): Promise<(TimeFormat | undefined)[]> {
  const codes = new Map<number, string>(builtIn)
  const formats: (TimeFormat | undefined)[] = []
  let isOfCells = false
  await eachElement(archive, part, (name, { numFmtId, formatCode = '' }) => {
    const id = Number(numFmtId)
    if (name === 'numFmt' && !codes.has(id)) codes.set(id, formatCode)
    else if (name === 'cellXfs') isOfCells = true
    else if (name === 'cellStyles' || name === 'dxfs') isOfCells = false
    else if (name === 'xf' && isOfCells) formats.push(timeFormatOf(codes.get(id) ?? ''))
  })
  return formats
}

/** ECMA-376 part 1, §18.8.30: the times among the formats that every program knows. */
const builtIn: readonly (readonly [number, string])[] = [
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
]

function timeFormatOf(code: string): TimeFormat | undefined {
  const [positive = ''] = code.replace(/"[^"]*"|\\./g, ' ').split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'elapsed'
  const letters = positive.replace(/\[[^\]]*\]|AM\/PM|A\/P/gi, '')
  // With a year or a day it is a moment, and so are months in words.
  return /[hs]/i.test(letters) && !/[ydeg]|mmm/i.test(letters) ? 'clock' : undefined
}

async function eachElement(
  archive: ZipArchive,
  part: string,
  see: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const entry = archive.entries.find(({ names }) => names[0] === part)
  if (!entry) return
  const local = (name: string): string => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        see(
          local(name),
          Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
        ),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const piece of archive.read(entry)) parser.write(decoder.decode(piece, { stream: true }))
  parser.end()
}

/** What is shown as a time of the day but lies beyond the first year is a moment. */
const maxClockDays = 366
const second = 1000
const daySeconds = 86_400

/**
 * What a cell with such a format says, as an OpenDocument spreadsheet has it: `26:30:00`.
 *
 * @returns undefined for a moment of which a cell shows the time alone
 */
export function writtenTime(moment: Date, format: TimeFormat, dayZero: number): string | undefined {
  // A fraction of a day is never exact: the nearest second is meant.
  const seconds = Math.round((moment.getTime() - dayZero) / second)
  if (format === 'clock' && Math.abs(seconds) >= maxClockDays * daySeconds) return undefined
  return hoursMinutesSeconds(seconds)
}
