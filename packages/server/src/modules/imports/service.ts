import { join } from 'node:path'
import type { ImportRequest } from '@trowel/contract/imports.js'
import type { Config } from '../../config.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { FileProblem } from './file-problem.js'
import {
  find,
  type ImportFolder,
  keep,
  type Material,
  noSuchFile,
  ownerOf,
  receive,
  remove,
} from './import-folder.js'
import { type ImportPlan, type ImportWish, planImport, tableToFill } from './import-plan.js'
import { type ImportCounts, ImportRun, mostErrors, RowsRefused } from './import-run.js'
import { type ImportProgress, ProgressBoard } from './progress.js'
import { proposeTable as proposeInWorker, scanFile, withRows } from './read-in-worker.js'
import { isEmpty } from './store.js'
import { type FileType, type FileWarning, fileTypes } from './table-file.js'
import type { FileScan, TableProposal } from './worker-protocol.js'

/** What imports keep for as long as the process lives. */
export interface Imports {
  readonly folder: ImportFolder
  readonly progress: ProgressBoard
}

export const openImports = ({ dataFolder, limits }: Config): Imports => ({
  folder: { path: join(dataFolder, 'imports'), minutes: limits.importMinutes },
  progress: new ProgressBoard(),
})

/** The fields that a file can fill, in configuration order. @throws `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege` */
export function listImportFields(
  scope: RequestScope,
  tableName: string,
): { name: string; label: string; type: string }[] {
  const table = tableToFill(scope, tableName)
  return [...table.fields.values()]
    .filter((field) => field.name !== 'creator')
    .map(({ name, label, type }) => ({ name, label: label || name, type }))
}

export interface Upload {
  readonly content: AsyncIterable<Buffer>
  /** What was sent besides the file; complete when its content was read to the end. */
  fields(): Promise<{ readonly type: string | undefined; readonly table: string | undefined }>
}

/**
 * Takes an uploaded file and looks through all of it. It stays for the caller's runs until it expires; nothing of it stays when
 * it is refused.
 *
 * @throws `import_error_no_file` without a file, `import_error_unknown_type`, `import_error_parse`; what the upload throws
 */
export async function previewUpload(
  { folder, progress }: Imports,
  scope: RequestScope,
  upload: Upload | undefined,
): Promise<Material> {
  if (!upload) throw new AppError('import_error_no_file', { text: 'Send the file in the part "file".' })
  const { tempId, path } = await receive(folder, upload.content)
  try {
    const { type: asked, table } = await upload.fields()
    const type = readType(asked)
    if (table !== undefined && table !== '') tableToFill(scope, table)
    const scan = await scanWhole(path, type)
    const owner = ownerOf(scope.application.name, scope.principal)
    await keep(folder, tempId, { owner, type, scan })
    progress.post(tempId, newProgress(owner, scan, folder))
    return { tempId, path, type, scan }
  } catch (error) {
    await remove(folder, tempId)
    throw error
  }
}

const newProgress = (
  owner: string,
  { count, bytes }: FileScan,
  { minutes }: ImportFolder,
): ImportProgress => ({
  owner,
  state: 'waiting',
  rowsDone: 0,
  rowsTotal: count,
  bytesDone: 0,
  bytesTotal: bytes,
  until: Date.now() + minutes * 60_000,
})

function readType(asked: unknown): FileType {
  const type = fileTypes.find((known) => known === asked)
  if (type) return type
  throw new AppError('import_error_unknown_type', {
    text: `Rows can be imported from files of type ${fileTypes.join(' or ')}; say which one in "type".`,
    detail: asked,
  })
}

/** @throws `import_error_parse` with `detail` of line and reason, and in `warnings` whatever else is odd */
async function scanWhole(path: string, type: FileType): Promise<FileScan> {
  const scan = await withProblemsAsRefusals(() => scanFile(path, type))
  if (scan.headerProblem === undefined) return scan
  throw unreadable(new FileProblem(scan.headerProblem, scan.headerLine), {
    count: scan.count,
    warnings: scan.warnings,
    warning_count: scan.warningCount,
  })
}

function unreadable(problem: FileProblem, body?: Readonly<Record<string, unknown>>): AppError {
  return new AppError('import_error_parse', {
    text: `The file cannot be read. ${problem.message.charAt(0).toUpperCase()}${problem.message.slice(1)}`,
    detail: { line: problem.line, reason: problem.reason },
    ...(body === undefined ? {} : { body }),
    cause: problem,
  })
}

async function withProblemsAsRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileProblem) throw unreadable(error)
    if (error instanceof RowsRefused) throw rowsRefused(error)
    throw error
  }
}

function rowsRefused({ problems }: RowsRefused): AppError {
  const rows = new Set(problems.map((problem) => problem['row'])).size
  const many = problems.length >= mostErrors ? ' The list ends with the first hundred problems.' : ''
  return new AppError('import_error_validation', {
    text: `${rows === 1 ? '1 row is' : `${rows} rows are`} not valid and nothing was imported; "errors" names each of them.${many}`,
    errors: problems,
  })
}

export interface ImportResult extends ImportCounts {
  readonly warnings: readonly FileWarning[]
  readonly warningCount: number
}

/**
 * Runs an uploaded file into a table: all of its rows or none. The file goes when that succeeded and stays when it did not, so that
 * the mapping can be mended.
 *
 * @throws in this order `parameter_missing`, `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`,
 *   `import_error_no_file` (404), `import_error_unknown_type`, `import_error_parse`, `import_error_no_key`,
 *   `import_error_invalid_field`, `invalid_parameter`, `import_error_mapping_mismatch`; then `import_error_validation` with row and
 *   line of each problem, `import_error_transaction`; `conflict` while the same file is being imported
 */
