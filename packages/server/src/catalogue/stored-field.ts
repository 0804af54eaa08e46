import type { Field } from './catalogue.js'
import { columnTypeOf } from './column-types.js'
import { fieldType } from './field-types/registry.js'
import { type JsonObject, parseJsonObject, stringsOf } from './json-text.js'

/** A row of `sys_cfg_fields`. */
export interface FieldRow {
  readonly id: number
  readonly table_name: string
  readonly name: string
  readonly label: string
  readonly type: string
  readonly db_type: string
  readonly sort: number
  readonly extra: string
}

/**
 * Set on the definition of a field whose switch was turned off: it is kept aside until the switch is on
 * again.
 */
const asideKey = 'kept_aside'

export const isKeptAside = (row: FieldRow): boolean => parseJsonObject(row.extra)[asideKey] === true

/** The properties of a field that are stored in `extra`. Everything else there is kept as it came. */
export const fieldPropertyNames: readonly string[] = [
  'vocabulary_set',
  'get_values_from_tb',
  'id_from_tb',
  'dic',
  'check',
  'readonly',
  'hide',
  'def_value',
  'max_length',
  'min',
  'max',
  'pattern',
  'help',
  'widget',
  'direction',
]
const knownKeys: ReadonlySet<string> = new Set([...fieldPropertyNames, asideKey])

const textIn = (extra: JsonObject, key: string): string | undefined => {
  const value = extra[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const boundIn = (extra: JsonObject, key: string): number | string | undefined => {
  const value = extra[key]
  return typeof value === 'number' ? value : textIn(extra, key)
}

/** The tokens of a `check` setting, which older configurations hold as words in one string. */
export const checksOf = (value: unknown): string[] => {
  const words = typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : stringsOf(value)
  return [...new Set(words.map((word) => (word === 'required' ? 'not_empty' : word)))]
}

/** `table:field`; `undefined` for any other text. */
export function parseTableField(text: string): { table: string; field: string } | undefined {
  const [table, field, ...rest] = text.split(':')
  return table && field && rest.length === 0 ? { table, field } : undefined
}

/** The field that a row describes. Where several sources of values are stored, one wins. */
export function fieldOfRow(row: FieldRow): Field {
  const extra = parseJsonObject(row.extra)
  const source = textIn(extra, 'get_values_from_tb')
  const valuesFrom = source === undefined ? undefined : parseTableField(source)
  const idFromTable = valuesFrom ? undefined : textIn(extra, 'id_from_tb')
  const vocabulary = valuesFrom || idFromTable ? undefined : textIn(extra, 'vocabulary_set')
  const options = stringsOf(extra['dic'])
  const direction = extra['direction']
  const maxLength = extra['max_length']
  return {
    name: row.name,
    label: row.label || row.name,
    type: row.type,
    dbType: columnTypeOf(row.db_type) ?? fieldType(row.type).column,
    sort: row.sort,
    idFromTable,
    valuesFrom,
    vocabulary,
    options: valuesFrom || idFromTable || vocabulary || options.length === 0 ? undefined : options,
    checks: checksOf(extra['check']),
    readonly: extra['readonly'] === true,
    hide: extra['hide'] === true,
    defaultValue: textIn(extra, 'def_value'),
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    min: boundIn(extra, 'min'),
    max: boundIn(extra, 'max'),
    pattern: textIn(extra, 'pattern'),
    help: textIn(extra, 'help'),
    widget: textIn(extra, 'widget'),
    direction: direction === 'ltr' || direction === 'rtl' ? direction : undefined,
    extra: Object.fromEntries(Object.entries(extra).filter(([key]) => !knownKeys.has(key))),
  }
}

/**
 * The properties of a field that are set, besides name, label, type, column and place, as they are stored and
 * travel.
 */
export function fieldProperties(field: Field): Record<string, unknown> {
  const { valuesFrom } = field
  const properties: Record<string, unknown> = {
    vocabulary_set: field.vocabulary,
    get_values_from_tb: valuesFrom && `${valuesFrom.table}:${valuesFrom.field}`,
    id_from_tb: field.idFromTable,
    dic: field.options,
    check: field.checks.length > 0 ? field.checks : undefined,
    readonly: field.readonly || undefined,
    hide: field.hide || undefined,
    def_value: field.defaultValue,
    max_length: field.maxLength,
    min: field.min,
    max: field.max,
    pattern: field.pattern,
    help: field.help,
    widget: field.widget,
    direction: field.direction,
    ...field.extra,
  }
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))
}

/** The columns of the row that describes a field of `table`. */
export const fieldColumns = (table: string, field: Field) => ({
  table_name: table,
  name: field.name,
  label: field.label === field.name ? '' : field.label,
  type: field.type,
  db_type: field.dbType,
  sort: field.sort,
  extra: JSON.stringify(fieldProperties(field)),
})

/** `extra` of a definition that is put aside, or taken back. */
export function extraKeptAside(extra: string, aside: boolean): string {
  const { [asideKey]: _before, ...rest } = parseJsonObject(extra)
  return JSON.stringify(aside ? { ...rest, [asideKey]: true } : rest)
}
