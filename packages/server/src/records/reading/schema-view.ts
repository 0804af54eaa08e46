import { hash } from 'node:crypto'
import { fieldProperties, schemaProperties } from '@trowel/contract/model/field-properties.js'
import { fieldTypeNamed } from '@trowel/contract/model/field-types.js'
import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'
import { isRequired } from '../../catalogue/field-rules.js'
import type { RequestScope } from '../../http/scope.js'
import { weakMemoize } from '../../storage/weak-memoize.js'

/**
 * How the fields of a table are described to a client; every key is always there, absent settings are null.
 */
function fieldSchema(field: Field, hidden: ReadonlySet<string>): Record<string, unknown> {
  return {
    name: field.name,
    label: field.label,
    type: fieldTypeNamed(field.type),
    db_type: field.dbType,
    ...Object.fromEntries(schemaProperties.map((name) => [name, field[fieldProperties[name].key] ?? null])),
    required: isRequired(field),
    options_source: hidden.has(sourceOf(field) ?? '') ? null : optionsSource(field),
  }
}

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

/**
 * What is known of a table: where its options come from, and its schema by the tables of these that stay
 * unnamed.
 */
interface KnownSchema {
  readonly sources: readonly Table[]
  readonly texts: Map<string, SchemaText>
}

const schemasOf = weakMemoize((_catalogue: Catalogue) => new Map<string, KnownSchema>())

/** The schema as the caller may know it: a table that is hidden from him is the source of no options. */
export function schemaOf({ catalogue, rights }: RequestScope, table: Table): SchemaText {
  const known = schemasOf(catalogue)
  let schema = known.get(table.name)
  if (!schema) {
    schema = { sources: sourcesOf(catalogue, table), texts: new Map() }
    known.set(table.name, schema)
  }
  const hidden = schema.sources.filter((source) => !rights.visibilityOf(source).readable)
  const names = hidden.map(({ name }) => name)
  let written = schema.texts.get(names.join(' '))
  if (!written) {
    const text = JSON.stringify(tableSchema(catalogue, table, new Set(names))).slice(0, -1)
    written = { text, digest: digest(text) }
    schema.texts.set(names.join(' '), written)
  }
  return written
}

const sourceOf = ({ valuesFrom, idFromTable }: Field): string | undefined => valuesFrom?.table ?? idFromTable

/** The tables out of which the fields of a table and of its plugin tables take their options. */
function sourcesOf({ tables }: Catalogue, table: Table): Table[] {
  const own = [table, ...table.plugins.flatMap((name) => tables.get(name) ?? [])]
  const names = new Set(
    own.flatMap(({ fields }) => [...fields.values()].flatMap((field) => sourceOf(field) ?? [])),
  )
  return [...names].flatMap((name) => tables.get(name) ?? [])
}

/** Tells one text from another, in 16 characters. */
export const digest = (text: string): string => hash('sha1', text, 'base64url').slice(0, 16)

const digests = new Map<string, string>()
const maxDigests = 1000

/** The same for texts that are short and mostly the same: nothing hangs from most records. */
export function cachedDigest(text: string): string {
  let known = digests.get(text)
  if (known === undefined) {
    known = digest(text)
    if (digests.size >= maxDigests) digests.clear()
    if (text.length < 2000) digests.set(text, known)
  }
  return known
}

function tableSchema(
  catalogue: Catalogue,
  table: Table,
  hidden: ReadonlySet<string>,
): Record<string, unknown> {
  const fieldsOf = ({ fields }: Table) => [...fields.values()].map((field) => fieldSchema(field, hidden))
  const plugins = table.plugins.flatMap((name) => {
    const plugin = catalogue.tables.get(name)
    return plugin ? [[name, { tb_id: name, label: plugin.label, fields: fieldsOf(plugin) }] as const] : []
  })
  return {
    fields: fieldsOf(table),
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
