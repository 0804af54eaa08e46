import { frozen } from '../../access/levels.js'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type PreparedWork, unwatched, type WorkWatch } from '../../jobs/prepared-work.js'
import { message } from '../../message.js'
import { changeRows } from '../writing/row-writer.js'
import { type CalibrationCount, calculateAhead, rangeColumns, rowsAtOnce } from './service.js'
import { countDates, selectNextIds } from './store.js'

/**
 * Calibrates every radiocarbon date of the application anew: after a curve was installed, or when rows were
 * written past the service. A few hundred rows in each transaction, so that others write between; repeated it
 * changes nothing. Ranges follow from what was measured, so that no versions are kept. One at a time in each
 * application.
 *
 * @throws `not_enough_privilege` also while the application is frozen; when it is run `conflict` while
 *   another one runs, and `overloaded` when the service is being stopped
 */
export async function prepareRecalibration(
  scope: RequestScope,
  background: boolean,
): Promise<PreparedWork<CalibrationCount>> {
  if (scope.application.settings.status === 'frozen') throw frozen()
  const tables = radiocarbonTables(scope)
  for (const table of tables) scope.rights.require('edit20', table)
  const counts = await Promise.all(tables.map((table) => countDates(scope.db.scan, table)))
  return {
    total: counts.reduce((sum, count) => sum + count, 0),
    background,
    dryRun: false,
    run: async (watch) => {
      const outcome = await calibrateAlone(scope, tables, watch, 'all')
      if (outcome) return outcome.done
      throw new AppError('conflict', message('dates_calibrated_already', {}))
    },
  }
}

/**
 * Calibrates the dates that have no ranges though their curve is here: they were written when it was not.
 * Quietly, while others work.
 *
 * @throws `overloaded` when it is stopped
 */
export async function calibrateWaiting(scope: RequestScope, signal: AbortSignal): Promise<void> {
  if (scope.application.settings.status === 'frozen') return
  await calibrateAlone(scope, radiocarbonTables(scope), { ...unwatched, signal }, 'without ranges')
}

const radiocarbonTables = ({ catalogue }: RequestScope): Table[] =>
  [...catalogue.tables.values()].filter(({ isRadiocarbon }) => isRadiocarbon)

/** @returns `undefined` when another one runs in the application */
const calibrateAlone = (
  scope: RequestScope,
  tables: readonly Table[],
  watch: WorkWatch<CalibrationCount>,
  which: 'all' | 'without ranges',
) => scope.db.withLock('recalibration', () => calibrateLocked(scope, tables, watch, which))

async function calibrateLocked(
  scope: RequestScope,
  tables: readonly Table[],
  { onProgress, atEnd, signal }: WorkWatch<CalibrationCount>,
  which: 'all' | 'without ranges',
): Promise<CalibrationCount> {
  const total = { rows: 0, calibrated: 0, changed: 0 }
  for (const table of tables) {
    const [range] = rangeColumns(table)
    for (let last = 0; ; ) {
      if (signal?.aborted) throw stopped()
      const empty = which === 'all' ? undefined : range
      const ids = await selectNextIds(scope.db.scan, table, last, rowsAtOnce, empty)
      const next = ids.at(-1)
      if (next === undefined) break
      await calculateAhead(scope, table, ids)
      // Done twice it changes nothing.
      const { rows, calibrated, changed } = await changeRows(
        scope,
        'calibration',
        (writer) => writer.calibrate(table, ids),
        { bookkeeping: true },
      )
      total.rows += rows
      total.calibrated += calibrated
      total.changed += changed
      onProgress(total.rows)
      last = next
    }
  }
  await scope.db.write((tx) => atEnd(tx, total))
  return total
}

const stopped = (): AppError => new AppError('overloaded', message('calibration_stopped', {}))
