import type { GeojsonImportRequest } from '@trowel/contract/imports.js'
import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { normaliseValue } from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { setGeometries } from '../geo/service.js'
import { andVisible, readRowAccess } from '../records/row-access.js'
import { DryRunDone, resultOfDryRun } from './dry-run.js'
import { withProblemsAsRefusals } from './file-refusals.js'
import { tableToFill } from './import-plan.js'
import { readFlag, readOutcome, requirePresent, wrongShape } from './import-request.js'
import { mostErrors, mostRefused, type RowProblem, RowsRefused, type RunOptions } from './import-run.js'
import { findMaterial, removeMaterial, withLocalFile } from './material.js'
import type { Imports } from './open-imports.js'
import type { PreparedImport } from './prepared-import.js'
import { withFeatures } from './read-in-worker.js'
import { epsgOf, nameOfSystem } from './reference-systems.js'
import { refuseSecondRun, runOnce } from './run-once.js'
import { stopped } from './stopped.js'
import { selectOwners } from './store.js'
import type { FeatureScan, ReadFeature } from './worker-protocol.js'

export interface FeatureCounts {
  /** Features whose record has their geometry now. */
  updated: number
  /** Those of them whose record had it before. */
  unchanged: number
  /** Features without the property, without a geometry, or whose record does not exist for the caller. */
  notFound: number
  /** Features for a record that an earlier feature of the file had named: the last one counts. */
  repeated: number
  refused: number
}

export interface FeatureResult extends FeatureCounts {
  readonly total: number
  readonly epsg: number
  readonly dryRun: boolean
  readonly problems: readonly RowProblem[]
}

/**
 * Finds out whether an uploaded file of features can give the records of a table their places. The run then stores all of it or
 * nothing, or, when asked so, leaves out the features that are not valid.
 *
 * @throws in this order `parameter_missing`, `invalid_parameter`, `unknown_table`, `plugin_table_not_allowed`,
 *   `not_enough_privilege`, `import_error_no_file` (404), `import_error_no_geo_field`, `unknown_field`, `import_error_unknown_crs`; the
 *   run: `import_error_validation` with the number of each feature; `conflict` while the same file is being imported
 */
export async function prepareFeatures(
  imports: Imports,
  scope: RequestScope,
  body: GeojsonImportRequest,
): Promise<PreparedImport<FeatureResult>> {
  const { temp_id, tb, geo_prop: property, key_field: keyField } = body
  requirePresent({ temp_id, tb, geo_prop: property, key_field: keyField })
  if (typeof tb !== 'string') throw wrongShape('tb', 'the name of a table')
  if (typeof property !== 'string') throw wrongShape('geo_prop', 'the name of a property')
  if (typeof keyField !== 'string') throw wrongShape('key_field', 'the name of a field')
  const outcome = readOutcome(body)
  const background = readFlag('background', body.background)
  const asked = readEpsg(body.epsg)
  const table = tableToFill(scope, tb)
  const { tempId, note } = await findMaterial(imports.area, scope, temp_id, 'features')
  if (!table.hasGeodata) throw new AppError('import_error_no_geo_field')
  const key = fieldOf(table, keyField)
  const epsg = knownSystem(asked, note.scan)
  refuseSecondRun(imports, scope, tempId)
  const app = scope.application.name
  return {
    total: note.scan.count,
    background,
    dryRun: outcome.dryRun,
    run: async ({ onProgress, atEnd, signal }) => {
      const result = await runOnce(imports, scope, { tempId, scan: note.scan }, (progress) =>
        withLocalFile(imports.area, app, tempId, (path) =>
          placeFeatures(
            scope,
            { table, key, job: { do: 'features', path, property, epsg }, outcome, total: note.scan.count },
            {
              signal,
              onProgress: (features, bytes) => {
                progress(features, bytes)
                onProgress(features)
              },
              atEnd,
            },
          ),
        ),
      )
      if (!outcome.dryRun) await removeMaterial(imports.area, app, tempId, false)
      return result
    },
  }
}

/** A number, or a name such as `EPSG:32633`. */
function readEpsg(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const code = typeof value === 'number' || typeof value === 'string' ? epsgOf(String(value)) : undefined
  if (code === undefined) throw wrongShape('epsg', 'the EPSG code of a reference system, for example 32633')
  return code
}

