import type { Table } from '../../../catalogue/catalogue.js'
import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import type { RequestScope } from '../../../http/scope.js'
import { andVisible } from '../../../records/rows/row-access.js'
import { ColumnValues, isIndexed } from '../../../records/writing/column-values.js'
import { ReferencedValues, referencesOf } from '../../../records/writing/referenced-values.js'
import { keyword, type Sql } from '../../../storage/sql.js'
import type { Reader } from '../../../storage/storage.js'
import type { NamedRecord, ReadRow, ReadValue } from '../reading/worker-protocol.js'
import type { ImportPlan } from './import-plan.js'
import { LookupValues } from './lookup-values.js'
import type { RunOptions } from './run-options.js'

/** A column whose values must occur in a column of another table, besides those that name records by id. */
interface Reference {
  readonly index: number
  readonly values: ReferencedValues
  /** Do the rows of the file go into that very table? */
  readonly growing: boolean
}

/**
 * The records that cells of the file name, each column by its place in the plan; asked for whole batches, not
 * row by row.
 */
export class NamedRecords {
  /** Of columns whose cells name a record by its id or by what people call it. */
  readonly lookups: ReadonlyMap<number, LookupValues>
  readonly references: readonly Reference[]

  constructor(
    scope: RequestScope,
    { table, fields }: ImportPlan,
    { numbersAre, numbersIn }: Pick<RunOptions, 'numbersAre' | 'numbersIn'>,
  ) {
    const { catalogue } = scope
    // What the rows of the file add to their own table is asked from the database.
    const valuesOf = (of: Table, column: string, visible: Sql): ColumnValues =>
      new ColumnValues(of, column, of === table || isIndexed(catalogue, of, column), false, visible)
    const visibleOf = (of: Table): Sql =>
      scope.rights.visibilityOf(of).readable ? andVisible(scope, of) : keyword(' AND 1 = 0')
    const labelOf = (of: Table): string | undefined =>
      scope.rights.visibilityOf(of).readable ? of.label : undefined
    const lookups = new Map<number, LookupValues>()
    const references: Reference[] = []
    for (const [index, field] of fields.entries()) {
      const target = field.idFromTable === undefined ? undefined : catalogue.tables.get(field.idFromTable)
      if (target) {
        const visible = visibleOf(target)
        const names = valuesOf(target, target.idField, visible)
        lookups.set(
          index,
          new LookupValues(
            { table: target, label: labelOf(target), visible, names, growing: target === table },
            numbersIn?.get(field.name) ?? numbersAre,
          ),
        )
      }
      for (const referenced of referencesOf(catalogue, table, field)) {
        if (referenced.table === target && referenced.column === 'id') continue
        const values = new ReferencedValues(scope, table, field, referenced)
        references.push({ index, values, growing: referenced.table === table })
      }
    }
    this.lookups = lookups
    this.references = references
  }

  /** Everything that the cells of the next rows name; all rows before them must be stored. */
  async prepare(reader: Reader, rows: readonly ReadRow[]): Promise<void> {
    for (const [index, lookup] of this.lookups) {
      await lookup.prepare(reader, rows.map((row) => row.values[index]).filter(isNamed))
    }
    for (const { index, values } of this.references) await values.prepare(reader, this.valuesOf(rows, index))
  }

  /**
   * The value of a cell as it would be stored; of a cell that names a record, its id, if it is a single one.
   */
  valueOf(row: ReadRow, index: number): StoredValue | undefined {
    const value = row.values[index]
    const lookup = this.lookups.get(index)
    if (!lookup || !isNamed(value)) return isPlain(value) ? value : undefined
    const ids = lookup.of(value)
    return ids.length === 1 ? ids[0] : undefined
  }

  /** The values that a column of these rows holds. */
  valuesOf(rows: readonly ReadRow[], index: number): (string | number)[] {
    return rows.flatMap((row) => this.valueOf(row, index) ?? [])
  }

  /** A row of the file gives a record this id, or one of these names, or takes one away. */
  noteWritten(id: number | undefined, names: readonly unknown[]): void {
    for (const lookup of this.lookups.values()) lookup.noteWritten(id, names)
  }
}

export const isNamed = (value: ReadValue): value is NamedRecord => typeof value === 'object' && value !== null

export const isPlain = (value: unknown): value is StoredValue =>
  value === null || typeof value === 'string' || typeof value === 'number'
