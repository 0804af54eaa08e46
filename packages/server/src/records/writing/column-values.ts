import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import type { Sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { inBatches } from '../rows/row-batches.js'
import { selectHolders, selectValues, selectValuesOf } from '../rows/store.js'
import { HashedColumn } from './hashed-column.js'

type Value = string | number

/** The row that has a value: one that is stored, or one that is about to be and has no id yet. */
export interface Owner {
  id: number | undefined
}

/** More values than these are not kept in memory: they are asked from the database, batch by batch. */
const maxKept = 300_000
const rowsAtOnce = 5000
/** For a few batches it not worth a look at the whole table. */
const fewBatches = 3

/**
 * Who has which value in one column, while rows are written in batches. Where the table had no rows in the
 * beginning, everything is known without asking the database. Else it is asked for each batch: by value where
 * the column has an index, by a hash of the values where it has none, so that of many batches none reads the
 * whole table.
 */
export class ColumnValues {
  private owners = new Map<Value, Owner[]>()
  private hashed: HashedColumn | undefined
  private batches = 0

  /**
   * @param isQuick can the database find values in the column without reading all of it?
   * @param complete does the table have no rows yet?
   * @param visible ` AND …`: only these stored rows count
   */
  constructor(
    private readonly table: Table,
    private readonly column: string,
    private readonly isQuick: boolean,
    private complete: boolean,
    private readonly visible: Sql,
  ) {}

  /** Finds out who has the values of the next batch; all rows before it must be stored. */
  async prepare(reader: Reader, values: Iterable<Value>): Promise<void> {
    if (this.complete && this.owners.size <= maxKept) return
    this.batches += 1
    if (!this.isQuick && (this.complete || this.batches > fewBatches)) await this.hash(reader)
    this.complete = false
    this.owners = new Map()
    const wanted = [...new Set(values)]
    if (wanted.length === 0) return
    for (const { id, value } of await this.ask(reader, wanted)) this.add(value, { id })
  }

  /**
   * Takes over what is known by now; the first time that is everything that is stored, unless it was known
   * all along.
   */
  private async hash(reader: Reader): Promise<void> {
    const hashed = this.hashed ?? new HashedColumn()
    if (!this.hashed && !this.complete) {
      for (let after = 0; ; ) {
        const rows = await selectValues(reader, this.table, this.column, after, rowsAtOnce)
        for (const { id, value } of rows) if (value !== null) hashed.add(value, id)
        const last = rows.at(-1)
        if (!last || hashed.isFull) break
        after = last.id
      }
    }
    for (const [value, owners] of this.owners) {
      for (const { id } of owners) if (id !== undefined) hashed.add(value, id)
    }
    this.hashed = hashed
  }

  private async ask(reader: Reader, wanted: readonly Value[]): Promise<{ id: number; value: Value }[]> {
    const { table, column, visible, hashed } = this
    if (!hashed || hashed.isFull) return selectHolders(reader, table, column, wanted, visible)
    const ids = new Set(wanted.flatMap((value) => hashed.candidates(value)))
    const values = new Set(wanted)
    const found: { id: number; value: Value }[] = []
    for (const some of inBatches(ids)) {
      for (const row of await selectValuesOf(reader, table, column, some, visible)) {
        if (values.has(row.value)) found.push(row)
      }
    }
    return found
  }

  of(value: Value): readonly Owner[] {
    return this.owners.get(value) ?? nobody
  }

  add(value: Value, owner: Owner): void {
    const known = this.owners.get(value)
    if (known) known.push(owner)
    else this.owners.set(value, [owner])
  }

  /** Has a row the value? @param id of a row that may have it */
  isTaken(value: Value, id?: number): boolean {
    return this.of(value).some((owner) => id === undefined || owner.id !== id)
  }

  /** These rows give up the values that they have. */
  release(ids: ReadonlySet<number>): void {
    for (const value of this.owners.keys()) this.keepOnly(value, ({ id }) => id === undefined || !ids.has(id))
  }

  remove(value: Value, id: number): void {
    this.keepOnly(value, (owner) => owner.id !== id)
  }

  /** A row that had the value is not stored after all. */
  withdraw(value: Value, row: Owner): void {
    this.keepOnly(value, (owner) => owner !== row)
  }

  private keepOnly(value: Value, stays: (owner: Owner) => boolean): void {
    const known = this.owners.get(value)
    const rest = known?.filter(stays)
    if (rest && rest.length > 0) this.owners.set(value, rest)
    else if (known) this.owners.delete(value)
  }
}

const nobody: readonly Owner[] = []

/** Can the database find values in a column without reading all of it? */
export const isIndexed = ({ indexes }: Catalogue, table: Table, column: string): boolean =>
  column === 'id' || indexes.some((index) => index.table === table.name && index.columns[0] === column)