function knownSystem(asked: number | undefined, { epsg, crs }: FeatureScan): number {
  const code = asked ?? epsg
  if (code !== undefined && nameOfSystem(code) !== undefined) return code
  const name = asked === undefined ? (crs ?? '') : `EPSG:${asked}`
  throw new AppError('import_error_unknown_crs', {
    text: `The reference system "${name}" is not known here. Say the EPSG code of another in "epsg", or save the file in WGS 84 (EPSG:4326).`,
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
  readonly onProgress: (features: number, bytes: number) => void
  readonly atEnd: (tx: Transaction, result: FeatureResult) => Promise<void>
}

function placeFeatures(
  scope: RequestScope,
  { table, key, job, outcome, total }: Placing,
  { signal, onProgress, atEnd }: PlacingWatch,
): Promise<FeatureResult> {
  return resultOfDryRun(() =>
    withProblemsAsRefusals(() =>
      withFeatures(job, (batches) =>
        scope.db.write(async (tx) => {
          const run = new FeatureRun(tx, scope, table, key, outcome)
          let done = 0
          for await (const { rows, bytesDone } of batches) {
            if (signal?.aborted) throw stopped()
            await run.take(rows)
            done += rows.length
            onProgress(done, bytesDone)
          }
          const result = { ...run.finish(), total, epsg: job.epsg, dryRun: outcome.dryRun }
          await atEnd(tx, result)
          if (outcome.dryRun) throw new DryRunDone(result)
          return result
        }),
      ),
    ),
  )
}

/** The features of one file on their way to their records, inside one transaction. */
class FeatureRun {
  private readonly counts: FeatureCounts = { updated: 0, unchanged: 0, notFound: 0, repeated: 0, refused: 0 }
  private readonly problems: RowProblem[] = []
  private readonly placed = new Set<number>()

  constructor(
    private readonly tx: Transaction,
    private readonly scope: RequestScope,
    private readonly table: Table,
    private readonly key: Field,
    private readonly outcome: Pick<RunOptions, 'leavesOut' | 'dryRun'>,
  ) {}

  /** @throws RowsRefused as soon as so many problems are known that more help nobody */
  async take(features: readonly ReadFeature[]): Promise<void> {
    const records = await this.recordsOf(features)
    const places = new Map<number, string>()
    for (const feature of features) {
      const { key, wkt, problems } = feature
      if (problems.length > 0) {
        this.refuse(feature, problems)
        continue
      }
      const record = key === undefined ? undefined : records.get(key)
      if (record === undefined || wkt === undefined) {
        this.counts.notFound += 1
      } else if (!record.editable) {
        this.refuse(feature, [notEditable(this.key)])
      } else {
        this.counts.updated += 1
        if (this.placed.has(record.id)) this.counts.repeated += 1
        this.placed.add(record.id)
        // Two features of one record in the same batch: only the later one is written.
        places.set(record.id, wkt)
      }
    }
    if (this.isHopeless()) throw this.refusal()
    if (places.size > 0) this.counts.unchanged += await setGeometries(this.tx, this.table, places)
  }

  /** @throws RowsRefused when any feature was refused and none may be */
  finish(): FeatureCounts & { readonly problems: readonly RowProblem[] } {
    const { leavesOut, dryRun } = this.outcome
    if (this.counts.refused > 0 && !leavesOut && !dryRun) throw this.refusal()
    return { ...this.counts, problems: this.problems }
  }

  private isHopeless(): boolean {
    const { leavesOut, dryRun } = this.outcome
    return !dryRun && (leavesOut ? this.counts.refused > mostRefused : this.problems.length >= mostErrors)
  }

  private refusal(): RowsRefused {
    return new RowsRefused(this.problems, this.counts.refused)
  }

  private refuse({ row }: ReadFeature, problems: readonly FieldProblem[]): void {
    this.counts.refused += 1
    for (const problem of problems) {
      if (this.problems.length < mostErrors)
        this.problems.push({ ...problem, rule: problem.code, row, line: null })
    }
  }

  /** The records that the features name, by key: of several with one key that with the lowest id. */
  private async recordsOf(
    features: readonly ReadFeature[],
  ): Promise<ReadonlyMap<string, { readonly id: number; readonly editable: boolean }>> {
    const { tx, scope, table, key } = this
    const texts = new Map<string | number, string[]>()
    for (const { key: text } of features) {
      const value = text === undefined ? null : normaliseValue(key, text)
      if (text === undefined || value === null || value instanceof Unusable) continue
      texts.set(value, [...(texts.get(value) ?? []), text])
    }
    if (texts.size === 0) return new Map()
    const ids = new Map<string, number>()
    for (const { id, value } of await selectOwners(
      tx,
      table,
      key.name,
      [...texts.keys()],
      andVisible(scope, table),
    )) {
      for (const text of texts.get(value) ?? []) ids.set(text, Math.min(id, ids.get(text) ?? id))
    }
    if (ids.size === 0) return new Map()
    const isFiltered = scope.rights.levelsOn(table).filter !== undefined
    const access = isFiltered ? await readRowAccess(tx, scope, table, [...new Set(ids.values())]) : undefined
    return new Map(
      [...ids].map(([text, id]) => [
        text,
        { id, editable: access ? access.get(id)?.editable === true : true },
      ]),
    )
  }
}

const notEditable = ({ name, label }: Field): FieldProblem => ({
  field: name,
  label: label || name,
  code: 'not_enough_privilege',
  text: 'You may not change the record with this key.',
})
