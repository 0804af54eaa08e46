import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { normaliseValue } from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import type { Sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { selectOwners } from './store.js'
import type { Label } from './worker-protocol.js'

/** A cell that names a record of another table: its id, or what people call it. */
export type Named = number | Label

const mostKept = 50_000

/** Finds the records that the cells of one lookup field name. */
export class LookupValues {
  private readonly labelField: Field
  /** For each id and label that was asked: the ids of the records it names. */
  private ids = new Map<number, readonly number[]>()
  private labels = new Map<string, readonly number[]>()

  /**
   * @param target the table whose records are named
   * @param visible ` AND …`: other records do not exist for the caller
   * @param growing do the rows of the file go into that very table?
   */
  constructor(
    readonly target: Table,
    private readonly visible: Sql,
    readonly growing: boolean,
  ) {
    this.labelField = fieldOf(target, target.idField)
  }

  async prepare(reader: Reader, cells: readonly Named[]): Promise<void> {
    if (this.growing || this.ids.size > mostKept) this.ids = new Map()
    if (this.growing || this.labels.size > mostKept) this.labels = new Map()
    await this.look(reader, cells)
  }

  /** The ids of the records that a cell names; none, or more than one, when it names no single record. */
  of(cell: Named): readonly number[] {
    return (typeof cell === 'number' ? this.ids.get(cell) : this.labels.get(cell.label)) ?? nothing
  }

  /** Asks again for one cell, after rows were stored that it may name. */
  async lookAgain(reader: Reader, cell: Named): Promise<void> {
    if (typeof cell === 'number') this.ids.delete(cell)
    else this.labels.delete(cell.label)
    await this.look(reader, [cell])
  }

  private async look(reader: Reader, cells: readonly Named[]): Promise<void> {
    const ids = new Set<number>()
    const labels = new Map<string | number, string>()
    for (const cell of cells) {
      if (typeof cell === 'number') {
        if (!this.ids.has(cell)) ids.add(cell)
      } else if (!this.labels.has(cell.label)) {
        const value = normaliseValue(this.labelField, cell.label)
        if (value !== null && !(value instanceof Unusable)) labels.set(value, cell.label)
        else this.labels.set(cell.label, nothing)
      }
    }
    if (ids.size > 0) {
      for (const id of ids) this.ids.set(id, nothing)
      for (const { id } of await selectOwners(reader, this.target, 'id', [...ids], this.visible))
        this.ids.set(id, [id])
    }
    if (labels.size > 0) {
      for (const label of labels.values()) this.labels.set(label, nothing)
      const found = await selectOwners(
        reader,
        this.target,
        this.target.idField,
        [...labels.keys()],
        this.visible,
      )
      for (const { id, value } of found) {
        const label = labels.get(value)
        if (label !== undefined) this.labels.set(label, [...(this.labels.get(label) ?? nothing), id])
      }
    }
  }
}

const nothing: readonly number[] = []
