import type { SqlValue } from '../../storage/sql.js'
import type { TableNotes } from './report.js'

/** A column whose values are to lead to rows of a table. */
export interface Reference {
  readonly table: string
  readonly column: string
  readonly toTable: string
  readonly toColumn: string
}

interface Watched extends Reference {
  readonly notes: TableNotes
  /** Values whose table is not read yet. */
  waiting: { readonly id: number; readonly value: SqlValue }[]
  dangling: number
}

/**
 * Which records there are, and which values lead to none. Each table is read once, in any order: a value
 * whose table comes later waits for it.
 */
export class References {
  /** By table and column: the values that lead to its rows, as text; a number may be kept as one. */
  readonly #targets = new Map<string, Map<string, Set<string>>>()
  readonly #complete = new Set<string>()
  readonly #watched: readonly Watched[]

  /** @param notesOf what is to be said of a table */
  constructor(references: readonly Reference[], notesOf: (table: string) => TableNotes) {
    this.#watched = references.map((reference) => ({
      ...reference,
      notes: notesOf(reference.table),
      waiting: [],
      dangling: 0,
    }))
    for (const { table, toTable, toColumn } of references) {
      this.#targets.set(table, this.#targets.get(table) ?? new Map())
      const columns = this.#targets.get(toTable) ?? new Map<string, Set<string>>()
      this.#targets.set(toTable, columns.set(toColumn, new Set()))
    }
  }

  /** A record that is adopted. */
  add(table: string, id: number, row: Readonly<Record<string, SqlValue>>): void {
    const columns = this.#targets.get(table) ?? new Map<string, Set<string>>()
    this.#targets.set(table, columns)
    if (!columns.has('id')) columns.set('id', new Set())
    for (const [column, values] of columns) {
      const value = column === 'id' ? id : (row[column] ?? null)
      if (value !== null) values.add(String(value))
    }
    for (const watched of this.#watched) {
      if (watched.table !== table) continue
      const value = row[watched.column] ?? null
      if (value === null) continue
      if (this.#complete.has(watched.toTable)) this.#check(watched, id, value)
      else watched.waiting.push({ id, value })
    }
  }

  /** All records of the table were added. */
  complete(table: string): void {
    this.#complete.add(table)
    for (const watched of this.#watched) {
      if (watched.toTable !== table) continue
      for (const { id, value } of watched.waiting) this.#check(watched, id, value)
      watched.waiting = []
    }
  }

  /** Such a value stays as it is: it is what people wrote. */
  #check(watched: Watched, id: number, value: SqlValue): void {
    const { toTable, toColumn, column, notes } = watched
    if (this.#targets.get(toTable)?.get(toColumn)?.has(String(value))) return
    watched.dangling++
    notes.change(
      id,
      column,
      value instanceof Uint8Array ? null : value,
      value,
      `leads to no record of ${toTable}`,
    )
  }

  has(table: string, id: number | undefined): id is number {
    return id !== undefined && this.#targets.get(table)?.get('id')?.has(String(id)) === true
  }

  /** Does every value of the column lead to a record? Known when all tables were read. */
  isKept(table: string, column: string): boolean {
    return !this.#watched.some(
      (watched) => watched.table === table && watched.column === column && watched.dangling > 0,
    )
  }
}
