import type { FileType } from '@trowel/contract/imports.js'
import { frozen } from '../../access/levels.js'
import { storedFields } from '../../catalogue/catalogue.js'
import { isRequired } from '../../catalogue/field-rules.js'
import { FileProblem } from '../../formats/file-problem.js'
import type { RequestScope } from '../../http/scope.js'
import { type FieldOfColumn, makeAndFill, orderOf, type TableSource } from './import-new-table.js'
import { type RelationResult, refuseColumns, relate, tableToRelate } from './import-relations.js'
import { type FillingWatch, fillTable, type ImportResult, resultOf } from './import-rows.js'
import { asTheyAre } from './reading/cell-formats.js'
import { proposeFields } from './reading/column-proposal.js'
import { watchFile } from './reading/read-in-worker.js'
import type { FileScan } from './reading/worker-protocol.js'
import { scanWhole } from './scan-whole.js'
import { unreadable, withProblemsAsRefusals } from './uploads/file-refusals.js'
import type { Imports } from './uploads/open-imports.js'
import type { ImportProgress, OnStep } from './uploads/progress.js'
import { noSuchFile, ownerOf } from './uploads/staged-upload.js'
import { type ImportTask, planImport, tableToFill } from './writing/import-plan.js'
import type { RelationOptions } from './writing/relation-run.js'
import type { RelationColumns } from './writing/relation-statements.js'
import { allOrNothing } from './writing/run-options.js'

/**
 * The fields that a file can fill, in configuration order. @throws `unknown_table`,
 * `plugin_table_not_allowed`, `not_enough_privilege`
 */
export function listImportFields(
  scope: RequestScope,
  tableName: string,
): { name: string; label: string; type: string; required: boolean }[] {
  const table = tableToFill(scope, tableName)
  return [...storedFields(table).values()]
    .filter((field) => field.name !== 'creator')
    .map((field) => ({
      name: field.name,
      label: field.label || field.name,
      type: field.type,
      required: isRequired(field),
    }))
}

/** How far the run of a file is. @throws `import_error_no_file` (404) for what is not the caller's */
export function readProgress({ progress }: Imports, scope: RequestScope, tempId: string): ImportProgress {
  const run = progress.read(tempId, ownerOf(scope))
  if (!run) throw noSuchFile()
  return run
}

/** The rights of the command line end nowhere; a frozen application is closed to it all the same. */
function refuseFrozen({ application }: RequestScope): void {
  if (application.settings.status === 'frozen') throw frozen()
}

/** A file on this machine that goes into a table. */
export interface CsvImport extends Omit<ImportTask, 'mapping'> {
  readonly path: string
  /** `{column of the file: field}`; null or `''` leaves a column out. */
  readonly mapping: Readonly<Record<string, unknown>>
}

/**
 * Imports a file that lies on this machine, by the same rules as an uploaded one.
 *
 * @param onProgress told of the rows done, of how many, and that in words
 * @throws as `prepareRows`
 */
export async function importCsv(
  scope: RequestScope,
  task: CsvImport,
  onProgress: CsvProgress = () => {},
): Promise<ImportResult> {
  refuseFrozen(scope)
  const table = tableToFill(scope, task.table)
  const scan = await scanWhole({ path: task.path, type: 'csv' })
  const plan = planImport(table, { ...task, mapping: Object.entries(task.mapping) }, scan)
  const file = { path: task.path, type: 'csv', form: scan.form } as const
  return fillTable(
    scope,
    { plan, file, options: allOrNothing, written: asTheyAre },
    watchOf(scan, onProgress),
  )
}

/** A file of relations on this machine. */
export interface RelationFile extends RelationOptions {
  readonly path: string
  readonly type: FileType
  readonly table: string
  /** How its relations stand in its columns. */
  readonly standIn: (columns: readonly string[]) => RelationColumns
}

/** Relates the records of a table as a file on this machine says. @throws as `prepareRelations` */
export async function importRelations(
  scope: RequestScope,
  { path, type, table: name, standIn, ...options }: RelationFile,
  onProgress: CsvProgress = () => {},
): Promise<RelationResult> {
  refuseFrozen(scope)
  const table = tableToRelate(scope, name)
  const scan = await scanWhole({ path, type })
  const columns = standIn(scan.columns)
  refuseColumns(columns, scan.columns)
  const file = { path, type, form: scan.form }
  const watch = { signal: undefined, onStep: tellRows(scan, onProgress), atEnd: async () => {} }
  return relate(scope, { table, file, columns, options }, watch)
}

type CsvProgress = (done: number, total: number, text: string) => void

const tellRows =
  ({ count }: FileScan, onProgress: CsvProgress): OnStep =>
  ({ rows }) =>
    onProgress(rows, count, `${rows.toLocaleString('en')} of ${count.toLocaleString('en')} rows`)

const watchOf = (scan: FileScan, onProgress: CsvProgress): FillingWatch<ImportResult> => ({
  onStep: tellRows(scan, onProgress),
  atEnd: async (_tx, outcome) => resultOf(outcome, allOrNothing, scan, undefined),
})

/** A file of separated values on this machine, and the fields that its columns would become. */
export interface CsvProposal {
  readonly source: TableSource
  readonly fields: readonly FieldOfColumn[]
}

/** @throws `import_error_parse` */
export async function proposeCsv(path: string): Promise<CsvProposal> {
  const { scan, facts } = await withProblemsAsRefusals(() => watchFile({ path, type: 'csv' }))
  const { headerProblem, headerLine } = scan
  if (headerProblem !== undefined) throw unreadable(new FileProblem(headerProblem, headerLine))
  const source = { scan, facts, written: asTheyAre, place: undefined }
  return { source, fields: proposeFields(scan.columns, facts, asTheyAre) }
}

/** A table that is to be made of such a file. */
export interface CsvTable {
  readonly path: string
  readonly source: TableSource
  readonly name: string
  readonly label: string
  readonly fields: readonly FieldOfColumn[]
  /** The field that names its records and tells them apart; every row is a new record when undefined. */
  readonly keyField: string | undefined
}

/** Makes the table and takes the rows in: all of it or nothing. @throws as `prepareNewTable` */
export async function importCsvAsTable(
  scope: RequestScope,
  { path, source, keyField, ...table }: CsvTable,
  onProgress: CsvProgress = () => {},
): Promise<ImportResult> {
  refuseFrozen(scope)
  const { scan } = source
  const [short] = table.fields.filter(({ kind }) => kind !== 'longText')
  const order = orderOf(
    { ...table, fields: [...table.fields], id_field: keyField ?? short?.name, rs: false, geodata: false },
    source,
  )
  const file = { path, type: 'csv', form: scan.form } as const
  return makeAndFill(
    scope,
    { order: { ...order, keyField: keyField ?? null }, source, options: allOrNothing, file },
    watchOf(scan, onProgress),
  )
}