export async function runUpload(
  { folder, progress }: Imports,
  scope: RequestScope,
  request: ImportRequest,
): Promise<ImportResult> {
  const wish = readWish(request)
  const table = tableToFill(scope, wish.table)
  const owner = ownerOf(scope.application.name, scope.principal)
  const material = await find(folder, request.temp_id, owner)
  const { tempId, path } = material
  if (progress.read(tempId, owner)?.state === 'running') {
    throw new AppError('conflict', { text: 'This file is being imported already; wait until that is done.' })
  }
  const type = request.type === undefined || request.type === null ? 'csv' : readType(request.type)
  const scan = type === material.type ? material.scan : await scanWhole(path, type)
  const plan = planImport(table, wish, scan.columns)
  const run = progress.post(tempId, newProgress(owner, scan, folder))
  run.state = 'running'
  try {
    const counts = await fill(scope, plan, { path, type, scan }, (rows, bytes) => {
      run.rowsDone = rows
      run.bytesDone = bytes
    })
    run.state = 'done'
    await remove(folder, tempId)
    return { ...counts, warnings: scan.warnings, warningCount: scan.warningCount }
  } catch (error) {
    run.state = 'failed'
    throw error
  }
}

function readWish({ temp_id, tb, mapping, key_field }: ImportRequest): ImportWish {
  for (const [name, value] of Object.entries({ temp_id, tb, mapping, key_field })) {
    // A key field of null is said on purpose: every row is new.
    if (value !== undefined && value !== '' && (value !== null || name === 'key_field')) continue
    throw new AppError('parameter_missing', { text: `"${name}" is missing.`, detail: name })
  }
  if (typeof tb !== 'string') throw wrongShape('tb', 'the name of a table')
  if (key_field !== null && typeof key_field !== 'string')
    throw wrongShape('key_field', 'the name of a field, or null')
  return { table: tb, mapping: readMapping(mapping), keyField: key_field }
}

/** An object, or a list of pairs: names such as `__proto__` cannot be keys of an object that is sent. */
function readMapping(mapping: unknown): ImportWish['mapping'] {
  if (Array.isArray(mapping)) {
    return mapping.map((pair: unknown) => {
      const { column, field } = isObject(pair) ? pair : {}
      if (typeof column !== 'string') throw wrongShape('mapping', mappingForms)
      return [column, field ?? null] as const
    })
  }
  if (!isObject(mapping)) throw wrongShape('mapping', mappingForms)
  return Object.entries(mapping)
}

const mappingForms = 'an object `{column: field}`, or a list of `{column, field}`'

const isObject = (value: unknown): value is Readonly<Record<'column' | 'field', unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrongShape = (name: string, needed: string): AppError =>
  new AppError('invalid_parameter', {
    text: `"${name}" must be ${needed}.`,
    detail: { name, reason: `not ${needed}` },
  })

/** How far the run of a file is. @throws `import_error_no_file` (404) for what is not the caller's */
export function readProgress({ progress }: Imports, scope: RequestScope, tempId: string): ImportProgress {
  const run = progress.read(tempId, ownerOf(scope.application.name, scope.principal))
  if (!run) throw noSuchFile()
  return run
}

interface ScannedFile {
  readonly path: string
  readonly type: FileType
  readonly scan: FileScan
}

/** Puts all rows of a file into the table, in one transaction. @param onProgress told of rows and bytes done, now and then */
async function fill(
  scope: RequestScope,
  plan: ImportPlan,
  { path, type, scan }: ScannedFile,
  onProgress: (rows: number, bytes: number) => void,
): Promise<ImportCounts> {
  const { table, columns } = plan
  const job = { do: 'rows', path, type, form: scan.form, table, mapping: columns } as const
  return withProblemsAsRefusals(() =>
    withRows(job, (batches) =>
      scope.db.write(async (tx) => {
        const run = new ImportRun(tx, scope, plan, await isEmpty(tx, table))
        let rowsDone = 0
        for await (const { rows, bytesDone } of batches) {
          await run.take(rows)
          rowsDone += rows.length
          onProgress(rowsDone, bytesDone)
        }
        return run.finish()
      }),
    ),
  )
}

/** A file on this machine that goes into a table. */
export interface CsvImport extends Omit<ImportWish, 'mapping'> {
  readonly path: string
  /** `{column of the file: field}`; null or `''` leaves a column out. */
  readonly mapping: Readonly<Record<string, unknown>>
}

/**
 * Imports a file that lies on this machine, by the same rules as an uploaded one.
 *
 * @param onProgress told of the rows done, of how many, and that in words
 * @throws as `runUpload`
 */
export async function importCsv(
  scope: RequestScope,
  wish: CsvImport,
  onProgress: (done: number, total: number, text: string) => void = () => {},
): Promise<ImportResult> {
  const table = tableToFill(scope, wish.table)
  const scan = await scanWhole(wish.path, 'csv')
  const plan = planImport(table, { ...wish, mapping: Object.entries(wish.mapping) }, scan.columns)
  const counts = await fill(scope, plan, { path: wish.path, type: 'csv', scan }, (rows) => {
    onProgress(rows, scan.count, `${rows.toLocaleString('en')} of ${scan.count.toLocaleString('en')} rows`)
  })
  return { ...counts, warnings: scan.warnings, warningCount: scan.warningCount }
}

/**
 * The fields that would hold the columns of a file, names and types decided by all of its rows.
 * @throws `import_error_parse`
 */
export async function proposeTable(path: string): Promise<TableProposal> {
  const proposal = await withProblemsAsRefusals(() => proposeInWorker(path))
  const { headerProblem, headerLine } = proposal.scan
  if (headerProblem !== undefined) throw unreadable(new FileProblem(headerProblem, headerLine))
  return proposal
}
