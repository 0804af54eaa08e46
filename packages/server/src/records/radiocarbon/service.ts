import type { CurveSource } from '@trowel/contract/radiocarbon.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { SentValue } from '../../catalogue/field-rules.js'
import type { RequestScope } from '../../http/scope.js'
import type { CalibratedRanges, RadiocarbonAge } from '../../radiocarbon/calibrate.js'
import { sourceOf } from '../../radiocarbon/calibration-curve.js'
import { defaultCurve } from '../../radiocarbon/published-curves.js'
import type { SqlValue } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import { inBatches } from '../rows/row-batches.js'
import { selectDates, selectNextIds } from './store.js'

/**
 * Columns of a radiocarbon table that the service writes, in calendar years before 1950: where each value is
 * found.
 */
const calibratedColumns: Readonly<Record<string, (ranges: CalibratedRanges) => number>> = {
  cal_1s_from: ({ oneSigma }) => oneSigma.from,
  cal_1s_to: ({ oneSigma }) => oneSigma.to,
  cal_2s_from: ({ twoSigma }) => twoSigma.from,
  cal_2s_to: ({ twoSigma }) => twoSigma.to,
}

/** What the ranges are calculated from. */
const measuredColumns = ['bp', 'bp_error', 'curve']

/** Does the service write this column itself? What anybody sends for it is passed over. */
export const isCalibrated = (table: Table, column: string): boolean =>
  table.isRadiocarbon && Object.hasOwn(calibratedColumns, column)

/** Is this column a part of a radiocarbon date: what was measured, or the ranges that follow from it? */
export const isDating = (table: Table, column: string): boolean =>
  table.isRadiocarbon && (measuredColumns.includes(column) || isCalibrated(table, column))

/**
 * A new row names the curve that counts where none was named, so that it says the same whatever counts later.
 */
export function withDefaultCurve(
  table: Table,
  values: ReadonlyMap<string, SentValue>,
): ReadonlyMap<string, SentValue> {
  if (!table.isRadiocarbon || table.fields.get('curve')?.dbType !== 'TEXT') return values
  return (values.get('curve') ?? null) === null ? new Map(values).set('curve', defaultCurve) : values
}

/**
 * Columns that lose their value when others change: a date that no longer stands for its ranges has none
 * until it is calibrated again.
 */
export function emptiedWith(table: Table, changed: { has(name: string): boolean }): readonly string[] {
  if (!table.isRadiocarbon || !measuredColumns.some((name) => changed.has(name))) return []
  return rangeColumns(table)
}

/** The columns of calibrated ranges that a table has. */
export const rangeColumns = (table: Pick<Table, 'fields'>): string[] =>
  ownColumns(table, Object.keys(calibratedColumns))

const ownColumns = (table: Pick<Table, 'fields'>, names: readonly string[]): string[] =>
  names.filter((name) => table.fields.has(name))

/** Of a row, by its columns. */
type Values = Readonly<Record<string, SqlValue>>

export interface CalibrationCount {
  /** Rows that were looked at. */
  readonly rows: number
  /** Those that have ranges now. */
  readonly calibrated: number
  /** Those whose ranges are others than before. */
  readonly changed: number
}

/** Who writes the rows that are calibrated. */
interface RangeWriter {
  readonly tx: Transaction
  readonly scope: RequestScope
  /** @param rows values in the order of `columns`, and the id */
  updateRanges(table: Table, columns: readonly string[], rows: readonly SqlValue[][]): Promise<void>
}

/**
 * Brings the calibrated ranges of rows in step with what was measured, after they were written, in the same
 * transaction. A row that cannot be calibrated has none, and one warning in
 * the log tells how many. A row whose curve is not here stays as it is: when it was measured anew it was
 * emptied when it was written.
 */
export async function calibrateRows(
  writer: RangeWriter,
  table: Table,
  ids: readonly number[],
): Promise<CalibrationCount> {
  const { tx, scope } = writer
  const columns = rangeColumns(table)
  if (!table.isRadiocarbon || ids.length === 0 || columns.length === 0) return nothing
  let calibrated = 0
  let changed = 0
  const left: number[] = []
  for (const some of inBatches(ids)) {
    const rows = await selectDates(tx, table, [...columns, ...ownColumns(table, measuredColumns)], some)
    const ranges = await rangesOf(scope, rows)
    const updates: SqlValue[][] = []
    for (const [place, row] of rows.entries()) {
      const found = ranges[place]
      if (found === 'no curve') {
        left.push(row.id)
        continue
      }
      if (found) calibrated += 1
      else left.push(row.id)
      const values = columns.map((name) => (found && calibratedColumns[name]?.(found)) ?? null)
      if (columns.some((name, at) => (row[name] ?? null) !== values[at])) updates.push([...values, row.id])
    }
    await writer.updateRanges(table, columns, updates)
    changed += updates.length
  }
  if (left.length > 0) {
    scope.log.warn(
      { table: table.name, rows: left.length, ids: left.slice(0, 10) },
      'radiocarbon dates without a usable age, error or curve are not calibrated',
    )
  }
  return { rows: ids.length, calibrated, changed }
}

