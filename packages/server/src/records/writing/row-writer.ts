import type { ColumnType } from '@trowel/contract/model/column-types.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { keepCreations } from '../../storage/journal/stamps.js'
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
import { IdRanges, noteCreations } from '../versions/creations.js'
import { keepVersions, type Snapshot } from '../versions/snapshots.js'
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

/** A record and its state before it changes. */
export interface RecordState {
  readonly recordId: number
  readonly before: Snapshot
}

/** What a version says of the change that it was kept for. */
type Operation = 'update' | 'delete' | 'restore'

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
 * Writes rows inside one transaction, and what follows from it: entries of the history for records that are
 * made, calibrated ranges of radiocarbon dates. The state of a record that exists is kept by `keepStates`
 * before anything of it, or of its plugin rows, changes: who changes rows says so.
 */
export class RowWriter {
  #created = new Map<Table, IdRanges>()
  #toCalibrate = new Map<Table, number[]>()

  constructor(
    readonly tx: Transaction,
    readonly scope: RequestScope,
    readonly origin: RowOrigin,
  ) {}

  /** Keeps the states of records as versions. */
  keepStates(table: Table, states: readonly RecordState[], operation: Operation = 'update'): Promise<void> {
    return keepVersions(this.tx, this.scope, table, states, operation)
  }

  /** @returns the id of the new row */
  async createRow(table: Table, values: RowValues): Promise<number> {
    const rowId = await this.tx.insert(table.name, values)
    this.#noteCreated(table, [rowId])
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
    this.#noteCreated(table, ids)
    return ids
  }

  async updateRow(table: Table, rowId: number, values: RowValues): Promise<void> {
    await updateRow(this.tx, table, rowId, values)
    this.#noteWritten(table, [rowId])
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

  /** The records of a deleted account have no owner. No state is kept: nobody changed the record. */
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

  /** Brings the calibrated ranges of rows in step with what was measured; no state is kept. */
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

  /** What `work` does is undone when it throws, and the transaction goes on with what was before. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#created
    this.#created = new Map()
    try {
      const result = await this.tx.savepoint(work)
      for (const [table, ranges] of this.#created) rangesIn(before, table).addAll(ranges)
      return result
    } finally {
      this.#created = before
    }
  }

  /**
   * Writes what follows from the rows so far: at the end of every transaction, and before what was written is
   * read inside it. All records of a table that were made are one entry of the history.
   */
  async applyEffects(): Promise<void> {
    const [created, toCalibrate] = [this.#created, this.#toCalibrate]
    this.#created = new Map()
    this.#toCalibrate = new Map()
    const operation = this.origin === 'restore' ? 'restore' : 'insert'
    for (const [table, { merged }] of created) {
      await noteCreations(this.tx, this.scope, table, merged, operation)
      if (operation === 'restore') await keepCreations(this.tx, table.name)
    }
    for (const [table, ids] of toCalibrate) await calibrateRows(this, table, ids)
  }

  #noteCreated(table: Table, ids: readonly number[]): void {
    // Rows of a plugin table that belongs to no other stand for themselves.
    if (table.parent === undefined) {
      const ranges = rangesIn(this.#created, table)
      for (const rowId of ids) ranges.add(rowId)
    }
    this.#noteWritten(table, ids)
  }

  #noteWritten(table: Table, ids: readonly number[]): void {
    if (!table.isRadiocarbon) return
    const waiting = this.#toCalibrate.get(table) ?? []
    for (const rowId of ids) waiting.push(rowId)
    this.#toCalibrate.set(table, waiting)
  }
}

function rangesIn(created: Map<Table, IdRanges>, table: Table): IdRanges {
  const ranges = created.get(table) ?? new IdRanges()
  created.set(table, ranges)
  return ranges
}
