import { type Catalogue, type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { sameIn } from '../../catalogue/column-values.js'
import { noSuchRecord } from '../../catalogue/field-rules.js'
import type { ValueProblem } from '../../catalogue/value-rules.js'
import type { RequestScope } from '../../http/scope.js'
import type { Reader } from '../../storage/storage.js'
import { andVisible } from '../rows/row-access.js'
import { ColumnValues, isIndexed } from './column-values.js'

type Value = string | number

/** A column whose values a field must repeat. */
export interface ReferencedColumn {
  readonly table: Table
  readonly column: string
}

/** The ids of a lookup, and the target of a relation. */
export function referencesOf(catalogue: Catalogue, table: Table, field: Field): ReferencedColumn[] {
  const targets = new Map<string, ReferencedColumn>()
  const add = (name: string, column: string): void => {
    const target = catalogue.tables.get(name)
    if (target?.fields.has(column)) targets.set(`${name}.${column}`, { table: target, column })
  }
  if (field.idFromTable !== undefined) add(field.idFromTable, 'id')
  for (const relation of catalogue.relations) {
    if (relation.fromTable === table.name && relation.fromColumn === field.name) {
      add(relation.toTable, relation.toColumn)
    }
  }
  return [...targets.values()]
}

/**
 * Which values of a referenced column there are, asked for whole batches. A record that the caller may not
 * read does not exist for him, here as everywhere.
 */
export class ReferencedValues {
  /** Of a value that is not there. */
  readonly problem: ValueProblem
  readonly #known: ColumnValues
  readonly #isReadable: boolean
  readonly #target: Field

  /** @param table of the rows that refer */
  constructor(
    scope: RequestScope,
    table: Table,
    readonly field: Field,
    readonly referenced: ReferencedColumn,
  ) {
    const { table: target, column } = referenced
    this.#isReadable = scope.rights.visibilityOf(target).readable
    this.problem = noSuchRecord(this.#isReadable ? target.label : undefined)
    this.#target = fieldOf(target, column)
    // What is written to the table itself meanwhile is asked from the database by value.
    const isQuick = target === table || isIndexed(scope.catalogue, target, column)
    this.#known = new ColumnValues(target, column, isQuick, false, andVisible(scope, target))
  }

  /** Asks for the values of the next rows. */
  async prepare(reader: Reader, values: readonly Value[]): Promise<void> {
    if (!this.#isReadable) return
    await this.#known.prepare(
      reader,
      values.flatMap((value) => this.#sought(value) ?? []),
    )
  }

  has(value: Value): boolean {
    const sought = this.#sought(value)
    return sought !== undefined && this.#known.of(sought).length > 0
  }

  /** The value as the column would hold it. */
  #sought(value: Value): Value | undefined {
    const { dbType } = this.#target
    return dbType === this.field.dbType ? value : sameIn(dbType, value)
  }
}
