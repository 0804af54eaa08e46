import type { Catalogue, Field } from '../../../catalogue/catalogue.js'
import { columnTypeOf, columnTypes } from '../../../catalogue/column-types.js'
import { compilePattern, isUsable } from '../../../catalogue/field-pattern.js'
import { fieldType, fieldTypes } from '../../../catalogue/field-types/registry.js'
import type { JsonObject } from '../../../catalogue/json-text.js'
import { checksOf, fieldPropertyNames, parseTableField } from '../../../catalogue/stored-field.js'
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

/** What `check` of a field may hold, in the order in which it is offered. */
export const checkTokens: readonly string[] = [
  'not_empty',
  'int',
  'email',
  'no_dupl',
  'range',
  'regex',
  'valid_wkt',
]

/** The types in the order in which the form offers them; scripts send `integer` besides. */
export const offeredTypes: readonly string[] = [...fieldTypes.keys()].filter((name) => name !== 'integer')

/** Everything that a body may say of a field; other keys are kept as they come. */
const knownKeys: ReadonlySet<string> = new Set([
  'name',
  'label',
  'type',
  'db_type',
  'sort',
  'disabled',
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
  const sources = readSources(body, type, catalogue, problems)
  const bounds = readBounds(body, type, problems)
  return {
    name,
    label: readText(body, 'label', problems) ?? name,
    type,
    dbType: readColumnType(body, type, sources.idFromTable !== undefined, current, problems),
    sort: isUnset(body['sort']) ? current?.sort : (wholeNumberOf(body['sort']) ?? current?.sort),
    ...sources,
    ...bounds,
    checks: readChecks(body['check'], problems),
    readonly: readFlag(body, 'readonly' in body ? 'readonly' : 'disabled', problems),
    hide: readFlag(body, 'hide', problems),
    defaultValue: readText(body, 'def_value', problems),
    maxLength: readMaxLength(body['max_length'], problems),
    pattern: readPattern(body['pattern'], problems),
    help: readText(body, 'help', problems),
    widget: readWidget(body['widget'], problems),
    direction: readDirection(body['direction'], problems),
    extra: unknownProperties(body, knownKeys, current?.extra ?? {}, problems),
  }
}

function readType(value: unknown, problems: Problems): string {
  const offered = offeredTypes.join(', ')
  if (isUnset(value)) {
    problems.push({ field: 'type', code: 'required', text: `Give the field a type: ${offered}.` })
    return 'text'
  }
  if (value === 'id_from_tb') return 'select'
  if (typeof value === 'string' && fieldTypes.has(value)) return value
  problems.push({ field: 'type', code: 'invalid_type', text: `The type of a field is one of ${offered}.` })
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
  const fallback = current?.dbType ?? (isLookup ? 'INTEGER' : fieldType(type).column)
  const column = isUnset(given) ? fallback : typeof given === 'string' ? columnTypeOf(given) : undefined
  if (column === undefined) {
    problems.push({
      field: 'db_type',
      code: 'invalid_db_type',
      text: `The type of a column is one of ${columnTypes.join(', ')}.`,
    })
    return fallback
  }
  if (!isLookup || column === 'INTEGER') return column
  if (!isUnset(given) && column !== current?.dbType) {
    problems.push({
      field: 'db_type',
      code: 'invalid_db_type',
      text: 'A field that stores ids of records (id_from_tb) needs a column of type INTEGER.',
    })
  }
  return 'INTEGER'
}

type Sources = Pick<Field, 'vocabulary' | 'valuesFrom' | 'idFromTable' | 'options'>

/** Where the values come from that a list offers: one place at most. */
function readSources(body: JsonObject, type: string, catalogue: Catalogue, problems: Problems): Sources {
  const given = ['get_values_from_tb', 'id_from_tb', 'vocabulary_set', 'dic'].filter(
    (key) => !isUnset(body[key]),
  )
  for (const key of given.slice(1)) {
    problems.push({
      field: key,
      code: 'ambiguous_source',
      text: `The values come from "${given[0]}" already; a field has one source of values.`,
    })
  }
  for (const key of given.filter((one) => one !== 'dic')) {
    if (fieldType(type).offersChoices) continue
    problems.push({
      field: key,
      code: 'invalid_type',
      text: 'Only fields of type select, combo_select and multi_select take their values from somewhere.',
    })
  }
  const has = (key: string): boolean => given.includes(key)
  return {
    vocabulary: has('vocabulary_set') ? readText(body, 'vocabulary_set', problems) : undefined,
    valuesFrom: has('get_values_from_tb')
      ? readValuesFrom(body['get_values_from_tb'], catalogue, problems)
      : undefined,
    idFromTable: has('id_from_tb') ? readIdFromTable(body['id_from_tb'], catalogue, problems) : undefined,
    options: has('dic') ? readOptions(body['dic'], problems) : undefined,
  }
}

function readValuesFrom(value: unknown, catalogue: Catalogue, problems: Problems): Field['valuesFrom'] {
  const field = 'get_values_from_tb'
  const source = typeof value === 'string' ? parseTableField(value) : undefined
  if (!source) {
    problems.push({ field, code: 'invalid_value', text: 'Write the source of the values as "table:field".' })
    return undefined
  }
  const table = catalogue.tables.get(source.table)
  if (!table) {
    problems.push({ field, code: 'unknown_table', text: `There is no table "${source.table}".` })
  } else if (!table.fields.has(source.field)) {
    problems.push({
      field,
      code: 'unknown_field',
      text: `The table "${source.table}" has no field "${source.field}".`,
    })
  }
  return source
}

function readIdFromTable(value: unknown, catalogue: Catalogue, problems: Problems): string | undefined {
  if (typeof value === 'string' && catalogue.tables.has(value)) return value
  problems.push({
    field: 'id_from_tb',
    code: 'unknown_table',
    text: `There is no table ${JSON.stringify(value)}.`,
  })
  return undefined
}

function readOptions(value: unknown, problems: Problems): readonly string[] | undefined {
  const options = textsOf(value)
  if (!options)
    problems.push({ field: 'dic', code: 'invalid_value', text: 'Give the options as a list of texts.' })
  return options
}

function readBounds(body: JsonObject, type: string, problems: Problems): Pick<Field, 'min' | 'max'> {
  const areDays = fieldType(type).boundsAreDays
  const [min, max] = (['min', 'max'] as const).map((key) => {
    const value = body[key]
    if (isUnset(value)) return undefined
    const bound = areDays ? dateOf(value) : numberOf(value)
    if (bound === undefined) {
      const text = areDays ? 'Write a date as YYYY-MM-DD.' : `"${key}" must be a number.`
      problems.push({ field: key, code: 'invalid_value', text })
    }
    return bound
  })
  if (min !== undefined && max !== undefined && min > max) {
    problems.push({
      field: 'max',
      code: 'invalid_range',
      text: `"max" (${max}) is smaller than "min" (${min}).`,
    })
  }
  return { min, max }
}

function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}

