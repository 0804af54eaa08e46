import { usualPolicies } from '@trowel/contract/model/delete-policies.js'
import {
  describeProperty,
  fieldPropertyNames,
  type PropertyForm,
} from '@trowel/contract/model/field-properties.js'
import type { Catalogue, Field, Table, TableRelation } from '../../../catalogue/catalogue.js'
import { ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { storedProperties } from '../../../catalogue/stored-field.js'
import { backlinkText } from '../../../catalogue/stored-table.js'
import { fieldsOfNewTable } from '../generated-fields.js'
import { defaultFieldLabel, quoted, quotedName, writeNote } from './annotations.js'
import { meaningOf, writtenTypes } from './types.js'

export interface Vocabulary {
  readonly name: string
  readonly values: readonly string[]
}

/** Vocabularies by name, tables and fields in configuration order, as DBML that reads back into the same. */
export function writeSchemaText(catalogue: Catalogue, vocabularies: readonly Vocabulary[]): string {
  const elements = [
    ...vocabularies.map(writeVocabulary),
    ...[...catalogue.tables.values()].map((table) => writeTable(catalogue, table)),
  ]
  return elements.map((element) => `${element}\n`).join('\n')
}

const writeVocabulary = ({ name, values }: Vocabulary): string =>
  [
    `Enum ${/^\w+$/.test(name) ? name : quotedName(name)} {`,
    ...values.map((value) => `  ${quotedName(value)}`),
    '  // trowel:vocabulary',
    '}',
  ].join('\n')

function writeTable(catalogue: Catalogue, table: Table): string {
  const relations = catalogue.relations.filter((relation) => relation.fromTable === table.name)
  const indexes = catalogue.indexes.filter((index) => index.table === table.name && !index.auto)
  return [
    `Table ${table.name} {`,
    ...[...table.fields.values()].map((field) =>
      writeColumn(
        table,
        field,
        relations.find((relation) => relation.fromColumn === field.name),
      ),
    ),
    ...(indexes.length === 0 ? [] : ['  indexes {']),
    ...indexes.map(
      ({ name, columns, isUnique }) =>
        `    (${columns.join(', ')}) [${isUnique ? 'unique, ' : ''}name: ${quoted(name)}]`,
    ),
    ...(indexes.length === 0 ? [] : ['  }']),
    `  Note: ${quoted(tableNote(table))}`,
    '}',
  ].join('\n')
}

const tableNote = (table: Table): string =>
  writeNote([
    ['label', table.label],
    ['icon', table.icon],
    ['color', table.color],
    ['is_plugin', table.isPlugin && (table.parent ?? '')],
    ['preview', table.preview.join(',')],
    ['order', table.orderField !== 'id' && table.orderField],
    ['id_field', table.idField !== 'id' && table.idField],
    ['rs', table.rsSetting === true ? '1' : table.rsSetting],
    ['geodata', table.hasGeodata && '1'],
    ['refman', table.hasCitations && '1'],
    ['fuzzy_date', table.hasFuzzyDate && '1'],
    ['osteology', table.hasOsteology && '1'],
    ['radiocarbon', table.isRadiocarbon && '1'],
    ['chrono_density_path', table.chronoDensityPath.join(',') || undefined],
    ['backlinks', table.backlinks.map(backlinkText).join(',') || undefined],
    ['extra', jsonOf(table.extra)],
  ])

function writeColumn(table: Table, field: Field, relation: TableRelation | undefined): string {
  const isKey = field.name === 'id'
  const target = field.idFromTable === undefined ? relation && endOf(relation) : `${field.idFromTable}.id`
  const given = fieldsOfNewTable(table.isPlugin).find(({ name }) => name === field.name)
  const note = given ? generatedNote(field, given, relation) : columnNote(table, field, relation)
  const settings = [
    ...(isKey ? ['pk', 'increment'] : []),
    ...(target === undefined ? [] : [`ref: > ${target}`]),
    ...(note === '' ? [] : [`note: ${quoted(note)}`]),
  ]
  const type = writtenTypes[field.idFromTable === undefined ? field.dbType : 'INTEGER']
  return `  ${field.name} ${type}${settings.length === 0 ? '' : ` [${settings.join(', ')}]`}`
}

const endOf = ({ toTable, toColumn }: TableRelation): string => `${toTable}.${toColumn}`

/** Of a field that every table has, only what people changed of it. */
const generatedNote = (field: Field, given: Field, relation: TableRelation | undefined): string =>
  writeNote([
    ['label', field.label === given.label ? undefined : field.label],
    ['help', field.help],
    ...policiesOf(relation),
  ])

const policiesOf = (relation: TableRelation | undefined) =>
  [
    ['on_delete', relation?.onDelete === usualPolicies.onDelete ? undefined : relation?.onDelete],
    ['on_update', relation?.onUpdate === usualPolicies.onUpdate ? undefined : relation?.onUpdate],
  ] as const

/** What name and type of the column do not say. */
function columnNote(table: Table, field: Field, relation: TableRelation | undefined): string {
  const { valuesFrom } = field
  const isLookup = field.idFromTable !== undefined
  const facts = {
    isLookup,
    hasVocabulary: field.vocabulary !== undefined,
    hasSource: (field.vocabulary ?? valuesFrom ?? field.options) !== undefined,
  }
  const written = writtenTypes[isLookup ? 'INTEGER' : field.dbType]
  const type = meaningOf(written, { ...facts, type: undefined }).type === field.type ? undefined : field.type
  const isSame = isLookup || meaningOf(written, { ...facts, type }).dbType === field.dbType
  return writeNote([
    ['type', type],
    ['db_type', isSame ? undefined : field.dbType],
    ['id_from_tb', isLookup],
    ['label', isPlainLabel(field) ? undefined : field.label],
    ...propertyNotes(field),
    ['relation', isLookup && relation ? endOf(relation) : undefined],
    ...policiesOf(relation?.toTable === table.name ? undefined : relation),
    ['extra', jsonOf(field.extra)],
  ])
}

/**
 * Of a field of a switch the label is always written: without any annotation it would be as the switch makes
 * it.
 */
const isPlainLabel = ({ name, label }: Field): boolean =>
  label === defaultFieldLabel(name) && ownedField(name) === undefined

function propertyNotes(field: Field): (readonly [string, string | boolean | undefined])[] {
  const stored = storedProperties(field)
  return fieldPropertyNames.flatMap((name) => {
    const { annotation, form } = describeProperty(name)
    return annotation === undefined ? [] : [[annotation, noteOf(form, stored[name])] as const]
  })
}

function noteOf(form: PropertyForm, value: unknown): string | boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  if (form === 'options') return JSON.stringify(value)
  return Array.isArray(value) ? value.join(',') : String(value)
}

const jsonOf = (extra: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(extra).length === 0 ? undefined : JSON.stringify(extra)
