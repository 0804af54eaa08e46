import { type Field, fieldOf, type Table } from '../../../catalogue/catalogue.js'
import { normaliseValue, noSuchRecord } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import type { ValueProblem } from '../../../catalogue/value-rules.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { andVisible } from '../../../records/rows/row-access.js'
import { selectHolders } from '../../../records/rows/store.js'
import type { Reader } from '../../../storage/storage.js'

/** The record that a label names, or why it names none. */
export type Named = { readonly id: number } | { readonly problem: ValueProblem }

/** Finds the records that people mean by what they call them. */
export class LookupsByLabel {
  #found = new Map<Table, ReadonlyMap<string | number, readonly number[]>>()

  constructor(private readonly scope: RequestScope) {}

  /** The table whose records a field refers to by id; `undefined` for a field that refers to none so. */
  targetOf(field: Field): Table | undefined {
    const target =
      field.idFromTable === undefined ? undefined : this.scope.catalogue.tables.get(field.idFromTable)
    return target === undefined || target.idField === 'id' ? undefined : target
  }

  /** Asks for all labels, once for each table. */
  async prepare(
    reader: Reader,
    cells: readonly { readonly target: Table; readonly label: unknown }[],
  ): Promise<void> {
    for (const target of new Set(cells.map((cell) => cell.target))) {
      const names = new Set(
        cells.filter((cell) => cell.target === target).map(({ label }) => nameIn(target, label)),
      )
      this.#found.set(target, await this.#idsByName(reader, target, [...names]))
    }
  }

  async #idsByName(
    reader: Reader,
    target: Table,
    names: readonly (string | number | undefined)[],
  ): Promise<ReadonlyMap<string | number, readonly number[]>> {
    const { scope } = this
    const wanted = names.filter((name) => name !== undefined)
    const found = new Map<string | number, number[]>()
    if (!scope.rights.visibilityOf(target).readable || wanted.length === 0) return found
    for (const { id, value } of await selectHolders(
      reader,
      target,
      target.idField,
      wanted,
      andVisible(scope, target),
    ))
      found.set(value, [...(found.get(value) ?? []), id])
    return found
  }

  /** A record that the caller may not read does not exist for him. */
  of(target: Table, label: unknown): Named {
    const name = nameIn(target, label)
    const ids = (name !== undefined && this.#found.get(target)?.get(name)) || []
    const [id] = ids
    const { readable } = this.scope.rights.visibilityOf(target)
    if (id === undefined) return { problem: noSuchRecord(readable ? target.label : undefined) }
    if (ids.length === 1) return { id }
    const said = message('several_records', { records: ids.length, table: target.label })
    return { problem: { rule: 'reference', ...said } }
  }
}

/** A label in the form in which it would be stored. */
function nameIn(target: Table, label: unknown): string | number | undefined {
  const value = normaliseValue(fieldOf(target, target.idField), label)
  return value === null || value instanceof Unusable ? undefined : value
}
