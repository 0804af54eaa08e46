import type { JsonObject } from '@trowel/contract/json.js'
import { columnTypes } from '@trowel/contract/model/column-types.js'
import {
  checkTokens,
  describeProperty,
  type FieldProperty,
  fieldProperties,
  fieldPropertyNames,
  type HeldProperties,
  holdProperties,
  type PropertyOf,
  valueSources,
} from '@trowel/contract/model/field-properties.js'
import {
  describeFieldType,
  fieldTypeNames,
  fieldTypes,
  isFieldType,
  offeredTypes,
} from '@trowel/contract/model/field-types.js'
import { inWords } from '@trowel/contract/model/in-words.js'
import { currentYear, namesInPattern, readNumberPattern } from '@trowel/contract/model/number-pattern.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Catalogue, Field, Table } from '../../../catalogue/catalogue.js'
import { columnTypeOf } from '../../../catalogue/column-types.js'
import { compilePattern, isUsable } from '../../../catalogue/field-pattern.js'
import { formulaProblem, isFormula } from '../../../catalogue/formulas.js'
import { ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { checksOf, parseTableField } from '../../../catalogue/stored-field.js'
import { type Message, message } from '../../../message.js'
import type { ColumnType } from '../../../storage/storage.js'
import {
  flagOf,
  isUnset,
  numberOf,
  type Problems,
  textOf,
  textsOf,
  unknownProperties,
  wholeNumberOf,
} from '../input-values.js'

/** Everything that a body may say of a field; other keys are kept as they come. */
const knownKeys: ReadonlySet<string> = new Set([
  'name',
  'label',
  'type',
  'db_type',
  'sort',
  'disabled',
  'before',
  ...fieldPropertyNames,
])

/**
 * The field that a body describes. Properties that are absent or empty are unset, but name, place and column
 * type of the field as it is stay, and so do properties that the service does not know. Everything that is
 * wrong goes to `problems`.
 */
export function readField(
  body: JsonObject,
  name: string,
  current: Field | undefined,
  catalogue: Catalogue,
  problems: Problems,
): Omit<Field, 'sort'> & { readonly sort: number | undefined } {
  const type = readType(body['type'], problems)
  const held = readProperties(body, type, catalogue, problems)
  return {
    name,
    label: textIn(body, 'label', problems) ?? name,
    type,
    dbType: readColumnType(body, type, held.idFromTable !== undefined, current, problems),
    sort: isUnset(body['sort']) ? current?.sort : (wholeNumberOf(body['sort']) ?? current?.sort),
    ...held,
    extra: unknownProperties(body, knownKeys, current?.extra ?? {}, problems),
  }
}

function readType(value: unknown, problems: Problems): string {
  const offered = offeredTypes.join(', ')
  if (isUnset(value)) {
    problems.push({ field: 'type', code: 'required', ...message('field_needs_type', { types: offered }) })
    return 'text'
  }
  if (value === 'id_from_tb') return 'select'
  if (isFieldType(value)) return value
  problems.push({ field: 'type', code: 'invalid_type', ...message('field_type_unknown', { types: offered }) })
  return 'text'
}

function readColumnType(
  body: JsonObject,
  type: string,
  isLookup: boolean,
  current: Field | undefined,
  problems: Problems,
): ColumnType {
  const given = body['db_type']
  const fallback = current?.dbType ?? (isLookup ? 'INTEGER' : describeFieldType(type).column)
  const column = isUnset(given) ? fallback : typeof given === 'string' ? columnTypeOf(given) : undefined
  if (column === undefined) {
    problems.push({
      field: 'db_type',
      code: 'invalid_db_type',
      ...message('column_type_unknown', { types: columnTypes.join(', ') }),
    })
    return fallback
  }
  if (!isLookup || column === 'INTEGER') return column
  if (!isUnset(given) && column !== current?.dbType) {
    problems.push({
      field: 'db_type',
      code: 'invalid_db_type',
      ...message('ids_need_integer', {}),
    })
  }
  return 'INTEGER'
}

function readProperties(
  body: JsonObject,
  type: string,
  catalogue: Catalogue,
  problems: Problems,
): HeldProperties {
  checkSources(body, type, problems)
  const boundsAreDays = describeFieldType(type).holds === 'day'
  const refuse = (field: string, code: ProblemCode, said: Message): undefined => {
    problems.push({ field, code, ...said })
  }
  /** What is absent or empty is unset. */
  const set =
    <Name extends FieldProperty, Value>(read: (value: unknown, name: Name) => Value | undefined) =>
    (name: Name): Value | undefined =>
      isUnset(body[name]) ? undefined : read(body[name], name)
  const text = (name: FieldProperty) => textIn(body, name, problems)
  const held = holdProperties({
    vocabulary: text,
    source: set((value, name) => readSource(value, name, catalogue, problems)),
    table: set((value, name) =>
      typeof value === 'string' && catalogue.tables.has(value)
        ? value
        : refuse(name, 'unknown_table', message('no_table_quoted', { table: JSON.stringify(value) })),
    ),
    options: set(
      (value, name) => textsOf(value) ?? refuse(name, 'invalid_value', message('options_as_list', {})),
    ),
    checks: (name) => readChecks(body[name], name, problems),
    flag: (name) => readFlag(body, name, problems),
    text,
    value: text,
    length: set((value, name) => {
      const length = wholeNumberOf(value)
      if (length !== undefined && length > 0) return length
      return refuse(name, 'invalid_value', message('max_length_form', {}))
    }),
    bound: set<PropertyOf<'bound'>, number | string>((value, name) =>
      boundsAreDays
        ? (dateOf(value) ?? refuse(name, 'invalid_value', message('date_form', {})))
        : (numberOf(value) ?? refuse(name, 'invalid_value', message('must_be_number', { name }))),
    ),
    pattern: set((value, name) => {
      const pattern = compilePattern(typeof value === 'string' ? value : '(')
      if (typeof value === 'string' && isUsable(pattern)) return value
      if (!isUsable(pattern)) {
        const { part: _, ...said } = pattern
        problems.push({ field: name, code: 'invalid_pattern', ...said })
      }
      return undefined
    }),
    numbering: set((value, name) =>
      typeof value === 'string' && readNumberPattern(value)
        ? value
        : refuse(name, 'invalid_pattern', message('number_pattern_form', {})),
    ),
    formula: set((value, name) =>
      type === 'formula' && typeof value === 'string'
        ? value.trim()
        : refuse(name, 'invalid_value', message('formula_only_of_type', {})),
    ),
    widget: set((value, name) =>
      typeof value === 'string' && /^[a-z0-9-]+$/.test(value)
        ? value
        : refuse(name, 'invalid_name', message('widget_name_form', {})),
    ),
    direction: set((value, name) =>
      value === 'ltr' || value === 'rtl'
        ? value
        : refuse(name, 'invalid_value', message('direction_form', {})),
    ),
  })
  const { min, max } = held
  if (min !== undefined && max !== undefined && min > max)
    refuse('max', 'invalid_range', message('max_below_min', { max, min }))
  return held
}

/** Numbers need a field that holds them, and whose values are each there once. */
export function checkNumbering(
  field: Pick<Field, 'name' | 'dbType' | 'checks' | 'numberPattern'>,
  table: { readonly isPlugin: boolean; hasField(name: string): boolean },
  problems: Problems,
): void {
  const property = 'number_pattern'
  const pattern = field.numberPattern === undefined ? undefined : readNumberPattern(field.numberPattern)
  if (!pattern) return
  const refuse = (code: ProblemCode, said: Message) => problems.push({ field: property, code, ...said })
  if (table.isPlugin) refuse('invalid_value', message('main_tables_only', { setting: property }))
  if (!field.checks.includes('no_dupl')) refuse('invalid_value', message('number_needs_unique', {}))
  const isPlain = pattern.length === 1
  if (field.dbType === 'INTEGER' ? !isPlain : field.dbType !== 'TEXT')
    refuse('invalid_value', message('number_of_column', {}))
  for (const name of namesInPattern(pattern)) {
    const isKnown = table.hasField(name) ? name !== field.name : name === currentYear
    if (!isKnown) refuse('unknown_field', message('number_without_field', { field: name }))
  }
}

/**
 * A formula can be read and does not come back to itself, its field has no rules for what people write, and
 * it is none of those that the service writes.
 */
export function checkFormula(
  field: Field,
  table: Table,
  tables: Catalogue['tables'],
  problems: Problems,
): void {
  if (!isFormula(field)) return
  if (ownedField(field.name))
    problems.push({
      field: 'type',
      code: 'invalid_type',
      ...message('computed_is_no_column', { field: field.label }),
    })
  const set = fieldPropertyNames.filter(
    (name) => describeProperty(name).isOfWritten && field[fieldProperties[name].key] !== undefined,
  )
  for (const name of field.checks.length > 0 ? ['check', ...set] : set)
    problems.push({ field: name, code: 'invalid_value', ...message('computed_not_written', {}) })
  const problem = formulaProblem(table, field, tables)
  if (problem) problems.push({ field: 'formula', code: 'invalid_formula', ...problem })
}

const choiceTypes = inWords(
  fieldTypeNames.filter((name) => fieldTypes[name].offersChoices),
  'and',
)

/** A field has one source of values at most, and only some types have one. */
function checkSources(body: JsonObject, type: string, problems: Problems): void {
  const given = valueSources.filter((name) => !isUnset(body[name]))
  for (const name of given.slice(1)) {
    problems.push({
      field: name,
      code: 'ambiguous_source',
      ...message('values_have_source', { source: given[0] ?? '' }),
    })
  }
  for (const name of given) {
    if (name === 'dic' || describeFieldType(type).offersChoices) continue
    problems.push({
      field: name,
      code: 'invalid_type',
      ...message('source_only_of_choices', { types: choiceTypes }),
    })
  }
}

function readSource(
  value: unknown,
  field: FieldProperty,
  catalogue: Catalogue,
  problems: Problems,
): Field['valuesFrom'] {
  const source = typeof value === 'string' ? parseTableField(value) : undefined
  if (!source) {
    problems.push({ field, code: 'invalid_value', ...message('source_form', {}) })
    return undefined
  }
  const table = catalogue.tables.get(source.table)
  if (!table) {
    problems.push({
      field,
      code: 'unknown_table',
      ...message('no_such_table_named', { table: source.table }),
    })
  } else if (!table.fields.has(source.field)) {
    problems.push({
      field,
      code: 'unknown_field',
      ...message('table_has_no_field', { table: source.table, field: source.field }),
    })
  }
  return source
}

function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}

