import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { Field } from '../../catalogue/catalogue.js'
import { normaliseValue } from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import { type ValueProblem, valueProblems } from '../../catalogue/value-rules.js'
import { ColumnWatch, proposeNames } from './column-proposal.js'
import { FileProblem } from './file-problem.js'
import { type FileRow, type FileType, type FileWarning, openTableFile, type TableFile } from './table-file.js'
import type {
  Batch,
  FileScan,
  FromWorker,
  ImportJob,
  ReadRow,
  ReadValue,
  TableProposal,
} from './worker-protocol.js'

const mostRows = 200
const mostCharacters = 400_000
const mostWarnings = 100
const sampleRows = 10

/** Looks through a whole file. @param seeRow told of every row */
async function scan(path: string, type: FileType, seeRow: (row: FileRow) => void): Promise<FileScan> {
  const warnings: FileWarning[] = []
  let warningCount = 0
  let misfits = 0
  const file = await openTableFile(path, type, undefined, (warning) => {
    warningCount += 1
    if (warning.code === 'short_row' || warning.code === 'long_row') misfits += 1
    if (warnings.length < mostWarnings) warnings.push(warning)
  })
  const sample: unknown[][] = []
  let count = 0
  for await (const row of file.rows()) {
    count += 1
    if (sample.length < sampleRows) sample.push([...row.cells])
    seeRow(row)
  }
  if (count === 0) {
    warningCount += 1
    warnings.push({ line: file.headerLine, code: 'no_rows', text: 'The file has a header line and no rows.' })
  }
  return {
    columns: file.columns,
    headerProblem: file.headerProblem,
    headerLine: file.headerLine,
    form: file.form,
    sample,
    count,
    bytes: file.bytesDone(),
    warnings,
    warningCount,
    sure: sureness(file, count, misfits),
  }
}

/** A wrong delimiter shows in rows that do not fit the header, or in a single column. */
function sureness(file: TableFile, rows: number, misfits: number): number {
  const ofEncoding = file.form?.sure ?? 1
  const fitting = rows === 0 ? 1 : (rows - misfits) / rows
  const ofDelimiter = file.form && file.columns.length === 1 && !file.form.namesDelimiter ? 0.5 : fitting
  return Math.round(ofEncoding * ofDelimiter * 100) / 100
}

async function propose(path: string): Promise<TableProposal> {
  const watches: ColumnWatch[] = []
  const found = await scan(path, 'csv', ({ cells }) => {
    for (const [index, cell] of cells.entries()) {
      let watch = watches[index]
      if (!watch) {
        watch = new ColumnWatch()
        watches[index] = watch
      }
      watch.see(cell)
    }
  })
  const names = proposeNames(found.columns)
  const columns = found.columns.map((column, index) =>
    (watches[index] ?? new ColumnWatch()).proposal(column, names[index] ?? column),
  )
  return { scan: found, columns }
}

/** The rows of a file in batches, read, put into the form in which they are stored, and checked one by one. */
async function* readBatches(job: Extract<ImportJob, { do: 'rows' }>): AsyncGenerator<Batch> {
  const file = await openTableFile(job.path, job.type, job.form, () => {})
  const places = new Map(file.columns.map((column, index) => [column, index]))
  const columns = job.mapping.flatMap(({ column, field }) => {
    const place = places.get(column)
    const target = job.table.fields.get(field)
    return target ? [{ place, field: target }] : []
  })
  let rows: ReadRow[] = []
  let characters = 0
  for await (const { row, line, cells } of file.rows()) {
    const problems: [number, ValueProblem][] = []
    const values = columns.map(({ place, field }, index): ReadValue => {
      const cell = place === undefined ? undefined : cells[place]
      if (typeof cell === 'string') characters += cell.length
      return readValue(field, cell, (problem) => problems.push([index, problem]))
    })
    rows.push({ row, line, values, problems })
    if (rows.length < mostRows && characters < mostCharacters) continue
    yield { rows, bytesDone: file.bytesDone() }
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield { rows, bytesDone: file.bytesDone() }
}

function readValue(field: Field, cell: unknown, add: (problem: ValueProblem) => void): ReadValue {
  if (cell === undefined) return undefined
  if (field.idFromTable !== undefined && typeof cell === 'string' && !/^\s*\d*\s*$/.test(cell)) {
    return { label: cell }
  }
  const value = normaliseValue(field, cell)
  if (value instanceof Unusable) {
    add({ rule: value.rule, text: value.text })
    return null
  }
  if (value !== null) for (const problem of valueProblems(field, value)) add(problem)
  return value
}

async function work(job: ImportJob, port: NonNullable<typeof parentPort>): Promise<void> {
  const say = (message: FromWorker): void => port.postMessage(message)
  try {
    if (job.do === 'scan') return say({ say: 'scanned', scan: await scan(job.path, job.type, () => {}) })
    if (job.do === 'propose') return say({ say: 'proposed', proposal: await propose(job.path) })
    let asked = 0
    let wake: () => void = () => {}
    port.on('message', () => {
      asked += 1
      wake()
    })
    for await (const batch of readBatches(job)) {
      while (asked === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      asked -= 1
      say({ say: 'batch', batch })
    }
    say({ say: 'end' })
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    say({ say: 'problem', reason: error.reason, line: error.line })
  } finally {
    port.close()
  }
}

if (!isMainThread && parentPort) await work(workerData as ImportJob, parentPort)
