import type { Table } from '../../catalogue/catalogue.js'
import type { Sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { selectOwners } from './store.js'

type Value = string | number

/** The row that has a value: one that is stored, or one of the file that is about to be and has no id yet. */
export interface Owner {
  id: number | undefined
}

/** More values than these are not kept in memory: they are asked from the database, batch by batch. */
const mostKept = 300_000

/**
 * Who has which value in one column, as the file is read on. Where the table had no rows when the run began, everything is
 * known without asking the database.
 */
export class ColumnValues {
  private owners = new Map<Value, Owner[]>()

  /**
   * @param complete does the table have no rows yet?
   * @param visible ` AND …`: only these stored rows count
   */
  constructor(
    private readonly table: Table,
    private readonly column: string,
    private complete: boolean,
    private readonly visible: Sql,
  ) {}

  /** Finds out who has the values of the next batch; all rows before it must be stored. */
  async prepare(reader: Reader, values: Iterable<Value>): Promise<void> {
    if (this.complete && this.owners.size <= mostKept) return
    this.complete = false
    this.owners = new Map()
    const wanted = [...new Set(values)]
    if (wanted.length === 0) return
    for (const { id, value } of await selectOwners(reader, this.table, this.column, wanted, this.visible)) {
      this.add(value, { id })
    }
  }

  of(value: Value): readonly Owner[] {
    return this.owners.get(value) ?? nobody
  }

  add(value: Value, owner: Owner): void {
    const known = this.owners.get(value)
    if (known) known.push(owner)
    else this.owners.set(value, [owner])
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
