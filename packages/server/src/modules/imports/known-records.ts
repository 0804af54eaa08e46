import type { Field, Table } from '../../catalogue/catalogue.js'
import { isUnique } from '../../catalogue/field-rules.js'
import type { RequestScope } from '../../http/scope.js'
import { keyword, type Sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { andVisible } from '../records/row-access.js'
import { referencesOf } from '../records/row-checks.js'
import { ColumnValues } from './column-values.js'
import type { ImportPlan } from './import-plan.js'
import { LookupValues } from './lookup-values.js'
import type { NumbersAre } from './run-options.js'
import type { NamedRecord, ReadRow, ReadValue } from './worker-protocol.js'

/** A column whose values must occur in a column of another table, besides those that name records by id. */
interface Reference {
  readonly index: number
  readonly label: string
  readonly values: ColumnValues
  /** Do the rows of the file go into that very table? */
  readonly growing: boolean
}

/** What has to be known of stored records to judge the rows of a file; asked for whole batches, not row by row. */
export class KnownRecords {
  /** Who has which value of the key field, of those that the caller may see. */
  readonly keys: ColumnValues | undefined
  /** Who has which value of the fields that allow no duplicates, hidden records included. */
  readonly uniques: readonly {
    readonly index: number
    readonly field: Field
    readonly values: ColumnValues
  }[]
  readonly ids: ColumnValues | undefined
  readonly lookups: ReadonlyMap<number, LookupValues>
  readonly references: readonly Reference[]
  readonly keyIndex: number
  readonly idIndex: number

  /** @param startsEmpty has the table no record yet? */
  constructor(
    scope: RequestScope,
    { table, fields, keyField }: ImportPlan,
    startsEmpty: boolean,
    numbersAre: NumbersAre | undefined,
  ) {
    const everything = keyword('')
    const { catalogue } = scope
    this.keyIndex = keyField ? fields.indexOf(keyField) : -1
    this.idIndex = fields.findIndex((field) => field.name === 'id')
    const isIndexed = (of: Table, column: string): boolean =>
      column === 'id' ||
      catalogue.indexes.some((index) => index.table === of.name && index.columns[0] === column)
    const valuesOf = (name: string, visible: Sql): ColumnValues =>
      new ColumnValues(table, name, isIndexed(table, name), startsEmpty, visible)
    this.keys = keyField && valuesOf(keyField.name, andVisible(scope, table))
    this.ids = this.idIndex < 0 ? undefined : valuesOf('id', everything)
    this.uniques = fields.flatMap((field, index) =>
      isUnique(field) ? [{ index, field, values: valuesOf(field.name, everything) }] : [],
    )
    const lookups = new Map<number, LookupValues>()
    const references: Reference[] = []
    for (const [index, field] of fields.entries()) {
      const target = field.idFromTable === undefined ? undefined : catalogue.tables.get(field.idFromTable)
      if (target) {
        const isReadable = scope.rights.visibilityOf(target).readable
        const visible = isReadable ? andVisible(scope, target) : keyword(' AND 1 = 0')
        const growing = target === table
        // As below: what the rows of the file add is asked from the database.
        const isQuick = growing || isIndexed(target, target.idField)
        const names = new ColumnValues(target, target.idField, isQuick, false, visible)
        lookups.set(index, new LookupValues({ table: target, visible, names, growing }, numbersAre))
      }
      for (const reference of referencesOf(catalogue, table, field)) {
        if (reference.table === target && reference.column === 'id') continue
        const isReadable = scope.rights.visibilityOf(reference.table).readable
        const visible = isReadable ? andVisible(scope, reference.table) : keyword(' AND 1 = 0')
        const { table: of, column } = reference
        const growing = of === table
        // What the rows of the file add to their own table is asked from the database.
        const values = new ColumnValues(of, column, growing || isIndexed(of, column), false, visible)
        references.push({ index, label: of.label, values, growing })
      }
    }
    this.lookups = lookups
    this.references = references
  }

  /** Everything that the next rows ask for; all rows before them must be stored. */
  async prepare(reader: Reader, rows: readonly ReadRow[]): Promise<void> {
    for (const [index, lookup] of this.lookups) {
      await lookup.prepare(reader, rows.map((row) => row.values[index]).filter(isNamed))
    }
    if (this.keys) await this.keys.prepare(reader, this.plainValues(rows, this.keyIndex))
    if (this.ids) await this.ids.prepare(reader, this.plainValues(rows, this.idIndex))
    for (const { index, values } of this.uniques) await values.prepare(reader, this.plainValues(rows, index))
    for (const { index, values } of this.references)
      await values.prepare(reader, this.plainValues(rows, index))
  }

  /** A row of the file gives a record this id, or one of these names, or takes one away. */
  noteWritten(id: number | undefined, names: readonly unknown[]): void {
    for (const lookup of this.lookups.values()) lookup.noteWritten(id, names)
  }

  private plainValues(rows: readonly ReadRow[], index: number): (string | number)[] {
    const lookup = this.lookups.get(index)
    return rows.flatMap((row): readonly (string | number)[] => {
      const value = row.values[index]
      if (typeof value === 'string' || typeof value === 'number') return [value]
      const named = lookup && isNamed(value) ? lookup.of(value) : []
      return named.length === 1 ? named : []
    })
  }
}

export const isNamed = (value: ReadValue): value is NamedRecord => typeof value === 'object' && value !== null
