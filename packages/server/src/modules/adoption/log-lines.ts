import type { FastifyBaseLogger } from 'fastify'
import { writeLog } from '../../catalogue/event-log.js'
import type { Database } from '../../storage/storage.js'
import type { AdoptionReport } from './report.js'

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
    for (const [key, ids] of grouped(changed, ({ field, why }) => `${field}\n${why}`)) {
      const [field = '', why = ''] = key.split('\n')
      await writeLog(db, log, 'adoption_changed', { table, field, why, ids: shortened(ids) })
    }
    for (const [why, ids] of grouped(leftOut, ({ why: reason }) => reason))
      await writeLog(db, log, 'adoption_left_out', { table, why, ids: shortened(ids) })
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

/** The ids of rows of which the same is to be said. */
function grouped<Row extends { readonly id: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row.id])
  return groups
}

function shortened(items: readonly (string | number)[]): string {
  const shown = items.slice(0, maxIds).join(', ')
  return items.length > maxIds ? `${shown} … (${items.length})` : shown
}
