import type { MatrixExportQuery, MatrixQuery } from '@trowel/contract/stratigraphy.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { boundedThreads } from '../../bounded-threads.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { timeInFileName } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { addTablesRead } from '../../query/tables-read.js'
import { fromLegacyParameters } from '../../records/listing/legacy-parameters.js'
import { readSearchCriteria, visibleCondition } from '../../records/rows/search-criteria.js'
import { keyOf } from '../../storage/sql.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { matrixFormats } from './export/formats.js'
import type { JobName, JobOptions } from './matrix-jobs.js'
import { relationsQuery, unitsQuery } from './matrix-store.js'
import type { MatrixTask } from './matrix-worker.js'

/** Answers can be large: a few of each application are kept. They take longer than asking for a change. */
const answers = new VersionedCache<Uint8Array>(8, () => true, true)

export interface MatrixRequest<Job extends JobName> {
  readonly job: Job
  readonly options: JobOptions<Job>
  /** The table, and the restriction of a listing. */
  readonly query: Decoded<typeof MatrixQuery>
  readonly limitMs: number
}

/**
 * Reads the units and relations of a table, as far as they are asked for and the caller may see them, and
 * lets a thread make of them what the job makes. Without a restriction these are all units and relations of
 * the table; with one the units that meet it, every relation with at least one end among them, and the units
 * at its other end.
 *
 * @returns the bytes of the answer
 * @throws `unknown_table`, `not_enough_privilege`, `rs_not_configured`, `overloaded`, and what a restriction
 *   throws
 */
export async function computeMatrix<Job extends JobName>(
  scope: RequestScope,
  { job, options, query, limitMs }: MatrixRequest<Job>,
): Promise<Uint8Array> {
  const table = tableOf(scope.catalogue, query.tb)
  const visible = visibleCondition(scope, table, undefined)
  if (!table.hasStratigraphy) throw new AppError('rs_not_configured', { detail: { tb: table.name } })
  const parameters = fromLegacyParameters(query)
  const asked = readSearchCriteria(scope, table, parameters, parameters).condition
  const units = unitsQuery(scope, table, asked, visible)
  const relations = relationsQuery(scope, table, asked, visible)
  const rows = { table: { name: table.name, label: table.label }, hasFuzzyDate: table.hasFuzzyDate }
  const tables = addTablesRead(visible, addTablesRead(asked ?? visible, new Set([table.name, 'sys_rs'])))
  const key = JSON.stringify([job, options, rows, keyOf(units.query), keyOf(relations.query)])
  return answers.get(scope.db, [...tables], key, async () => {
    // The units last: of a relation that is added meanwhile they are all there.
    const relationRows = await scope.db.scan.json(relations.query, relations.columns)
    const unitRows = await scope.db.scan.json(units.query, units.columns)
    return workOnMatrix(
      { job, options, rows: { ...rows, units: unitRows.text, relations: relationRows.text } },
      limitMs,
    )
  })
}

/** Works on the rows of a matrix. */
export const workOnMatrix = boundedThreads<MatrixTask, Uint8Array>({
  worker: new URL('./matrix-worker.js', import.meta.url),
  maxThreads: 2,
  maxWaiting: 64,
  mebibytes: 1024,
  refusal: message('matrix_takes_too_long', {}),
})

interface MatrixFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * The Harris matrix of a table as a file of another program, or as a drawing.
 *
 * @throws what a matrix throws; `result_too_large` for a drawing whose lines are too long and too many to be
 *   read
 */
export async function exportMatrix(
  scope: RequestScope,
  query: Decoded<typeof MatrixExportQuery>,
  limitMs: number,
): Promise<MatrixFile> {
  const { tb, format, reduced = false } = query
  const options = {
    format,
    reduced,
    day: scope.now.toISOString().slice(0, 10),
  }
  const bytes = await computeMatrix(scope, { job: 'export', options, query, limitMs })
  if (bytes.length === 0) {
    throw new AppError('result_too_large', message('matrix_too_dense', {}))
  }
  return {
    name: `${tb}_${timeInFileName(scope.now)}.${format}`,
    contentType: matrixFormats[format].contentType,
    bytes,
  }
}
