import { type Field, fieldOf, type Table } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import type { Saying } from '../../../message.js'
import { andVisible } from '../../../records/rows/row-access.js'
import { selectHolders } from '../../../records/rows/store.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import { planImport } from './import-plan.js'
import { ImportRun } from './import-run.js'
import type { RowProblem } from './row-problems.js'
import { isEmpty } from './store.js'

/** A longer text is no name. */
const maxLength = 500
/** More values than an engine takes in one statement are asked for in several. */
const namesAtOnce = 10_000
const rowsAtOnce = 200

/** A name of a unit, and where it stands first. */
export interface NamedUnit {
  readonly name: string
  readonly row: number
  readonly line: number | null
}

/** Finds the records of a table that texts name by their labels. */
export class UnitNames {
  readonly #field: Field
  readonly #ids = new Map<string, readonly number[]>()

  /** @param hasNoBlanks do the names have underscores where labels have blanks? */
  constructor(
    private readonly writer: RowWriter,
    private readonly table: Table,
    private readonly hasNoBlanks: boolean,
  ) {
    this.#field = fieldOf(table, table.idField)
  }

  /** Asks for names that were not asked for yet. */
  async look(names: readonly string[]): Promise<void> {
    const unasked = [...new Set(names)].filter((name) => !this.#ids.has(name))
    await this.#ask(unasked)
    const others = unasked.filter(
      (name) => this.hasNoBlanks && name.includes('_') && this.of(name).length === 0,
    )
    if (others.length === 0) return
    await this.look(others.map(withBlanks))
    for (const name of others) this.#ids.set(name, this.of(withBlanks(name)))
  }

  async #ask(names: readonly string[]): Promise<void> {
    const { tx, scope } = this.writer
    const namesOf = new Map<string | number, string[]>()
    for (const name of names) {
      this.#ids.set(name, [])
      const value = name.length > maxLength ? null : normaliseValue(this.#field, name)
      if (value === null || value instanceof Unusable) continue
      namesOf.set(value, [...(namesOf.get(value) ?? []), name])
    }
    const values = [...namesOf.keys()]
    const visible = andVisible(scope, this.table)
    for (let start = 0; start < values.length; start += namesAtOnce) {
      const asked = values.slice(start, start + namesAtOnce)
      for (const { id, value } of await selectHolders(tx, this.table, this.#field.name, asked, visible)) {
        for (const name of namesOf.get(value) ?? []) this.#ids.set(name, [...this.of(name), id])
      }
    }
  }

  /** The records that are called so, of those that exist for the caller. */
  of(name: string): readonly number[] {
    return this.#ids.get(name) ?? []
  }

  /**
   * Makes records with these names, as an import of rows would.
   * @returns how many, and why others could not be made
   */
  async make(
    units: readonly NamedUnit[],
    say: Saying,
  ): Promise<{ readonly made: number; readonly problems: readonly RowProblem[] }> {
    const { name: field } = this.#field
    const task = { table: this.table.name, mapping: [[field, field]] as const, keyField: null }
    const plan = planImport(this.table, task, { columns: [field], geometry: undefined })
    // What is wrong is told together with all else that is.
    const options = { mode: 'insert', leavesOut: true, dryRun: false, numbersAre: undefined } as const
    const startsEmpty = await isEmpty(this.writer.tx, this.table)
    const run = new ImportRun(this.writer, plan, options, { startsEmpty, say })
    for (let start = 0; start < units.length; start += rowsAtOnce) {
      await run.take(units.slice(start, start + rowsAtOnce).map((unit) => this.#rowOf(unit)))
    }
    const { counts, problems } = run.finish()
    for (const { name } of units) this.#ids.delete(name)
    await this.look(units.map(({ name }) => name))
    return { made: counts.inserted, problems }
  }

  #rowOf({ name, row, line }: NamedUnit) {
    const value = normaliseValue(this.#field, name)
    if (!(value instanceof Unusable)) return { row, line, values: [value], problems: [] }
    return { row, line, values: [null], problems: [[0, value.problem] as const] }
  }
}

const withBlanks = (name: string): string => name.replaceAll('_', ' ')