const nothing: CalibrationCount = { rows: 0, calibrated: 0, changed: 0 }

/**
 * @returns for each row its ranges; `undefined` where they cannot be calculated, `no curve` where its curve
 * is not here
 */
async function rangesOf<Row extends Values>(
  scope: Pick<RequestScope, 'calibration'>,
  rows: readonly Row[],
): Promise<(CalibratedRanges | 'no curve' | undefined)[]> {
  const found = new Map<Row, CalibratedRanges | 'no curve' | undefined>()
  const dated = rows.flatMap((row) => {
    const age = ageOf(row)
    return age ? [{ row, age, curveName: curveOf(row) }] : []
  })
  for (const name of new Set(dated.map(({ curveName }) => curveName))) {
    const own = dated.filter(({ curveName }) => curveName === name)
    const curve = await scope.calibration.curve(name)
    const ages = own.map(({ age }) => age)
    const ranges = curve && (await scope.calibration.ranges(curve, ages))
    for (const [place, { row }] of own.entries()) found.set(row, ranges ? ranges[place] : 'no curve')
  }
  return rows.map((row) => found.get(row))
}

/**
 * Rows that come from elsewhere into a radiocarbon table: those without ranges get what their curve gives, as
 * far as it is here and there is an age.
 */
export async function withRanges<Row extends Values>(
  scope: Pick<RequestScope, 'calibration'>,
  table: Pick<Table, 'fields'>,
  rows: readonly Row[],
): Promise<Row[]> {
  const columns = rangeColumns(table)
  const waiting = rows.filter((row) => columns.every((name) => (row[name] ?? null) === null))
  const ranges = await rangesOf(scope, waiting)
  const found = new Map(waiting.map((row, place) => [row, ranges[place]]))
  return rows.map((row) => {
    const range = found.get(row)
    if (range === undefined || range === 'no curve') return row
    return {
      ...row,
      ...Object.fromEntries(columns.map((name) => [name, calibratedColumns[name]?.(range) ?? null])),
    }
  })
}

/** The curve that a date names; the default one when it names none. */
const curveOf = (row: Values): string =>
  String(row['curve'] ?? '')
    .trim()
    .toLowerCase() || defaultCurve

/** The curves by which rows of a table were calibrated, in the order of the rows. */
export async function curvesOf(scope: RequestScope, rows: readonly Values[]): Promise<CurveSource[]> {
  const calibrated = rows.filter((row) =>
    Object.keys(calibratedColumns).some((name) => (row[name] ?? null) !== null),
  )
  const curves = await Promise.all(
    [...new Set(calibrated.map(curveOf))].map((name) => scope.calibration.curve(name)),
  )
  return curves.flatMap((curve) => (curve ? [sourceOf(curve)] : []))
}

/** What was measured, if it can be calibrated. */
function ageOf(row: Values): RadiocarbonAge | undefined {
  const [age, error] = [wholeNumber(row['bp']), wholeNumber(row['bp_error'])]
  if (age === undefined || error === undefined || error <= 0) return undefined
  return { age, error }
}

function wholeNumber(value: SqlValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** How many rows are calibrated in one step. */
export const rowsAtOnce = 500

/**
 * Calibrates the rows of a table that have no ranges: after what they were measured by was changed in a whole
 * column.
 */
export async function calibrateMissing(writer: RangeWriter, table: Table): Promise<void> {
  const [empty] = rangeColumns(table)
  if (!table.isRadiocarbon || empty === undefined) return
  for (let last = 0; ; ) {
    const ids = await selectNextIds(writer.tx, table, last, rowsAtOnce, empty)
    await calibrateRows(writer, table, ids)
    const next = ids.at(-1)
    if (next === undefined || ids.length < rowsAtOnce) return
    last = next
  }
}

/**
 * Calculates the ranges that the rows of a table will have when their curve is replaced: what is calculated
 * once is known in the transaction that replaces it, which keeps other writers waiting no longer than it
 * takes to store them.
 *
 * @param selectNext the next rows after the id `last` that will change, with what the column will hold, at
 *   most `limit`
 */
export async function calculateForColumn(
  scope: RequestScope,
  table: Table,
  column: string,
  selectNext: (last: number, limit: number) => Promise<readonly { id: number; value: SqlValue }[]>,
): Promise<void> {
  for (let last = 0; ; ) {
    const changing = await selectNext(last, rowsAtOnce)
    const next = changing.at(-1)
    if (!next) return
    const values = new Map(changing.map(({ id, value }) => [id, value]))
    const columns = ownColumns(table, measuredColumns)
    const rows = await selectDates(scope.db.scan, table, columns, [...values.keys()])
    await rangesOf(
      scope,
      rows.map((row) => ({ ...row, [column]: values.get(row.id) ?? null })),
    )
    last = next.id
  }
}

/** The same for rows that are calibrated as they are. */
export async function calculateAhead(
  scope: RequestScope,
  table: Table,
  ids: readonly number[],
): Promise<void> {
  await rangesOf(scope, await selectDates(scope.db.scan, table, ownColumns(table, measuredColumns), ids))
}
