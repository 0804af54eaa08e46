import { currentYear, namesInPattern, readNumberPattern } from '@trowel/contract/model/number-pattern.js'
import { parseJson, parseJsonObject, stringsOf } from '../../../catalogue/json-text.js'
import { isKeptAside, parseTableField } from '../../../catalogue/stored-field.js'
import { parseBacklink, type TableRow } from '../../../catalogue/stored-table.js'
import { templateItems } from '../stored-names.js'
import { type Finding, head, type Section, section, success, warning } from './findings.js'
import { fieldsOf, type SchemaFacts } from './schema-facts.js'

/** Everything in the configuration that names a table or a field names one that exists. */
export function examineReferences(facts: SchemaFacts): Section {
  const findings = [
    ...facts.tables.flatMap((table) => tableFindings(facts, table)),
    ...facts.fields.flatMap((field) => fieldFindings(facts, field)),
    ...facts.templates.flatMap((template) => templateFindings(facts, template)),
    ...facts.relations.flatMap((relation) => relationFindings(facts, relation)),
    ...facts.indexes.flatMap((index) => indexFindings(facts, index)),
  ]
  return section(head('references', {}), findings, success('references_right', {}))
}

const hasTable = ({ tables }: SchemaFacts, name: string): boolean => tables.some((one) => one.name === name)

const hasField = (facts: SchemaFacts, table: string, name: string): boolean =>
  name === 'id' || fieldsOf(facts, table).some((field) => field.name === name && !isKeptAside(field))

function tableFindings(facts: SchemaFacts, { name: table, ...row }: TableRow): Finding[] {
  const extra = parseJsonObject(row.extra)
  const own = [
    ['order_without_field', row.order_field],
    ['id_field_without_field', row.id_field],
    ...stringsOf(parseJson(row.preview)).map((field) => ['preview_without_field', field] as const),
  ] as const
  return [
    ...own.flatMap(([code, field]) =>
      !field || hasField(facts, table, field) ? [] : [warning(code, { table, missing: field })],
    ),
    ...stringsOf(extra['backlinks']).flatMap((backlink) => {
      const link = parseBacklink(backlink)
      if (!link) return [warning('backlink_malformed', { backlink, table })]
      const { ref, via, column } = link
      const missing = [ref, via].find((each) => !hasTable(facts, each))
      if (missing !== undefined) return [warning('backlink_without_table', { backlink, table, missing })]
      return hasField(facts, via, column)
        ? []
        : [warning('backlink_without_field', { backlink, table, via, missing: column })]
    }),
    ...stringsOf(extra['chrono_density_path'])
      .filter((each) => !hasTable(facts, each))
      .map((missing) => warning('path_without_table', { table, missing })),
  ]
}

const fieldFindings = (facts: SchemaFacts, row: SchemaFacts['fields'][number]): Finding[] => [
  ...sourceFindings(facts, row),
  ...numberFindings(facts, row),
]

/** Without a field that its pattern names, no number is given. */
function numberFindings(facts: SchemaFacts, row: SchemaFacts['fields'][number]): Finding[] {
  const { number_pattern: text } = parseJsonObject(row.extra)
  const pattern = typeof text === 'string' ? readNumberPattern(text) : undefined
  return namesInPattern(pattern ?? [])
    .filter((name) => name !== currentYear && !hasField(facts, row.table_name, name))
    .map((missing) => warning('number_without_field', { table: row.table_name, field: row.name, missing }))
}

function sourceFindings(facts: SchemaFacts, row: SchemaFacts['fields'][number]): Finding[] {
  const place = { table: row.table_name, field: row.name }
  const { id_from_tb: lookup, get_values_from_tb: values } = parseJsonObject(row.extra)
  if (typeof values === 'string' && values !== '') {
    const source = parseTableField(values)
    if (!source || !hasTable(facts, source.table)) {
      return [warning('source_without_table', { ...place, missing: source?.table ?? values })]
    }
    return hasField(facts, source.table, source.field)
      ? []
      : [warning('source_without_field', { ...place, source: source.table, missing: source.field })]
  }
  const isBroken = typeof lookup === 'string' && lookup !== '' && !hasTable(facts, lookup)
  return isBroken ? [warning('source_without_table', { ...place, missing: lookup })] : []
}

function templateFindings(facts: SchemaFacts, row: SchemaFacts['templates'][number]): Finding[] {
  const place = { template: row.name, table: row.table_name }
  const noTable = (missing: string): Finding => warning('template_without_table', { ...place, missing })
  if (!hasTable(facts, row.table_name)) return [noTable(row.table_name)]
  const findings = templateItems(parseJson(row.content), row.table_name).flatMap(({ table, field }) => {
    if (!hasTable(facts, table)) return [noTable(table)]
    return field === undefined || hasField(facts, table, field)
      ? []
      : [warning('template_without_field', { ...place, owner: table, missing: field })]
  })
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()]
}

function relationFindings(facts: SchemaFacts, relation: SchemaFacts['relations'][number]): Finding[] {
  const { from_tb, from_col, to_tb, to_col } = relation
  const place = { from: `${from_tb}.${from_col}`, to: `${to_tb}.${to_col}` }
  const ends = [
    [from_tb, from_col],
    [to_tb, to_col],
  ] as const
  return ends.flatMap(([table, field]) => {
    if (!hasTable(facts, table)) return [warning('relation_without_table', { ...place, missing: table })]
    return hasField(facts, table, field)
      ? []
      : [warning('relation_without_field', { ...place, owner: table, missing: field })]
  })
}

function indexFindings(facts: SchemaFacts, row: SchemaFacts['indexes'][number]): Finding[] {
  const place = { index: row.name, table: row.tb }
  if (!hasTable(facts, row.tb)) return [warning('index_without_table', place)]
  const isColumn = (column: string): boolean =>
    facts.physical.get(row.tb)?.columns.some((each) => each.name === column) ?? false
  return stringsOf(parseJson(row.columns))
    .filter((column) => !hasField(facts, row.tb, column) && !isColumn(column))
    .map((column) => warning('index_without_field', { ...place, missing: column }))
}
