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

  /** Asks for all labels of a table at once. @param labels of records of `target` */
  async prepare(reader: Reader, target: Table, labels: readonly unknown[]): Promise<void> {
    const { scope } = this
    const names = [...new Set(labels.map((label) => nameIn(target, label)))].filter(
      (name) => name !== undefined,
    )
    const isReadable = scope.rights.visibilityOf(target).readable
    const rows =
      isReadable && names.length > 0
        ? await selectHolders(reader, target, target.idField, names, andVisible(scope, target))
        : []
    const found = new Map<string | number, number[]>()
    for (const { id, value } of rows) found.set(value, [...(found.get(value) ?? []), id])
    this.#found.set(target, found)
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
