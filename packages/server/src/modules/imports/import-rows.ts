import { rm } from 'node:fs/promises'
import type { ImportBody, ImportMode } from '@trowel/contract/imports.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { RequestScope } from '../../http/scope.js'
import type { PreparedWork, WorkWatch } from '../../jobs/prepared-work.js'
import { sayingIn } from '../../message.js'
import { changeRows, type RowWriter } from '../../records/writing/row-writer.js'
import type { Transaction } from '../../storage/storage.js'
import type { CellFormats } from './reading/cell-formats.js'
import { withRows, writeRefused } from './reading/read-in-worker.js'
import type { FileWarning, KnownFile } from './reading/table-file.js'
import type { Batch, FileScan } from './reading/worker-protocol.js'
import { scanWhole } from './scan-whole.js'
import { withProblemsAsRefusals } from './uploads/file-refusals.js'
import { type RowsRequest, rowsRequest } from './uploads/import-request.js'
import type { Imports } from './uploads/open-imports.js'
import type { OnStep } from './uploads/progress.js'
import { refuseSecondRun, runOnce, storedOnce } from './uploads/run-once.js'
import {
  findStagedUpload,
  keepRefused,
  type Material,
  type NoteOf,
  removeStagedUpload,
  withLocalFile,
} from './uploads/staged-upload.js'
import { stopped } from './uploads/stopped.js'
import { type ImportPlan, planImport, tableToFill } from './writing/import-plan.js'
import { ImportRun, type RunOutcome } from './writing/import-run.js'
import type { RunOptions } from './writing/run-options.js'
import { isEmpty } from './writing/store.js'

export interface ImportResult extends RunOutcome {
  readonly dryRun: boolean
  readonly mode: ImportMode
  /** Names the refused rows, which can be asked for; `undefined` when there are none. */
  readonly refusedOf: string | undefined
  readonly warnings: readonly FileWarning[]
  readonly warningCount: number
}

/**
 * Finds out whether an uploaded file can be imported as asked. The run then stores all of its rows or none,
 * or, when asked so, leaves out those that are not valid. The file goes when that succeeded and stays when it
 * did not, so that the mapping can be mended.
 *
 * @throws in this order `parameter_missing`, `invalid_parameter`, `unknown_table`,
 *   `plugin_table_not_allowed`, `not_enough_privilege`, `import_error_no_file` (404),
 *   `import_error_unknown_type`, `import_error_parse`, `import_error_no_key`, `import_error_invalid_field`,
 *   `invalid_parameter`, `import_error_mapping_mismatch`; the run: `import_error_validation` with row and
 *   line of each problem, `import_error_transaction`; `conflict` while the same file is being imported
 */
export async function prepareRows(
  imports: Imports,
  scope: RequestScope,
  body: Decoded<typeof ImportBody>,
): Promise<PreparedWork<ImportResult>> {
  const request = rowsRequest(body)
  const table = tableToFill(scope, request.task.table)
  const material = await findStagedUpload(imports.area, scope, body.temp_id, 'table')
  const { tempId } = material
  refuseSecondRun(imports, scope, tempId)
  const { file, scan } = await lookAgain(imports, scope, material, request)
  const plan = planImport(table, request.task, scan)
  return {
    total: scan.count,
    background: request.background,
    dryRun: request.options.dryRun,
    run: (watch) =>
      runUpload(imports, scope, { tempId, file, scan, options: request.options }, watch, (known, filling) =>
        fillTable(scope, { plan, file: known, options: request.options, written: request.written }, filling),
      ),
  }
}

/** What is known of the file, without its path. */
export type FileFacts = Omit<KnownFile, 'path'>

/**
 * The look at the file holds, unless the caller now says that it is of another kind, or wants another sheet.
 */
async function lookAgain(
  imports: Imports,
  scope: RequestScope,
  { tempId, note }: Material<'table'>,
  { type = note.type, sheet }: RowsRequest,
): Promise<{ file: FileFacts; scan: FileScan }> {
  const { form, sheet: known } = note.scan
  const isKnown = type === note.type && (sheet === undefined || known === undefined || sheet === known)
  const scan = isKnown
    ? note.scan
    : await withLocalFile(imports.area, scope.application.name, tempId, (path) =>
        scanWhole({
          path,
          type,
          form: form && { encoding: form.encoding },
          sheet,
          mendsHeader: note.facts !== undefined,
        }),
      )
  return { file: factsOfFile(note, { type, scan }), scan }
}