function readChecks(value: unknown, problems: Problems): string[] {
  if (isUnset(value)) return []
  const isList = typeof value === 'string' || textsOf(value) !== undefined
  const checks = isList ? checksOf(value).filter((token) => token !== '') : []
  const unknown = checks.filter((token) => !checkTokens.includes(token))
  if (!isList || unknown.length > 0) {
    problems.push({
      field: 'check',
      code: 'invalid_value',
      text: `A check is one of ${checkTokens.join(', ')}.`,
    })
  }
  return checks
}

function readFlag(body: JsonObject, key: string, problems: Problems): boolean {
  const value = body[key]
  if (isUnset(value)) return false
  const flag = flagOf(value)
  if (flag === undefined)
    problems.push({ field: key, code: 'invalid_value', text: `"${key}" is true or false.` })
  return flag ?? false
}

function readText(body: JsonObject, key: string, problems: Problems): string | undefined {
  const value = body[key]
  if (isUnset(value)) return undefined
  const text = textOf(value)
  if (text === undefined) problems.push({ field: key, code: 'invalid_value', text: `"${key}" must be text.` })
  return text || undefined
}

function readMaxLength(value: unknown, problems: Problems): number | undefined {
  if (isUnset(value)) return undefined
  const length = wholeNumberOf(value)
  if (length !== undefined && length > 0) return length
  problems.push({
    field: 'max_length',
    code: 'invalid_value',
    text: 'The longest text is a whole number of characters, at least 1.',
  })
  return undefined
}

function readPattern(value: unknown, problems: Problems): string | undefined {
  if (isUnset(value)) return undefined
  const pattern = compilePattern(typeof value === 'string' ? value : '(')
  if (typeof value === 'string' && isUsable(pattern)) return value
  if (!isUsable(pattern)) {
    const { part: _, ...said } = pattern
    problems.push({ field: 'pattern', code: 'invalid_pattern', ...said })
  }
  return undefined
}

function readWidget(value: unknown, problems: Problems): string | undefined {
  if (isUnset(value)) return undefined
  if (typeof value === 'string' && /^[a-z0-9-]+$/.test(value)) return value
  problems.push({
    field: 'widget',
    code: 'invalid_name',
    text: 'The name of a widget has lower-case letters, digits and hyphens.',
  })
  return undefined
}

function readDirection(value: unknown, problems: Problems): Field['direction'] {
  if (isUnset(value)) return undefined
  if (value === 'ltr' || value === 'rtl') return value
  problems.push({
    field: 'direction',
    code: 'invalid_value',
    text: 'The direction of text is "ltr" or "rtl".',
  })
  return undefined
}
