import type { Field, Table } from '../catalogue/catalogue.js'
import { nameField } from '../catalogue/stamp-fields.js'
import type { RequestScope } from '../http/scope.js'
import { lookupLabel } from '../query/compile.js'
import type { Condition } from '../query/condition.js'
import { columnSql } from '../query/expression/compile-expression.js'
import { keyword, type Sql } from '../storage/sql.js'
import type { ColumnType } from '../storage/storage.js'

/** A column of a table as GIS programs get it, alive or in a file. */
export interface GisColumn {
  readonly name: string
  readonly title: string
  readonly field: Field
  /** What is stored, or what the record that a lookup field means is called. */
  readonly shows: 'value' | 'label'
  readonly type: ColumnType
}

/**
 * A lookup field gives two columns: under its own name what the record it means is called, which is what
 * people put on a map, and beside it, under `<name>_id`, the id.
 */
export function gisColumns(fields: readonly Field[]): GisColumn[] {
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()))
  return fields.flatMap((field): GisColumn[] => {
    const { name, label: title, dbType: type } = field
    if (field.idFromTable === undefined && !nameField(field))
      return [{ name, title, field, shows: 'value', type }]
    return [
      { name, title, field, shows: 'label', type: 'TEXT' },
      { name: freeName(`${name}_id`, taken), title: `${title} (id)`, field, shows: 'value', type },
    ]
  })
}

/**
 * The name, with a number at its end when something has it already; it is taken then. Case does not count, as
 * in SQLite.
 */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let k = 2; taken.has(name.toLowerCase()); k++) name = `${wanted}_${k}`
  taken.add(name.toLowerCase())
  return name
}

/**
 * What a column gives for the row of its table under `alias`. Of records that the caller may not read no
 * name is answered.
 */
export function gisValue(scope: RequestScope, { field, shows }: GisColumn, alias: string): Sql {
  const { dialect } = scope.db
  const value = columnSql(field, alias, dialect)
  if (shows === 'value') return value
  const person = nameField(field)
  if (person) return columnSql(person, alias, dialect)
  const target = visibleTarget(scope, field)
  return target ? lookupLabel(target, value, dialect) : keyword('NULL')
}

/** The table that a lookup field names with the rows of it that the caller may see, if he may read it. */
export function visibleTarget(
  { catalogue, rights }: RequestScope,
  field: Field,
): { readonly table: Table; readonly restriction: Condition | undefined } | undefined {
  const table = catalogue.tables.get(field.idFromTable ?? '')
  if (!table) return undefined
  const { readable, restriction } = rights.visibilityOf(table)
  return readable ? { table, restriction } : undefined
}

/** Tables whose rows decide what the columns give, besides the table's own. */
export const tablesOfLabels = (columns: readonly GisColumn[]): string[] =>
  columns.flatMap(({ field, shows }) =>
    shows === 'label' && field.idFromTable !== undefined ? [field.idFromTable] : [],
  )