/** How a file is to be read again: as the look at it found it. */
export const factsOfFile = (
  note: NoteOf<'table'>,
  { type, scan }: Pick<NoteOf<'table'>, 'type' | 'scan'> = note,
): FileFacts => ({ type, form: scan.form, sheet: scan.sheet, mendsHeader: note.facts !== undefined })

export interface UploadedRows {
  readonly tempId: string
  readonly file: FileFacts
  readonly scan: FileScan
  readonly options: RunOptions
}

/**
 * Lets `fill` store the rows of an uploaded file. What was refused is kept for its owner; the file goes when
 * something was stored.
 */
export async function runUpload(
  imports: Imports,
  scope: RequestScope,
  { tempId, file, scan, options }: UploadedRows,
  { onProgress, atEnd, signal }: WorkWatch<ImportResult>,
  fill: (file: KnownFile, watch: FillingWatch<ImportResult>) => Promise<ImportResult>,
): Promise<ImportResult> {
  const app = scope.application.name
  const result = await runOnce(imports, scope, { tempId, scan }, onProgress, (onStep) =>
    withLocalFile(imports.area, app, tempId, (path) => {
      const known = { path, ...file }
      return fill(known, {
        signal,
        onStep,
        atEnd: async (tx, outcome) => {
          const { reasons } = outcome
          if (reasons.size > 0) await keepRefusedRows(imports, app, tempId, known, reasons)
          const filled = resultOf(outcome, options, scan, reasons.size > 0 ? tempId : undefined)
          await storedOnce(imports, tempId, atEnd)(tx, filled)
          return filled
        },
      })
    }),
  )
  if (!options.dryRun) await removeStagedUpload(imports.area, scope, tempId, result.refusedOf !== undefined)
  return result
}

export const resultOf = (
  outcome: RunOutcome,
  { dryRun, mode }: RunOptions,
  { warnings, warningCount }: FileScan,
  refusedOf: string | undefined,
): ImportResult => ({ ...outcome, dryRun, mode, refusedOf, warnings, warningCount })

/** Before the commit: rows that were left out must not be lost. */
async function keepRefusedRows(
  { area }: Imports,
  app: string,
  tempId: string,
  file: KnownFile,
  reasons: ReadonlyMap<number, string>,
): Promise<void> {
  const target = await area.binaries.spool.newPath()
  try {
    await writeRefused({ do: 'write refused', file, reasons, target })
    await keepRefused(area, app, tempId, target)
  } finally {
    await rm(target, { force: true })
  }
}

interface Filling {
  readonly plan: ImportPlan
  readonly file: KnownFile
  readonly options: RunOptions
  readonly written: CellFormats
}

export interface FillingWatch<Result> {
  readonly signal?: AbortSignal | undefined
  readonly onStep: OnStep
  /** Belongs to the transaction. */
  readonly atEnd: (tx: Transaction, outcome: RunOutcome) => Promise<Result>
}

/** Puts the rows of a file into the table, in one transaction, which a dry run undoes. */
export function fillTable<Result>(
  scope: RequestScope,
  filling: Filling,
  watch: FillingWatch<Result>,
): Promise<Result> {
  const { plan, options } = filling
  return withRowsOf(filling, watch.onStep, (batches) =>
    changeRows(
      scope,
      'import',
      async (writer) => watch.atEnd(writer.tx, await writeRows(writer, { plan, options }, batches, watch)),
      { isTrial: options.dryRun },
    ),
  )
}

/** Lets `use` take the rows of a file as a worker reads them. */
export const withRowsOf = <Result>(
  { plan: { table, columns, place }, file, written }: Omit<Filling, 'options'>,
  onStep: OnStep,
  use: (batches: AsyncIterable<Batch>) => Promise<Result>,
): Promise<Result> =>
  withProblemsAsRefusals(() =>
    withRows({ do: 'rows', file, written, table, mapping: columns, place }, onStep, use),
  )

/** Writes the rows in the transaction of `writer`. */
export async function writeRows(
  writer: RowWriter,
  { plan, options }: Pick<Filling, 'plan' | 'options'>,
  batches: AsyncIterable<Batch>,
  { signal, onStep }: Pick<FillingWatch<unknown>, 'signal' | 'onStep'>,
): Promise<RunOutcome> {
  const startsEmpty = await isEmpty(writer.tx, plan.table)
  const say = await sayingIn(writer.scope.application.settings.lang)
  const run = new ImportRun(writer, plan, options, { startsEmpty, say })
  let rowsDone = 0
  for await (const { rows, bytesDone } of batches) {
    if (signal?.aborted) throw stopped()
    await run.take(rows)
    rowsDone += rows.length
    onStep({ phase: 'writing', rows: rowsDone, bytes: bytesDone })
  }
  return run.finish()
}
