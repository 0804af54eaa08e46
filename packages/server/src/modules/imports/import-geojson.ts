import { type GeojsonImportBody, notAReferenceSystem } from '@trowel/contract/imports.js'
import { epsgOf, nameOfSystem } from '@trowel/contract/model/reference-systems.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { PreparedWork } from '../../jobs/prepared-work.js'
import { message } from '../../message.js'
import { changeRows } from '../../records/writing/row-writer.js'
import type { Transaction } from '../../storage/storage.js'
import { withFeatures } from './reading/read-in-worker.js'
import type { FeatureScan } from './reading/worker-protocol.js'
import { withProblemsAsRefusals } from './uploads/file-refusals.js'
import { outcomeOf } from './uploads/import-request.js'
import type { Imports } from './uploads/open-imports.js'
import type { OnStep } from './uploads/progress.js'
import { refuseSecondRun, runOnce, storedOnce } from './uploads/run-once.js'
import { findStagedUpload, removeStagedUpload, withLocalFile } from './uploads/staged-upload.js'
import { stopped } from './uploads/stopped.js'
import { type FeatureCounts, FeatureRun } from './writing/feature-run.js'
import { tableToFill } from './writing/import-plan.js'
import type { RowProblem } from './writing/row-problems.js'
import type { RunOptions } from './writing/run-options.js'

export interface FeatureResult extends FeatureCounts {
  readonly total: number
  readonly epsg: number
  readonly dryRun: boolean
  readonly problems: readonly RowProblem[]
}

/**
 * Finds out whether an uploaded file of features can give the records of a table their places. The run then
 * stores all of it or nothing, or, when asked so, leaves out the features that are not valid.
 *
 * @throws in this order `parameter_missing`, `invalid_parameter`, `unknown_table`,
 *   `plugin_table_not_allowed`, `not_enough_privilege`, `import_error_no_file` (404),
 *   `import_error_no_geo_field`, `unknown_field`, `import_error_unknown_crs`; the run:
 *   `import_error_validation` with the number of each feature; `conflict` while the same file is being
 *   imported
 */
export async function prepareFeatures(
  imports: Imports,
  scope: RequestScope,
  body: Decoded<typeof GeojsonImportBody>,
): Promise<PreparedWork<FeatureResult>> {
  const { temp_id, tb, geo_prop: property, key_field: keyField } = body
  const outcome = outcomeOf(body)
  const asked = readEpsg(body.epsg)
  const table = tableToFill(scope, tb)
  const { tempId, note } = await findStagedUpload(imports.area, scope, temp_id, 'features')
  if (!table.hasGeodata) throw new AppError('import_error_no_geo_field')
  const key = fieldOf(table, keyField)
  const epsg = knownSystem(asked, note.scan)
  refuseSecondRun(imports, scope, tempId)
  const app = scope.application.name
  return {
    total: note.scan.count,
    background: body.background ?? false,
    dryRun: outcome.dryRun,
    run: async ({ onProgress, atEnd, signal }) => {
      const result = await runOnce(imports, scope, { tempId, scan: note.scan }, onProgress, (onStep) =>
        withLocalFile(imports.area, app, tempId, (path) =>
          placeFeatures(
            scope,
            { table, key, job: { do: 'features', path, property, epsg }, outcome, total: note.scan.count },
            {
              signal,
              onStep,
              atEnd: storedOnce(imports, tempId, atEnd),
            },
          ),
        ),
      )
      if (!outcome.dryRun) await removeStagedUpload(imports.area, scope, tempId, false)
      return result
    },
  }
}

/** A number, or a name such as `EPSG:32633`. */
function readEpsg(name: string | undefined): number | undefined {
  if (name === undefined) return undefined
  const code = epsgOf(name)
  if (code !== undefined) return code
  throw new AppError('invalid_parameter', {
    ...message('epsg_form', { name: 'epsg' }),
    detail: { name: 'epsg', reason: notAReferenceSystem },
  })
}

function knownSystem(asked: number | undefined, { epsg, crs }: FeatureScan): number {
  const code = asked ?? epsg
  if (code !== undefined && nameOfSystem(code) !== undefined) return code
  const name = asked === undefined ? (crs ?? '') : `EPSG:${asked}`
  throw new AppError('import_error_unknown_crs', {
    ...message('reference_system_not_known', { name }),
    detail: { crs: name },
  })
}

interface Placing {
  readonly table: Table
  readonly key: Field
  readonly job: Parameters<typeof withFeatures>[0]
  readonly outcome: Pick<RunOptions, 'leavesOut' | 'dryRun'>
  readonly total: number
}

interface PlacingWatch {
  readonly signal: AbortSignal | undefined
  readonly onStep: OnStep
  readonly atEnd: (tx: Transaction, result: FeatureResult) => Promise<void>
}

function placeFeatures(
  scope: RequestScope,
  { table, key, job, outcome, total }: Placing,
  { signal, onStep, atEnd }: PlacingWatch,
): Promise<FeatureResult> {
  return withProblemsAsRefusals(() =>
    withFeatures(job, onStep, (batches) =>
      changeRows(
        scope,
        'import',
        async (writer) => {
          const run = new FeatureRun(writer, table, key, outcome)
          let done = 0
          for await (const { rows, bytesDone } of batches) {
            if (signal?.aborted) throw stopped()
            await run.take(rows)
            done += rows.length
            onStep({ phase: 'writing', rows: done, bytes: bytesDone })
          }
          const result = { ...run.finish(), total, epsg: job.epsg, dryRun: outcome.dryRun }
          await atEnd(writer.tx, result)
          return result
        },
        { isTrial: outcome.dryRun },
      ),
    ),
  )
}
