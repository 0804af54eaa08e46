import type { SchemaFinding } from '@trowel/contract/dbml.js'
import type { JsonObject } from '@trowel/contract/json.js'
import {
  describeProperty,
  fieldPropertyNames,
  type PropertyForm,
  valueSources,
} from '@trowel/contract/model/field-properties.js'
import type { Catalogue, Field } from '../../../catalogue/catalogue.js'
import { parseJson } from '../../../catalogue/json-text.js'
import {
  chronologyFields,
  type OwnedField,
  osteologyFields,
  ownedField,
} from '../../../catalogue/plugin-owned-fields.js'
import { storedProperties } from '../../../catalogue/stored-field.js'
import { message } from '../../../message.js'
import { checkNumbering, readField } from '../fields/field-input.js'
import { fieldsOfNewTable } from '../generated-fields.js'
import type { Problems } from '../input-values.js'
import { fieldNameProblem } from '../names.js'
import { freshOwnedField } from '../tables/switch-service.js'
import { defaultFieldLabel, extraOf, readNote } from './annotations.js'
import { addProblems, type TableDraft } from './draft.js'
import type { ColumnText } from './text.js'
import { isKnownType, meaningOf } from './types.js'

/** How an annotation is read; the others are taken as their text. */
const annotationReaders: Partial<Record<PropertyForm, (value: string) => unknown>> = {
  options: parseJson,
  checks: (value) => value.split(',').map((item) => item.trim()),
}

/** Annotations that are properties of a field: the key of its form, and how the value is read. */
const properties = new Map<string, readonly [key: string, read: (value: string) => unknown]>([
  ['label', ['label', (value) => value]],
  ...fieldPropertyNames.flatMap((name) => {
    const { annotation, form } = describeProperty(name)
    const read = annotationReaders[form] ?? ((value: string) => value)
    return annotation === undefined ? [] : [[annotation, [name, read]] as const]
  }),
])

const sourceAnnotations = valueSources.flatMap((name) => describeProperty(name).annotation ?? [])

/** Annotations of columns with a meaning of their own. */
const otherAnnotations: ReadonlySet<string> = new Set([
  'type',
  'db_type',
  'id_from_tb',
  'multi_select',
  'relation',
  'on_delete',
  'on_update',
  'extra',
  // Some files mark the field of the bones itself.
  'osteology',
])

/** The fields that its kind and its switches bring along stand in every table. */
function broughtAlong({ isPlugin, settings }: TableDraft): { generated: Field[]; owned: OwnedField[] } {
  return {
    generated: fieldsOfNewTable(isPlugin),
    owned: [
      ...(settings.hasFuzzyDate ? chronologyFields : []),
      ...(settings.hasOsteology ? osteologyFields : []),
    ],
  }
}

/** Every name that a field of the table will have, those included that the text leaves out. */
export function fieldNames(draft: TableDraft): string[] {
  const { generated, owned } = broughtAlong(draft)
  return [...new Set([...generated, ...draft.text.columns, ...owned].map(({ name }) => name))]
}

/** Finds what cannot be about the columns of a table, whatever else there is. */
export function checkColumns(draft: TableDraft): void {
  const { generated, owned } = broughtAlong(draft)
  const { columns, indexes } = draft.text
  const generatedNames = new Set(generated.map(({ name }) => name))
  const ownedNames = new Set(owned.map(({ name }) => name))
  const seen = new Set<string>()
  for (const { name, isKey } of columns) {
    if (seen.has(name))
      draft.errors.push({
        code: 'duplicate_field',
        field: name,
        ...message('schema_field_repeated', { field: name }),
      })
    seen.add(name)
    if (isKey && name !== 'id') draft.errors.push(otherKey(name))
    if (generatedNames.has(name) || ownedNames.has(name)) continue
    const sentence = nameSentence(name)
    if (sentence) draft.errors.push({ code: 'invalid_name', name, ...message(sentence, { name }) })
  }
  for (const { isKey, columns: key } of indexes) {
    if (isKey && key.join() !== 'id') draft.errors.push(otherKey(key.join(', ')))
  }
  if (!seen.has('id')) draft.warnings.push({ code: 'auto_add_id', ...message('schema_id_comes', {}) })
  if (!draft.isPlugin && !seen.has('creator'))
    draft.warnings.push({ code: 'auto_add_creator', ...message('schema_creator_comes', {}) })
}

const otherKey = (field: string): SchemaFinding => ({
  code: 'pk_must_be_id',
  field,
  ...message('schema_key_other_than_id', { field }),
})

function nameSentence(name: string) {
  const problem = fieldNameProblem('name', name)
  if (problem) return problem.code === 'reserved_name' ? 'schema_field_reserved' : 'schema_field_invalid'
  return ownedField(name) && 'schema_field_of_switch'
}

