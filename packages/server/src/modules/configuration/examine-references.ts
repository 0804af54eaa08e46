import { parseJson, parseJsonObject, stringsOf } from '../../catalogue/json-text.js'
import { isKeptAside, parseTableField } from '../../catalogue/stored-field.js'
import { parseBacklink, type TableRow } from '../../catalogue/stored-table.js'
import { type Finding, type Section, section, warning } from './findings.js'
import { fieldsOf, type SchemaFacts } from './schema-facts.js'
import { templateItems } from './stored-names.js'

/** Everything in the configuration that names a table or a field names one that exists. */
export function examineReferences(facts: SchemaFacts): Section {
  const findings = [
    ...facts.tables.flatMap((table) => tableFindings(facts, table)),
    ...facts.fields.flatMap((field) => fieldFindings(facts, field)),
    ...facts.templates.flatMap((template) => templateFindings(facts, template)),
    ...facts.relations.flatMap((relation) => relationFindings(facts, relation)),
    ...facts.indexes.flatMap((index) => indexFindings(facts, index)),
  ]
  return section('References', findings, 'Settings, fields and templates name what exists.')
}

const hasTable = ({ tables }: SchemaFacts, name: string): boolean => tables.some((one) => one.name === name)

const hasField = (facts: SchemaFacts, table: string, name: string): boolean =>
  name === 'id' || fieldsOf(facts, table).some((field) => field.name === name && !isKeptAside(field))

const noField = (where: string, table: string, field: string): Finding =>
  warning(`${where} names the field "${field}", which ${table} does not have.`)
const noTable = (where: string, table: string): Finding =>
  warning(`${where} names the table "${table}", which does not exist.`)

function tableFindings(facts: SchemaFacts, table: TableRow): Finding[] {
  const { name } = table
  const extra = parseJsonObject(table.extra)
  const own = [
    ['The order', table.order_field],
    ['The id field', table.id_field],
    ...stringsOf(parseJson(table.preview)).map((field) => ['The preview', field]),
  ] as const
  return [
    ...own.flatMap(([setting, field]) =>
      !field || hasField(facts, name, field) ? [] : [noField(`${setting} of ${name}`, name, field)],
    ),
    ...stringsOf(extra['backlinks']).flatMap((text) => {
      const where = `The backlink "${text}" of ${name}`
      const link = parseBacklink(text)
      if (!link) return [warning(`${where} is none: it has the form table:via:field.`)]
      const missing = [link.ref, link.via].find((each) => !hasTable(facts, each))
      if (missing !== undefined) return [noTable(where, missing)]
      return hasField(facts, link.via, link.column) ? [] : [noField(where, link.via, link.column)]
    }),
    ...stringsOf(extra['chrono_density_path'])
      .filter((each) => !hasTable(facts, each))
      .map((each) => noTable(`The path of dates of ${name}`, each)),
  ]
}

function fieldFindings(facts: SchemaFacts, field: SchemaFacts['fields'][number]): Finding[] {
  const place = `${field.table_name}.${field.name}`
  const { id_from_tb: lookup, get_values_from_tb: source } = parseJsonObject(field.extra)
  if (typeof source === 'string' && source !== '') {
    const from = parseTableField(source)
    if (!from || !hasTable(facts, from.table)) return [noTable(place, from?.table ?? source)]
    return hasField(facts, from.table, from.field) ? [] : [noField(place, from.table, from.field)]
  }
  const isBroken = typeof lookup === 'string' && lookup !== '' && !hasTable(facts, lookup)
  return isBroken ? [noTable(place, lookup)] : []
}

function templateFindings(facts: SchemaFacts, template: SchemaFacts['templates'][number]): Finding[] {
  const where = `The template "${template.name}" of ${template.table_name}`
  if (!hasTable(facts, template.table_name)) return [noTable(where, template.table_name)]
  const findings = templateItems(parseJson(template.content), template.table_name).flatMap(
    ({ table, field }) => {
      if (!hasTable(facts, table)) return [noTable(where, table)]
      return field === undefined || hasField(facts, table, field) ? [] : [noField(where, table, field)]
    },
  )
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()]
}

function relationFindings(facts: SchemaFacts, relation: SchemaFacts['relations'][number]): Finding[] {
  const { from_tb, from_col, to_tb, to_col } = relation
  const where = `The relation ${from_tb}.${from_col} to ${to_tb}.${to_col}`
  const ends = [
    [from_tb, from_col],
    [to_tb, to_col],
  ] as const
  return ends.flatMap(([table, field]) => {
    if (!hasTable(facts, table)) return [noTable(where, table)]
    return hasField(facts, table, field) ? [] : [noField(where, table, field)]
  })
}

function indexFindings(facts: SchemaFacts, { tb, name, columns }: SchemaFacts['indexes'][number]): Finding[] {
  const where = `The index ${name} of ${tb}`
  if (!hasTable(facts, tb)) return [noTable(where, tb)]
  const isColumn = (column: string): boolean =>
    facts.physical.get(tb)?.columns.some((each) => each.name === column) ?? false
  return stringsOf(parseJson(columns))
    .filter((column) => !hasField(facts, tb, column) && !isColumn(column))
    .map((column) => noField(where, tb, column))
}
