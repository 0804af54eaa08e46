import type { NumbersAre } from '@trowel/contract/imports.js'
import { type Field, fieldOf, type Table } from '../../../catalogue/catalogue.js'
import { normaliseValue, noSuchRecord } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import type { ValueProblem } from '../../../catalogue/value-rules.js'
import { message } from '../../../message.js'
import { selectHolders } from '../../../records/rows/store.js'
import type { ColumnValues } from '../../../records/writing/column-values.js'
import type { Sql } from '../../../storage/sql.js'
import type { Reader } from '../../../storage/storage.js'
import type { NamedRecord } from '../reading/worker-protocol.js'
import { selectHighestId } from './store.js'

type Name = string | number

const maxKept = 50_000

/** The table whose records the cells of a lookup field name. */
interface Target {
  readonly table: Table
  /** What the table is called; `undefined` when the caller may not see it. */
  readonly label: string | undefined
  /** ` AND …`: other records do not exist for the caller. */
  readonly visible: Sql
  /** Which of its records have which name. */
  readonly names: ColumnValues
  /** Do the rows of the file go into that very table? */
  readonly growing: boolean
}

/**
 * Finds the records that the cells of one lookup field name: by id, by what people call them, or, as to
 * numbers, by both.
 */
export class LookupValues {
  private readonly labelField: Field
  private readonly ownRows: OwnRows | undefined
  /** The ids that were asked: is there such a record? */
  private ids = new Map<number, boolean>()
  /**
   * The names that were asked, in the form in which they are stored: the ids of the records that have them.
   */
  private names = new Map<Name, readonly number[]>()

  constructor(
    private readonly target: Target,
    private readonly numbersAre: NumbersAre | undefined,
  ) {
    this.labelField = fieldOf(target.table, target.table.idField)
    this.ownRows = target.growing ? new OwnRows(target.table) : undefined
  }

  /** Asks for the cells of the next rows; all rows before them must be stored. */
  async prepare(reader: Reader, cells: readonly NamedRecord[]): Promise<void> {
    await this.ownRows?.begin(reader)
    if (this.ownRows || this.ids.size > maxKept) this.ids = new Map()
    if (this.ownRows || this.names.size > maxKept) this.names = new Map()
    await this.look(reader, cells)
  }

  /** The ids of the records that a cell names; none, or more than one, when it names no single record. */
  of(cell: NamedRecord): readonly number[] {
    const byName = this.byName(cell)
    const id = this.idIn(cell)
    return id === undefined || !this.ids.get(id) || byName.includes(id) ? byName : [id, ...byName]
  }

  /** Why a cell names no single record; `undefined` when it does. */
  problemOf(cell: NamedRecord): ValueProblem | undefined {
    const { label } = this.target
    const found = this.of(cell)
    if (found.length === 0 || label === undefined) return noSuchRecord(label)
    if (found.length === 1) return undefined
    const id = this.idIn(cell)
    const isId = id !== undefined && this.ids.get(id) === true
    return {
      rule: 'reference',
      ...(isId
        ? message('id_and_name', { value: cell.label, table: label })
        : message('several_records', { records: found.length, table: label })),
    }
  }

  /** A row of the file gives a record this id, or one of these names, or takes one away. */
  noteWritten(id: number | undefined, names: readonly unknown[]): void {
    this.ownRows?.note(id, names)
  }

  /** Did rows that came after it was asked change what a cell may name? */
  isOutdated(cell: NamedRecord): boolean {
    return this.ownRows?.concern(this.idIn(cell), this.nameIn(cell)) ?? false
  }

  /** Asks again for one cell; all rows before it must be stored. */
  async lookAgain(reader: Reader, cell: NamedRecord): Promise<void> {
    const id = this.idIn(cell)
    const name = this.nameIn(cell)
    if (id !== undefined) this.ids.delete(id)
    if (name !== undefined) this.names.delete(name)
    this.ownRows?.forget(id, name)
    await this.look(reader, [cell])
  }

  private async look(reader: Reader, cells: readonly NamedRecord[]): Promise<void> {
    const { table, visible, names } = this.target
    const askedIds = newOf(this.ids, cells, (cell) => this.idIn(cell))
    for (const id of askedIds) this.ids.set(id, false)
    const sought = this.ownRows ? askedIds.filter((id) => this.ownRows?.mayBeMeant(id)) : askedIds
    if (sought.length > 0) {
      for (const { id } of await selectHolders(reader, table, 'id', sought, visible)) this.ids.set(id, true)
    }
    const askedNames = newOf(this.names, cells, (cell) => this.nameIn(cell))
    if (askedNames.length === 0) return
    await names.prepare(reader, askedNames)
    for (const name of askedNames) {
      const owners = names.of(name)
      this.names.set(
        name,
        owners.flatMap(({ id }) => id ?? []),
      )
    }
  }

  private byName(cell: NamedRecord): readonly number[] {
    const name = this.nameIn(cell)
    return (name === undefined ? undefined : this.names.get(name)) ?? nothing
  }

  /** The id that a cell may be. */
  private idIn({ id }: NamedRecord): number | undefined {
    if (this.numbersAre === 'name' && !this.areNamedById) return undefined
    return Number.isSafeInteger(id) ? id : undefined
  }

  /** The name that a cell may be, in the form in which it would be stored. */
  private nameIn({ label, id }: NamedRecord): Name | undefined {
    if (id !== undefined && (this.numbersAre === 'id' || this.areNamedById)) return undefined
    const value = normaliseValue(this.labelField, label)
    return value === null || value instanceof Unusable ? undefined : value
  }

  private get areNamedById(): boolean {
    return this.labelField.name === 'id'
  }
}

/** What the cells say, each once, of what was not asked yet. */
const newOf = <Key>(
  known: ReadonlyMap<Key, unknown>,
  cells: readonly NamedRecord[],
  read: (cell: NamedRecord) => Key | undefined,
): Key[] => {
  const keys = cells.map(read).filter((key) => key !== undefined)
  return [...new Set(keys)].filter((key) => !known.has(key))
}

const nothing: readonly number[] = []

/** What the rows of a file do to the table whose records they name themselves. */
class OwnRows {
  /** The highest id before the run: what lies above was given by the file or by the database. */
  private highest: number | undefined
  private readonly given = new Set<number>()
  /** Ids and names of rows since the last look. */
  private ids = new Set<number>()
  private names = new Set<unknown>()

  constructor(private readonly table: Table) {}

  /** Forgets what was looked up: the rows so far are stored by now. */
  async begin(reader: Reader): Promise<void> {
    this.highest ??= await selectHighestId(reader, this.table)
    this.ids = new Set()
    this.names = new Set()
  }

  note(id: number | undefined, names: readonly unknown[]): void {
    if (id !== undefined) {
      this.given.add(id)
      this.ids.add(id)
    }
    for (const name of names) this.names.add(name)
  }

  /** Can a file mean a record by this id? Not by one that the database has just given to a row of it. */
  mayBeMeant(id: number): boolean {
    return id <= (this.highest ?? 0) || this.given.has(id)
  }

  concern(id: number | undefined, name: string | number | undefined): boolean {
    return (id !== undefined && this.ids.has(id)) || (name !== undefined && this.names.has(name))
  }

  forget(id: number | undefined, name: string | number | undefined): void {
    if (id !== undefined) this.ids.delete(id)
    if (name !== undefined) this.names.delete(name)
  }
}
