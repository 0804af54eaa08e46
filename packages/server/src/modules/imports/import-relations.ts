import type { RelationImportBody } from '@trowel/contract/relation-import.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { PreparedWork } from '../../jobs/prepared-work.js'
import { message, sayingIn } from '../../message.js'
import { changeRows, type RowWriter } from '../../records/writing/row-writer.js'
import type { Transaction } from '../../storage/storage.js'
import { factsOfFile } from './import-rows.js'
import { withCells } from './reading/read-in-worker.js'
import type { KnownFile } from './reading/table-file.js'
import type { Batch, CellsRow } from './reading/worker-protocol.js'
import { withProblemsAsRefusals } from './uploads/file-refusals.js'
import { outcomeOf } from './uploads/import-request.js'
import type { Imports } from './uploads/open-imports.js'
import type { OnStep } from './uploads/progress.js'
import { refuseSecondRun, runOnce, storedOnce } from './uploads/run-once.js'
import { findStagedUpload, removeStagedUpload, withLocalFile } from './uploads/staged-upload.js'
import { stopped } from './uploads/stopped.js'
import { listed, tableToFill } from './writing/import-plan.js'
import { RelationProblems } from './writing/relation-problems.js'
import { type RelationOptions, type RelationOutcome, RelationRun } from './writing/relation-run.js'
import { columnsOf, type RelationColumns, StatementReader } from './writing/relation-statements.js'
import { UnitNames } from './writing/unit-names.js'

export interface RelationResult extends RelationOutcome {
  readonly dryRun: boolean
}

/**
 * Finds out whether the records of a table can be related as an uploaded file says. The run then stores all
 * of its relations or none, or, when asked so, leaves out those that are not valid; with them the records of
 * units that are to be made.
 *
 * @throws in this order `unknown_table`, `plugin_table_not_allowed`, `not_enough_privilege`,
 *   `rs_not_configured`, `import_error_no_file` (404), `conflict` while it is being imported,
 *   `invalid_parameter` for columns that the file does not have; the run: `import_error_parse`,
 *   `import_error_validation` with row and line of each problem, loops among them
 */
export async function prepareRelations(
  imports: Imports,
  scope: RequestScope,
  body: Decoded<typeof RelationImportBody>,
): Promise<PreparedWork<RelationResult>> {
  const table = tableToRelate(scope, body.tb)
  const { tempId, note } = await findStagedUpload(imports.area, scope, body.temp_id, 'table')
  refuseSecondRun(imports, scope, tempId)
  refuseColumns(body, note.scan.columns)
  const options = { ...outcomeOf(body), missing: body.missing ?? 'refuse' }
  return {
    total: note.scan.count,
    background: body.background ?? false,
    dryRun: options.dryRun,
    run: async ({ onProgress, atEnd, signal }) => {
      const result = await runOnce(imports, scope, { tempId, scan: note.scan }, onProgress, (onStep) =>
        withLocalFile(imports.area, scope.application.name, tempId, (path) => {
          const file = { path, ...factsOfFile(note) }
          return relate(
            scope,
            { table, file, columns: body, options },
            { signal, onStep, atEnd: storedOnce(imports, tempId, atEnd) },
          )
        }),
      )
      if (!options.dryRun) await removeStagedUpload(imports.area, scope, tempId, false)
      return result
    },
  }
}

/** @throws as `tableToFill`, `rs_not_configured` */
export function tableToRelate(scope: RequestScope, name: string): Table {
  const table = tableToFill(scope, name)
  if (!table.hasStratigraphy) throw new AppError('rs_not_configured', { detail: { tb: table.name } })
  return table
}

/** @throws `invalid_parameter` */
export function refuseColumns({ unit, relations }: RelationColumns, header: readonly string[]): void {
  const missing = columnsOf({ unit, relations }).filter((column) => !header.includes(column))
  if (missing.length > 0) {
    throw new AppError('invalid_parameter', {
      ...message('relation_columns_missing', { columns: listed(missing) }),
      detail: { name: 'relations', reason: 'not in the file' },
    })
  }
  if (relations.every((one) => (one.relation === undefined) !== (one.named_in === undefined))) return
  throw new AppError('invalid_parameter', {
    ...message('relation_or_column', {}),
    detail: { name: 'relations', reason: 'neither "relation" nor "named_in", or both' },
  })
}

export interface Relating {
  readonly table: Table
  readonly file: KnownFile
  readonly columns: RelationColumns
  readonly options: RelationOptions
}

interface RelatingWatch {
  readonly signal: AbortSignal | undefined
  readonly onStep: OnStep
  readonly atEnd: (tx: Transaction, result: RelationResult) => Promise<void>
}

/** Relates the records of a table in one transaction, which a dry run undoes. */
export function relate(
  scope: RequestScope,
  { table, file, columns, options }: Relating,
  { signal, onStep, atEnd }: RelatingWatch,
): Promise<RelationResult> {
  const job = { do: 'cells', file, columns: columnsOf(columns) } as const
  return withProblemsAsRefusals(() =>
    withCells(job, onStep, (batches) =>
      changeRows(
        scope,
        'import',
        async (writer) => {
          const related = await relateRows(writer, { table, file, columns, options }, batches, {
            signal,
            onStep,
          })
          const result = { ...related, dryRun: options.dryRun }
          await atEnd(writer.tx, result)
          return result
        },
        { isTrial: options.dryRun },
      ),
    ),
  )
}

/** Relates records in the transaction of `writer`. */
export async function relateRows(
  writer: RowWriter,
  { table, file, columns, options }: Relating,
  batches: AsyncIterable<Batch<CellsRow>>,
  { signal, onStep }: Pick<RelatingWatch, 'signal' | 'onStep'>,
): Promise<RelationOutcome> {
  const say = await sayingIn(writer.scope.application.settings.lang)
  const names = new UnitNames(writer, table, file.type === 'lst')
  const problems = new RelationProblems()
  const reader = new StatementReader(columns, names, problems)
  let done = 0
  for await (const { rows, bytesDone } of batches) {
    if (signal?.aborted) throw stopped()
    await reader.take(rows)
    done += rows.length
    onStep({ phase: 'writing', rows: done, bytes: bytesDone })
  }
  return new RelationRun(writer, table, options, names, problems).store(reader.statements, say)
}
