import { columnTypeOf } from '../../catalogue/column-types.js'
import { ownedField } from '../../catalogue/plugin-owned-fields.js'
import { type FieldRow, isKeptAside } from '../../catalogue/stored-field.js'
import type { TableRow } from '../../catalogue/stored-table.js'
import { systemPrefix } from '../../catalogue/system-tables.js'
import type { ColumnType } from '../../storage/storage.js'
import { danger, type Finding, info, type Section, section, warning } from './findings.js'
import { fieldsOf, type SchemaFacts } from './schema-facts.js'

/** Every field says how it is stored. */
export function examineFieldTypes({ fields }: SchemaFacts): Section {
  const findings = fields
    .filter((field) => columnTypeOf(String(field.db_type)) === undefined)
    .map((field) =>
      danger(`${field.table_name}.${field.name} has the type "${field.db_type}", which is none of a column.`),
    )
  return section('Field types', findings, 'All fields have a type that a column can have.')
}

/**
 * Configured tables are there, and what is there is configured.
 * @param rows how many rows the tables have that are not configured, where they were counted
 */
export function examineTables(
  { physical, tables }: SchemaFacts,
  rows: ReadonlyMap<string, number> = new Map(),
): Section {
  const missing = tables
    .filter(({ name }) => !physical.has(name))
    .map(({ name }) =>
      danger(`The table ${name} is configured, but not in the database.`, { action: 'create', table: name }),
    )
  const unknown = unconfiguredTables({ physical, tables }).map((name) => {
    const count = rows.get(name)
    const holds = count === undefined ? '' : ` and has ${count} rows`
    return warning(`The table ${name} is in the database${holds}, but not configured.`, {
      action: 'delete',
      table: name,
    })
  })
  return section('Tables', [...missing, ...unknown], `All ${tables.length} configured tables are there.`)
}

/** Tables of the database that belong neither to the service nor to the configuration. */
export function unconfiguredTables({ physical, tables }: Pick<SchemaFacts, 'physical' | 'tables'>): string[] {
  const configured = new Set(tables.map(({ name }) => name))
  return [...physical.keys()].filter((name) => !name.startsWith(systemPrefix) && !configured.has(name))
}

/** The columns of each configured table that is there. */
export const examineColumns = (facts: SchemaFacts): Section[] =>
  facts.tables
    .filter(({ name }) => facts.physical.has(name))
    .map((table) =>
      section(
        `Columns of ${table.name}`,
        columnFindings(facts, table),
        'Fields and columns agree with each other.',
      ),
    )

/** Columns that a table is nothing without: they cannot be added to rows that are there. */
const irreplaceable: ReadonlySet<string> = new Set(['id', 'id_link'])

function columnFindings(facts: SchemaFacts, table: TableRow): Finding[] {
  const { name } = table
  const columns = new Map(facts.physical.get(name)?.columns.map((column) => [column.name, column.type]))
  const definitions = fieldsOf(facts, name)
  const generated = ['id', table.is_plugin === 1 ? 'id_link' : 'creator']
  const active = definitions.filter((field) => !isKeptAside(field))
  const wanted = new Map(active.map((field) => [field.name, field]))
  const missing = [...new Set([...generated, ...wanted.keys()])]
    .filter((column) => !columns.has(column))
    .map((column) =>
      irreplaceable.has(column)
        ? danger(`The column ${name}.${column}, which every such table has, is missing.`)
        : danger(`The field ${name}.${column} has no column.`, { action: 'create', table: name, column }),
    )
  const others = [...columns].flatMap(([column, type]): Finding[] => {
    const field = wanted.get(column)
    if (field) return isStoredAs(field, type) ? [] : [typeFinding(field, type)]
    if (generated.includes(column)) return []
    const isLeft = ownedField(column) !== undefined || definitions.some((one) => one.name === column)
    if (isLeft) return [info(`${name}.${column} waits for a switch that is off; its values are kept.`)]
    return [warning(`The column ${name}.${column} is no field.`, { action: 'delete', table: name, column })]
  })
  return [...missing, ...others]
}

/** Moments are kept as text. */
function isStoredAs(field: FieldRow, type: ColumnType): boolean {
  const wanted = columnTypeOf(String(field.db_type))
  return wanted === undefined || wanted === type || (wanted === 'TIMESTAMP' && type === 'TEXT')
}

const typeFinding = (field: FieldRow, type: ColumnType): Finding =>
  danger(`${field.table_name}.${field.name} is configured as ${field.db_type}, but its column is ${type}.`)
