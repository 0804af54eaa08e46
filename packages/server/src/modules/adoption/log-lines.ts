import type { FastifyBaseLogger } from 'fastify'
import { writeLog } from '../../catalogue/event-log.js'
import type { Database } from '../../storage/storage.js'
import type { AdoptionReport, ChangedValue } from './report.js'

/** More of them are not read in a line. */
const maxIds = 20

/** Writes the report into the log of the new application, with many rows in one line. */
export async function noteAdoption(
  db: Database,
  log: FastifyBaseLogger,
  report: AdoptionReport,
  by: string,
): Promise<void> {
  const { source, tables, files, rights, not_adopted: besides } = report
  await writeLog(db, log, 'application_adopted', {
    by,
    version: source.version,
    engine: source.engine,
    rows: tables.reduce((sum, { adopted }) => sum + adopted, 0),
    files: files.adopted,
  })
  for (const { table, changed, left_out: leftOut } of tables) {
    for (const [key, rows] of grouped(changed, ({ field, why }) => `${field}\n${why}`)) {
      const [field = '', why = ''] = key.split('\n')
      // All of them, over as many lines as it takes: nothing else in the application has what stood there.
      for (let first = 0; first < rows.length; first += maxIds) {
        const ids = rows
          .slice(first, first + maxIds)
          .map(withValue)
          .join(', ')
        await writeLog(db, log, 'adoption_changed', { table, field, why, ids })
      }
    }
    for (const [why, rows] of grouped(leftOut, ({ why: reason }) => reason))
      await writeLog(db, log, 'adoption_left_out', { table, why, ids: shortened(rows.map(({ id }) => id)) })
  }
  if (files.missing.length > 0)
    await writeLog(db, log, 'adoption_files_missing', { ids: shortened(files.missing) })
  if (files.stray.length > 0)
    await writeLog(db, log, 'adoption_files_stray', { names: shortened(files.stray) })
  for (const { user, table, takes_effect: counts, condition } of rights) {
    if (counts) await writeLog(db, log, 'adoption_right', { user, table, condition: condition ?? '-' })
  }
  if (besides.length > 0)
    await writeLog(db, log, 'adoption_besides', { names: shortened(besides.map(({ what }) => what)) })
}

/** A row, with a value that is not there any more. */
const withValue = ({ id, was, now }: ChangedValue): string =>
  now === null && was !== null && was !== '' ? `${id} (${was})` : String(id)

/** Rows of which the same is to be said. */
function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

function shortened(items: readonly (string | number)[]): string {
  const shown = items.slice(0, maxIds).join(', ')
  return items.length > maxIds ? `${shown} … (${items.length})` : shown
}
