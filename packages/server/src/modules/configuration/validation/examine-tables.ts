import type { Catalogue } from '../../../catalogue/catalogue.js'
import { columnTypeOf } from '../../../catalogue/column-types.js'
import { compilePattern, isUsable } from '../../../catalogue/field-pattern.js'
import { formulaProblem, isFormula } from '../../../catalogue/formulas.js'
import { parseJsonObject } from '../../../catalogue/json-text.js'
import { ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { type FieldRow, isKeptAside } from '../../../catalogue/stored-field.js'
import type { TableRow } from '../../../catalogue/stored-table.js'
import { systemPrefix } from '../../../catalogue/system-tables.js'
import type { ColumnType } from '../../../storage/storage.js'
import { danger, type Finding, head, info, type Section, section, success, warning } from './findings.js'
import { fieldsOf, type SchemaFacts } from './schema-facts.js'

/** Every field says how it is stored. */
export function examineFieldTypes({ fields }: SchemaFacts): Section {
  const findings = fields
    .filter((field) => columnTypeOf(String(field.db_type)) === undefined)
    .map((field) => danger('type_unknown', { ...placeOf(field), type: String(field.db_type) }))
  return section(head('field_types', {}), findings, success('types_right', {}))
}

/** Every stored row of the configuration can be used. */
export function examineLeftOut({ leftOut }: SchemaFacts): Section {
  const findings = leftOut.map((one) => {
    if (one.kind === 'relation') return danger('relation_left_out', { from: one.from, to: one.to })
    if (one.kind === 'field')
      return danger(`field_left_out_${one.reason}`, { table: one.table, field: one.field })
    return danger(`table_left_out_${one.reason}`, { table: one.table })
  })
  return section(head('names', {}), findings, success('names_right', {}))
}

/**
 * Every pattern can be run; what cannot was configured before patterns were limited, or behind the service's
 * back.
 */
export function examinePatterns({ fields }: SchemaFacts): Section {
  const findings = fields.flatMap((row) => {
    const { pattern } = parseJsonObject(row.extra)
    const compiled = typeof pattern === 'string' && pattern !== '' ? compilePattern(pattern) : undefined
    if (!compiled || isUsable(compiled)) return []
    const { part } = compiled
    return part === undefined
      ? [warning('pattern_broken', placeOf(row))]
      : [danger('pattern_not_run', { ...placeOf(row), part })]
  })
  return section(head('patterns', {}), findings, success('patterns_right', {}))
}

/** Every formula can be computed; what it uses may be gone with a table. */
export function examineFormulas({ tables }: Catalogue): Section {
  const findings = [...tables.values()].flatMap((table) =>
    [...table.fields.values()]
      .filter((field) => isFormula(field) && formulaProblem(table, field, tables) !== undefined)
      .map((field) => warning('formula_broken', { table: table.name, field: field.name })),
  )
  return section(head('formulas', {}), findings, success('formulas_right', {}))
}

/**
 * Configured tables are there, and what is there is configured.
 * @param rows how many rows the tables have that are not configured; they are not counted for a repair
 */
export function examineTables(
  { physical, tables }: SchemaFacts,
  rows: ReadonlyMap<string, number> = new Map(),
): Section {
  const missing = tables
    .filter(({ name }) => !physical.has(name))
    .map(({ name }) => danger('table_missing', { table: name }, { action: 'create', table: name }))
  const unknown = unconfiguredTables({ physical, tables }).map((table) =>
    warning('table_unconfigured', { table, rows: rows.get(table) ?? 0 }, { action: 'delete', table }),
  )
  return section(
    head('tables', {}),
    [...missing, ...unknown],
    success('tables_right', { tables: tables.length }),
  )
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
        head('columns', { table: table.name }),
        columnFindings(facts, table),
        success('columns_right', {}),
      ),
    )

/** Columns that a table is nothing without: they cannot be added to rows that are there. */
const irreplaceable: ReadonlySet<string> = new Set(['id', 'id_link'])

function columnFindings(facts: SchemaFacts, table: TableRow): Finding[] {
  const { name } = table
  const columns = new Map(facts.physical.get(name)?.columns.map((column) => [column.name, column.type]))
  const definitions = fieldsOf(facts, name)
  const generated = ['id', table.is_plugin === 1 ? 'id_link' : 'creator']
  const active = definitions.filter((field) => !isKeptAside(field) && !isFormula(field))
  const wanted = new Map(active.map((field) => [field.name, field]))
  const missing = [...new Set([...generated, ...wanted.keys()])]
    .filter((column) => !columns.has(column))
    .map((column) =>
      irreplaceable.has(column)
        ? danger('column_missing', { table: name, column })
        : danger(
            'field_without_column',
            { table: name, field: column },
            { action: 'create', table: name, column },
          ),
    )
  const others = [...columns].flatMap(([column, type]): Finding[] => {
    const field = wanted.get(column)
    if (field) return isStoredAs(field, type) ? [] : [typeFinding(field, type)]
    if (generated.includes(column)) return []
    const isLeft = ownedField(column) !== undefined || definitions.some((one) => one.name === column)
    if (isLeft) return [info('field_waiting', { table: name, field: column })]
    return [
      warning('column_without_field', { table: name, column }, { action: 'delete', table: name, column }),
    ]
  })
  return [...missing, ...others]
}

/** Moments are kept as text. */
function isStoredAs(field: FieldRow, type: ColumnType): boolean {
  const wanted = columnTypeOf(String(field.db_type))
  return wanted === undefined || wanted === type || (wanted === 'TIMESTAMP' && type === 'TEXT')
}

const typeFinding = (field: FieldRow, type: ColumnType): Finding =>
  danger('column_of_other_type', { ...placeOf(field), type: String(field.db_type), stored: type })

const placeOf = ({ table_name, name }: FieldRow) => ({ table: table_name, field: name })
