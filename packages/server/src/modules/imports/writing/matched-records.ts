import type { Table } from '../../../catalogue/catalogue.js'
import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import type { RequestScope } from '../../../http/scope.js'
import { readRowAccess } from '../../../records/rows/row-access.js'
import { readSnapshots, type Snapshot } from '../../../records/versions/snapshots.js'
import type { Transaction } from '../../../storage/storage.js'

/** Stored records that the rows of a batch change, as the rows before left them. */
export class MatchedRecords {
  private readonly records = new Map<number, Snapshot>()
  private readonly editable = new Map<number, boolean>()
  private readonly hasRowFilter: boolean

  constructor(
    private readonly tx: Transaction,
    private readonly scope: RequestScope,
    private readonly table: Table,
  ) {
    this.hasRowFilter = scope.rights.levelsOn(table).filter !== undefined
  }

  async load(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    for (const [id, snapshot] of await readSnapshots(this.tx, this.scope, this.table, ids))
      this.records.set(id, snapshot)
    if (!this.hasRowFilter) return
    for (const [id, { editable }] of await readRowAccess(this.tx, this.scope, this.table, ids))
      this.editable.set(id, editable)
  }

  async read(id: number): Promise<Snapshot | undefined> {
    if (!this.records.has(id)) await this.load([id])
    return this.records.get(id)
  }

  /** The right to the table was asked for before the run: only a filter on its rows says no here. */
  mayChange(id: number): boolean {
    return !this.hasRowFilter || this.editable.get(id) === true
  }

  noteChanged(id: number, before: Snapshot, values: ReadonlyMap<string, StoredValue>): void {
    this.records.set(id, { ...before, core: { ...before.core, ...Object.fromEntries(values) } })
  }

  /** What is known of it does not hold: it is read anew when a row means it again. */
  forget(id: number): void {
    this.records.delete(id)
  }

  clear(): void {
    this.records.clear()
    this.editable.clear()
  }
}
