import type { ColumnType } from '@trowel/contract/model/column-types.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { SqlValue } from '../../storage/sql.js'
import type { Transaction, WriteOptions } from '../../storage/storage.js'
import { writeOrTryOut } from '../../storage/try-out.js'
import { updateRows } from '../../storage/update-rows.js'
import {
  type CalibrationCount,
  calibrateMissing,
  calibrateRows,
  emptiedWith,
} from '../radiocarbon/service.js'
import type { ColumnChange } from './column-change-store.js'
import {
  clearCreator,
  deleteAllRows,
  deleteRows,
  emptyTextToNull,
  type RowValues,
  updateChanging,
  updateRow,
  updateRowsAlike,
} from './row-store.js'

/** By which way rows come to be written. */
export type RowOrigin =
  | 'form'
  | 'bulk'
  | 'duplicate'
  | 'import'
  | 'replace'
  | 'restore'
  | 'undo'
  | 'vocabulary'
  | 'calibration'
  | 'configuration'
  | 'account'

interface ChangeOptions extends Pick<WriteOptions, 'bookkeeping'> {
  /** Nothing of it is stored, and the answer is what it would have been. */
  readonly isTrial?: boolean
}

/**
 * Changes rows of records and plugin tables in one transaction. Everything that writes such rows comes
 * through here, but for changes of configuration, which give their own transaction a `RowWriter`.
 */
export function changeRows<T>(
  scope: RequestScope,
  origin: RowOrigin,
  work: (writer: RowWriter) => Promise<T>,
  { isTrial = false, bookkeeping = false }: ChangeOptions = {},
): Promise<T> {
  const written = async (tx: Transaction) => {
    const writer = new RowWriter(tx, scope, origin)
    const result = await work(writer)
    await writer.applyEffects()
    return result
  }
  return writeOrTryOut(scope.db, isTrial, written, { bookkeeping })
}

/**
 * Writes rows inside one transaction, and what follows from it: calibrated ranges of radiocarbon dates. The
 * states before are in the journal.
 */
export class RowWriter {
  #toCalibrate = new Map<Table, number[]>()

  constructor(
    readonly tx: Transaction,
    readonly scope: RequestScope,
    readonly origin: RowOrigin,
  ) {}

  /** @returns the id of the new row */
  async createRow(table: Table, values: RowValues): Promise<number> {
    const rowId = await this.tx.insert(table.name, values)
    this.#noteWritten(table, [rowId])
    return rowId
  }

  /**
   * @param rows values in the order of `columns`
   * @returns the ids of the new rows, in order
   */
  async createRows(
    table: Table,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<number[]> {
    const ids = await this.tx.insertMany(table.name, columns, rows)
    this.#noteWritten(table, ids)
    return ids
  }

  async updateRow(table: Table, rowId: number, values: RowValues): Promise<void> {
    // Noted at once: statements are done in the order in which they are sent, also those of the effects.
    this.#noteWritten(table, [rowId])
    await updateRow(this.tx, table, rowId, values)
  }

  /** Writes the same values into several rows. */
  async updateRowsAlike(table: Table, ids: readonly number[], values: RowValues): Promise<void> {
    await updateRowsAlike(this.tx, table, ids, values)
    this.#noteWritten(table, ids)
  }

  /** @param rows values in the order of `columns` */
  async updateRows(
    table: Table,
    columns: readonly string[],
    rows: readonly { readonly id: number; readonly values: readonly SqlValue[] }[],
  ): Promise<void> {
    const cells = rows.map(({ id, values }) => [...values, id])
    await updateRows(this.tx, table.name, columns, cells)
    const ids = rows.map(({ id }) => id)
    this.#noteWritten(table, ids)
  }

  /**
   * Changes whatever values a rule applies to.
   *
   * @param marker as `updateChanging` has it
   * @returns the number of rows changed
   */
  async updateColumn(change: ColumnChange, marker: string | undefined): Promise<number> {
    const { table, field } = change
    const emptied = emptiedWith(table, new Set([field.name]))
    const changed = await updateChanging(this.tx, this.scope.db.dialect, change, emptied, marker)
    if (emptied.length > 0) await calibrateMissing(this, table)
    return changed
  }

  /** The records of a deleted account have no owner. */
  async clearCreator(table: Table, userId: number): Promise<void> {
    await clearCreator(this.tx, table, userId)
  }

  /** A column that begins to refer to another table has no value where it has an empty text. */
  async emptyTextToNull(table: Table, column: string): Promise<void> {
    await emptyTextToNull(this.tx, table, column)
  }

  /** @throws StorageError `not_convertible` when a value of the column cannot become one of that type */
  async convertColumn(table: Table, column: string, type: ColumnType): Promise<void> {
    await this.tx.schema.changeColumnType(table.name, column, type)
  }

  /** Brings the calibrated ranges of rows in step with what was measured. */
  calibrate(table: Table, ids: readonly number[]): Promise<CalibrationCount> {
    return calibrateRows(this, table, ids)
  }

  /** @internal writes calibrated ranges, from which nothing follows */
  async updateRanges(
    table: Table,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<void> {
    await updateRows(this.tx, table.name, columns, rows)
  }

  async deleteRows(table: Table, ids: Iterable<number>): Promise<void> {
    await deleteRows(this.tx, table, ids)
  }

  /** @returns how many there were */
  deleteAllRows(tableName: string): Promise<number> {
    return deleteAllRows(this.tx, tableName)
  }

  /**
   * Writes what follows from the rows so far: at the end of every transaction, and before what was written is
   * read inside it.
   */
  async applyEffects(): Promise<void> {
    const toCalibrate = this.#toCalibrate
    this.#toCalibrate = new Map()
    for (const [table, ids] of toCalibrate) await calibrateRows(this, table, ids)
  }

  #noteWritten(table: Table, ids: readonly number[]): void {
    if (!table.isRadiocarbon) return
    const waiting = this.#toCalibrate.get(table) ?? []
    for (const rowId of ids) waiting.push(rowId)
    this.#toCalibrate.set(table, waiting)
  }
}
