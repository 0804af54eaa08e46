import { hash } from 'node:crypto'
import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'

/** How a client is told about the fields of a table; every key is always there, absent settings are null. */
export function fieldSchema(field: Field): Record<string, unknown> {
  return {
    name: field.name,
    label: field.label,
    type: wireType(field),
    readonly: field.readonly,
    hide: field.hide,
    help: field.help ?? null,
    required: field.checks.includes('required') || field.checks.includes('not_empty'),
    check: field.checks,
    min: field.min ?? null,
    max: field.max ?? null,
    max_length: field.maxLength ?? null,
    pattern: field.pattern ?? null,
    def_value: field.defaultValue ?? null,
    direction: field.direction ?? null,
    widget: field.widget ?? null,
    options_source: optionsSource(field),
  }
}

const wireTypes = new Set([
  'text',
  'long_text',
  'md',
  'date',
  'boolean',
  'select',
  'combo_select',
  'multi_select',
  'slider',
  'integer',
])

const wireType = (field: Field): string => (wireTypes.has(field.type) ? field.type : 'text')

/** Where the options of a field come from; the first source that is set. */
function optionsSource(field: Field): Record<string, unknown> | null {
  if (field.valuesFrom) return { type: 'db', ref: `${field.valuesFrom.table}:${field.valuesFrom.field}` }
  if (field.idFromTable !== undefined) return { type: 'id_from_tb', ref: field.idFromTable }
  if (field.vocabulary !== undefined) return { type: 'vocabulary', set: field.vocabulary }
  if (field.options) return { type: 'static', items: field.options }
  return null
}

/** The part of a record's answer that is the same for every record of the table. */
export interface SchemaText {
  /** JSON text without its last brace. */
  readonly text: string
  readonly digest: string
}

const schemas = new WeakMap<Catalogue, Map<string, SchemaText>>()

export function schemaOf(catalogue: Catalogue, table: Table): SchemaText {
  const known = schemas.get(catalogue) ?? new Map<string, SchemaText>()
  schemas.set(catalogue, known)
  let schema = known.get(table.name)
  if (!schema) {
    const text = JSON.stringify(tableSchema(catalogue, table)).slice(0, -1)
    schema = { text, digest: digest(text) }
    known.set(table.name, schema)
  }
  return schema
}

/** Tells one text from another, in 16 characters. */
export const digest = (text: string): string => hash('sha1', text, 'base64url').slice(0, 16)

const digests = new Map<string, string>()
const mostDigests = 1000

/** The same for texts that are short and mostly the same: nothing hangs from most records. */
export function rememberedDigest(text: string): string {
  let known = digests.get(text)
  if (known === undefined) {
    known = digest(text)
    if (digests.size >= mostDigests) digests.clear()
    if (text.length < 2000) digests.set(text, known)
  }
  return known
}

function tableSchema(catalogue: Catalogue, table: Table): Record<string, unknown> {
  const plugins = table.plugins.flatMap((name) => {
    const plugin = catalogue.tables.get(name)
    return plugin
      ? [
          [
            name,
            { tb_id: name, label: plugin.label, fields: [...plugin.fields.values()].map(fieldSchema) },
          ] as const,
        ]
      : []
  })
  return {
    fields: [...table.fields.values()].map(fieldSchema),
    plugins: Object.fromEntries(plugins),
    rs: table.hasStratigraphy,
    id_field: table.idField,
    has_geodata: table.hasGeodata,
    has_refman: table.hasCitations,
    has_zotero: table.hasCitations,
    has_fuzzy_date: table.hasFuzzyDate,
    has_osteology: table.hasOsteology,
  }
}