/** Works the columns of a table out into its fields, in order. @param outline every table there will be */
export function readFields(draft: TableDraft, outline: Catalogue): void {
  const { generated, owned } = broughtAlong(draft)
  const written = new Set(draft.text.columns.map(({ name }) => name))
  const fields = [
    ...generated.filter(({ name }) => !written.has(name)),
    ...draft.text.columns.map((column) => {
      const given = generated.find(({ name }) => name === column.name)
      return given ? withTexts(given, column) : readColumn(draft, column, outline)
    }),
    ...owned.filter(({ name }) => !written.has(name)).map((field) => freshOwnedField(field, 0)),
  ]
  draft.fields = fields.map((field, sort) => ({ ...field, sort }))
}

/** Of the fields that every table has, only what people read can be given. */
function withTexts(field: Field, { note }: ColumnText): Field {
  const { plain, annotations } = readNote(note)
  const help = annotations.get('help') ?? plain
  return { ...field, label: annotations.get('label') || field.label, help: help === '' ? field.help : help }
}

function readColumn(draft: TableDraft, column: ColumnText, outline: Catalogue): Field {
  const { name } = column
  const { plain, annotations } = readNote(column.note)
  const owned = ownedField(name)
  for (const annotation of annotations.keys()) {
    if (properties.has(annotation) || otherAnnotations.has(annotation)) continue
    const said = message('schema_field_annotation_unknown', { field: name, name: annotation })
    draft.warnings.push({ code: 'unknown_annotation', field: name, name: annotation, ...said })
  }
  if (!isKnownType(column.type) && !annotations.has('type')) {
    const { type } = column
    draft.warnings.push({
      code: 'unknown_type',
      field: name,
      type,
      ...message('schema_type_unknown', { field: name, type }),
    })
  }
  const lookup = annotations.has('id_from_tb') ? lookupTable(column, annotations) : undefined
  const isLookup = lookup !== undefined && refersTo(draft, name, lookup, outline)
  const { type, dbType } = meaningOf(column.type, {
    type: annotations.get('type') ?? (annotations.has('multi_select') ? 'multi_select' : undefined),
    isLookup,
    hasVocabulary: annotations.has('voc'),
    hasSource: sourceAnnotations.some((key) => annotations.has(key)),
  })
  const body: JsonObject = {
    ...extraOf(annotations),
    label: defaultFieldLabel(name),
    // Files of version 5 say nothing of the fields of a switch; they are as the switch makes them.
    ...(owned && annotations.size === 0
      ? { label: owned.label, ...storedProperties(freshOwnedField(owned, 0)) }
      : {}),
    def_value: column.default,
    help: plain,
    ...Object.fromEntries(
      [...properties].flatMap(([annotation, [key, read]]) => {
        const value = annotations.get(annotation)
        return value === undefined ? [] : [[key, read(value)]]
      }),
    ),
    ...(isLookup ? { id_from_tb: lookup } : {}),
    type,
    db_type: owned?.dbType ?? annotations.get('db_type') ?? dbType,
  }
  const problems: Problems = []
  const field = readField(body, name, undefined, outline, problems)
  const source = field.valuesFrom
  if (source && source.table !== draft.name) noteNeed(draft, name, source.table)
  const checks = [
    ...field.checks,
    ...(column.isRequired ? ['not_empty'] : []),
    ...(column.isUnique ? ['no_dupl'] : []),
  ]
  const names = new Set(fieldNames(draft))
  const owner = { isPlugin: draft.isPlugin, hasField: (one: string) => names.has(one) }
  checkNumbering({ ...field, checks }, owner, problems)
  addProblems(
    draft,
    problems.map((problem) =>
      isMissing(problem.code) ? { ...problem, code: 'unknown_reference' } : problem,
    ),
    name,
  )
  return { ...field, checks: [...new Set(checks)], sort: 0 }
}

const isMissing = (code: string): boolean => code === 'unknown_table' || code === 'unknown_field'

/** The flag stands beside a reference; older files name the table itself. */
function lookupTable({ refs }: ColumnText, annotations: ReadonlyMap<string, string>): string {
  const named = annotations.get('id_from_tb')
  return refs[0]?.table ?? (named === '1' ? '' : (named ?? ''))
}

function refersTo(draft: TableDraft, field: string, table: string, outline: Catalogue): boolean {
  if (outline.tables.has(table)) {
    noteNeed(draft, field, table)
    return true
  }
  draft.errors.push(needsTable(field, table))
  return false
}

/** A field needs a table that is not there, or will not be. */
export const needsTable = (field: string, table: string): SchemaFinding => ({
  code: 'unknown_reference',
  field,
  table,
  ...message('schema_field_without_table', { field, table }),
})

function noteNeed(draft: TableDraft, field: string, table: string): void {
  draft.needs.push({ table, finding: needsTable(field, table) })
}

/** Columns that the text itself names, generated ones too. */
export const writtenFields = ({ text, fields }: TableDraft): readonly Field[] => {
  const written = new Set(text.columns.map(({ name }) => name))
  return fields.filter(({ name }) => written.has(name))
}
