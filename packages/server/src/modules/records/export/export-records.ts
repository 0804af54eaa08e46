import { Readable } from 'node:stream'
import type { ExportFormat } from '@trowel/contract/model/export-formats.js'
import type { ExportQuery } from '@trowel/contract/records.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { tableOf } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { timeInFileName } from '../../../http/wire-time.js'
import { fromLegacyParameters } from '../../../records/listing/legacy-parameters.js'
import { planList } from '../../../records/listing/list-plan.js'
import { beginReading, type Reading } from '../../../records/reading/reading.js'
import type { Spool } from '../../../storage/binaries/spool.js'
import { csv } from './csv.js'
import type { ExportWriter } from './format.js'
import { geojson } from './geojson.js'
import { gpkg } from './gpkg.js'
import { json, ndjson } from './json.js'
import { streamRecords, streamTexts, streamWithGeometries } from './store.js'
import { xlsx } from './xlsx.js'

/** What writes each kind of file. */
const exportWriters: Readonly<Record<ExportFormat, ExportWriter>> = {
  csv,
  xlsx,
  json,
  ndjson,
  geojson,
  gpkg,
}

export interface ExportedFile {
  readonly name: string
  readonly contentType: string
  /**
   * Begins to read, and answers the file piece by piece. What can fail fails before; leaving the stream ends
   * the reading.
   */
  open(signal: AbortSignal): Promise<Readable>
}

/**
 * Every record of a listing as a file, written row by row with constant memory.
 *
 * @throws what a listing throws; `invalid_parameter` for an unknown `qt`, and for records that a file of the
 *   kind cannot hold; `overloaded` while too many exports are running
 */
export async function exportRecords(
  scope: RequestScope,
  tableName: string,
  query: Decoded<typeof ExportQuery>,
  spool: Spool,
): Promise<ExportedFile> {
  const table = tableOf(scope.catalogue, tableName)
  const plan = planList(scope, table, { ...fromLegacyParameters(query), page: 1, per_page: 1 }, {})
  const kind = query.format ?? 'csv'
  const format: ExportWriter = exportWriters[kind]
  const name = `${table.name}_${timeInFileName(scope.now)}.${kind}`
  const { contentType } = format
  if ('make' in format)
    return { name, contentType, open: (signal) => format.make(scope, plan, spool, signal) }
  if ('rows' in format) {
    const open = async () => {
      const reading = await beginReading(scope.db, streamTexts(scope, plan, format.rows))
      return streamOf(reading, format.write(reading, plan, query.bom === true))
    }
    return { name, contentType, open }
  }
  format.accept?.(table)
  await format.refuseUnfit?.(scope, plan)
  return {
    name,
    contentType,
    async open() {
      const rows = format.withGeometries ? streamWithGeometries(scope, plan) : streamRecords(scope, plan)
      const reading = await beginReading(scope.db, rows)
      return streamOf(reading, format.write(reading, plan))
    },
  }
}

const streamOf = <T>(reading: Reading<T>, file: AsyncIterable<string | Uint8Array>): Readable =>
  Readable.from(file).once('close', () => reading.end())