function readChecks(value: unknown, field: FieldProperty, problems: Problems): string[] {
  if (isUnset(value)) return []
  const isList = typeof value === 'string' || textsOf(value) !== undefined
  const checks = isList ? checksOf(value).filter((token) => token !== '') : []
  if (!isList || checks.some((check) => !checkTokens.some((token) => token === check)))
    problems.push({
      field,
      code: 'invalid_value',
      ...message('check_unknown', { checks: checkTokens.join(', ') }),
    })
  return checks
}

/** Older clients say `disabled` for `readonly`. */
function readFlag(body: JsonObject, name: PropertyOf<'flag'>, problems: Problems): boolean {
  const key = name === 'readonly' && !('readonly' in body) ? 'disabled' : name
  const value = body[key]
  if (isUnset(value)) return false
  const flag = flagOf(value)
  if (flag === undefined)
    problems.push({ field: key, code: 'invalid_value', ...message('true_or_false', { setting: key }) })
  return flag ?? false
}

function textIn(body: JsonObject, key: string, problems: Problems): string | undefined {
  const value = body[key]
  if (isUnset(value)) return undefined
  const text = textOf(value)
  if (text === undefined)
    problems.push({ field: key, code: 'invalid_value', ...message('setting_must_be_text', { setting: key }) })
  return text || undefined
}
