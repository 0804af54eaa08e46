import { message } from '../../../message.js'
import { ColumnWatch, WatchBudget } from './column-watch.js'
import { FormatDetector } from './format-detector.js'
import { openTableFile } from './open-table-file.js'
import type { FileRow, FileWarning, KnownFile, TableFile } from './table-file.js'
import type { DetectedForms, FileScan, WatchedScan } from './worker-protocol.js'

const maxWarnings = 100
const sampleRows = 10

/** Looks through a whole file. @param seeRow told of every row @throws FileProblem */
export async function scanTableFile(file: KnownFile, seeRow: (row: FileRow) => void): Promise<FileScan> {
  const warnings: FileWarning[] = []
  let warningCount = 0
  let misfits = 0
  const opened = await openTableFile(file, (warning) => {
    warningCount += 1
    if (warning.code === 'short_row' || warning.code === 'long_row') misfits += 1
    if (warnings.length < maxWarnings) warnings.push(warning)
  })
  const sample: unknown[][] = []
  const forms = new FormatDetector()
  let count = 0
  for await (const row of opened.rows()) {
    count += 1
    if (sample.length < sampleRows) sample.push([...row.cells])
    for (const cell of row.cells) forms.see(cell)
    seeRow(row)
  }
  if (count === 0) {
    warningCount += 1
    warnings.push({
      line: opened.headerLine,
      code: 'no_rows',
      ...message('header_without_rows', {}),
    })
  }
  const detected = { ...detectedText(opened, count, misfits), decimal: forms.decimal(), dates: forms.dates() }
  const { columns, headerProblem, headerLine, form, sheets, sheet, geometry } = opened
  return {
    columns,
    headerProblem,
    headerLine,
    form,
    sheets,
    sheet,
    sample,
    count,
    bytes: opened.bytesDone(),
    warnings,
    warningCount,
    sure: Math.round((detected.encoding?.sure ?? 1) * (detected.delimiter?.sure ?? 1) * 100) / 100,
    detected,
    geometry,
  }
}

/** A wrong delimiter shows in rows that do not fit the header, or in a single column. */
function detectedText(
  { form, columns }: TableFile,
  rows: number,
  misfits: number,
): Pick<DetectedForms, 'encoding' | 'delimiter'> {
  if (!form) return { encoding: null, delimiter: null }
  const fitting = rows === 0 ? 1 : Math.floor(((rows - misfits) / rows) * 100) / 100
  const isAlone = columns.length === 1 && !form.namesDelimiter
  const named = form.namesDelimiter ? 'named in the first line; ' : ''
  return {
    encoding: { value: form.encoding, sure: form.sure, seen: form.seen },
    delimiter: {
      value: form.delimiter,
      sure: isAlone ? 0.5 : fitting,
      seen: `${named}${columns.length} columns in the header; ${rows - misfits} of ${rows} rows fit it`,
    },
  }
}

/** Looks through a whole file, and at the values of each column by themselves. @throws FileProblem */
export async function watchTableFile(file: KnownFile): Promise<WatchedScan> {
  const watches: ColumnWatch[] = []
  const budget = new WatchBudget()
  const scan = await scanTableFile(file, ({ cells }) => {
    for (const [index, cell] of cells.entries()) {
      let watch = watches[index]
      if (!watch) {
        watch = new ColumnWatch(budget)
        watches[index] = watch
      }
      watch.see(cell)
    }
  })
  const facts = scan.columns.map((_, index) => (watches[index] ?? new ColumnWatch(budget)).facts())
  return { scan, facts }
}
