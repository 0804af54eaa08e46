import type { JsonObject } from '@trowel/contract/json.js'
import {
  type FieldProperty,
  fieldProperties,
  fieldPropertyNames,
  type HeldProperties,
  holdProperties,
  valueSources,
} from '@trowel/contract/model/field-properties.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { Field } from './catalogue.js'
import { columnTypeOf } from './column-types.js'
import { parseJsonObject, stringsOf } from './json-text.js'

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

/** Everything else in `extra` is kept as it came. */
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

/** The field that a row describes. */
export function fieldOfRow(row: FieldRow): Field {
  const extra = parseJsonObject(row.extra)
  const text = (name: FieldProperty) => textIn(extra, name)
  return {
    name: row.name,
    label: row.label || row.name,
    type: row.type,
    dbType: columnTypeOf(row.db_type) ?? describeFieldType(row.type).column,
    sort: row.sort,
    ...withOneSource(
      holdProperties({
        vocabulary: text,
        source(name) {
          const source = text(name)
          return source === undefined ? undefined : parseTableField(source)
        },
        table: text,
        options(name) {
          const options = stringsOf(extra[name])
          return options.length === 0 ? undefined : options
        },
        checks: (name) => checksOf(extra[name]),
        flag: (name) => extra[name] === true,
        text,
        value: text,
        length(name) {
          const length = extra[name]
          return typeof length === 'number' ? length : undefined
        },
        bound: (name) => boundIn(extra, name),
        pattern: text,
        numbering: text,
        formula: text,
        widget: text,
        direction(name) {
          const direction = extra[name]
          return direction === 'ltr' || direction === 'rtl' ? direction : undefined
        },
      }),
    ),
    extra: Object.fromEntries(Object.entries(extra).filter(([key]) => !knownKeys.has(key))),
  }
}

/** Where several sources of values are stored, the first of `valueSources` wins. */
function withOneSource(held: HeldProperties): HeldProperties {
  const keys = valueSources.map((name) => fieldProperties[name].key)
  const used = keys.find((key) => held[key] !== undefined)
  const unused = keys.filter((key) => key !== used).map((key) => [key, undefined] as const)
  return { ...held, ...Object.fromEntries(unused) }
}

/**
 * The properties of a field that are set, besides name, label, type, column and place, as they are stored and
 * travel.
 */
export function storedProperties(field: Field): Record<string, unknown> {
  const entries = fieldPropertyNames.map(
    (name) => [name, storedValue(field[fieldProperties[name].key])] as const,
  )
  return Object.fromEntries(
    [...entries, ...Object.entries(field.extra)].filter(([, value]) => value !== undefined),
  )
}

function storedValue(value: HeldProperties[keyof HeldProperties]): unknown {
  if (typeof value === 'object') {
    if ('table' in value) return `${value.table}:${value.field}`
    return value.length === 0 ? undefined : value
  }
  return value === false ? undefined : value
}

/** The columns of the row that describes a field of `table`. */
export const fieldColumns = (table: string, field: Field) => ({
  table_name: table,
  name: field.name,
  label: field.label === field.name ? '' : field.label,
  type: field.type,
  db_type: field.dbType,
  sort: field.sort,
  extra: JSON.stringify(storedProperties(field)),
})

/** `extra` of a definition that is put aside, or taken back. */
export function extraKeptAside(extra: string, aside: boolean): string {
  const { [asideKey]: _before, ...rest } = parseJsonObject(extra)
  return JSON.stringify(aside ? { ...rest, [asideKey]: true } : rest)
}
