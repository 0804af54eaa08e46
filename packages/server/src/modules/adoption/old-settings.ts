import { isObject, type JsonObject } from '@trowel/contract/json.js'
import {
  type FieldProperty,
  fieldProperties,
  fieldPropertyNames,
  type PropertyForm,
} from '@trowel/contract/model/field-properties.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { columnTypeOf } from '../../catalogue/column-types.js'
import { numberOf } from '../../catalogue/column-values.js'
import { compilePattern, isUsable } from '../../catalogue/field-pattern.js'
import { parseJson, parseJsonObject, stringsOf } from '../../catalogue/json-text.js'
import { checksOf, type FieldRow, parseTableField } from '../../catalogue/stored-field.js'
import type { TableRow } from '../../catalogue/stored-table.js'
import { systemPrefix } from '../../catalogue/system-tables.js'
import type { ColumnType } from '../../storage/storage.js'
import type { TableNotes } from './report.js'
import { idOf, integerOf, isOn, textOf } from './source-rows.js'
import type { SourceColumn, SourceRow, SourceValue } from './sources/source.js'

/** What a table is called here. */
export type Naming = (name: SourceValue | undefined) => string

/** Tables of the old service that its configuration describes like those of people. */
const described: Readonly<Record<string, string>> = { bdus_files: 'sys_files', bdus_geodata: 'sys_geodata' }

/**
 * Older versions put the name of the application before that of the table, and rows still say so.
 *
 * @param configured names that its configuration has
 */
export function tableNaming(app: string, configured: ReadonlySet<string>): Naming {
  const prefix = `${app}__`
  return (given) => {
    const name = textOf(given)
    const plain = !configured.has(name) && name.startsWith(prefix) ? name.slice(prefix.length) : name
    return described[plain] ?? plain
  }
}

/** Settings that say the same once more, or that nothing reads. */
const derived: ReadonlySet<string> = new Set(['plugin', 'plugins', 'plugin_of', 'link', 'links', 'backlink'])

const flags: ReadonlySet<string> = new Set(['geodata', 'refman', 'fuzzy_date', 'osteology', 'radiocarbon'])

/** @param place its place among the tables, for one that has none */
export function readTableRow(row: SourceRow, place: number, naming: Naming, notes: TableNotes): TableRow {
  const id = idOf(row)
  const extra: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(parseJsonObject(textOf(row['extra'])))) {
    const name = key === 'zotero' ? 'refman' : key
    const setting = derived.has(name) ? undefined : tableSetting(name, value, naming)
    if (setting !== undefined) extra[name] = setting
  }
  const name = naming(row['name'])
  if (name !== textOf(row['name']) && !name.startsWith(systemPrefix))
    notes.change(id, 'name', row['name'] ?? null, name, 'it is called so here')
  return {
    id,
    name,
    label: textOf(row['label']),
    order_field: textOf(row['order_field']),
    id_field: textOf(row['id_field']),
    preview: JSON.stringify(stringsOf(parseJson(textOf(row['preview'])))),
    is_plugin: isOn(row['is_plugin']) ? 1 : 0,
    sort: integerOf(row['sort']) ?? place,
    extra: JSON.stringify(extra),
  }
}

function tableSetting(name: string, value: unknown, naming: Naming): unknown {
  if (flags.has(name)) return isOn(value) || undefined
  switch (name) {
    case 'rs':
      // The name of a field means yes as well, and is kept.
      return typeof value === 'string' && !['', '0', '1', 'false', 'true'].includes(value)
        ? value
        : isOn(value) || undefined
    case 'chrono_density_path':
      return stringsOf(value).map(naming)
    case 'backlinks':
      return stringsOf(value).map((text) =>
        text
          .split(':')
          .map((part, at) => (at < 2 ? naming(part) : part))
          .join(':'),
      )
    default:
      return value
  }
}

/** SQLite and MySQL find a column also where its name is written in other letters, great or small. */
export const columnCalled = (columns: readonly SourceColumn[], name: string): SourceColumn | undefined =>
  columns.find((one) => one.name === name) ??
  columns.find((one) => one.name.toLowerCase() === name.toLowerCase())

interface OldField {
  readonly row: SourceRow
  /** Its place among the fields, for one that has none. */
  readonly place: number
  readonly table: string
  /** What the table has. */
  readonly columns: readonly SourceColumn[]
  /** Does it hold an id that the service itself writes? */
  readonly isKey: boolean
}

export function readFieldRow(
  { row, place, table, columns, isKey }: OldField,
  naming: Naming,
  notes: TableNotes,
): FieldRow {
  const id = idOf(row)
  const name = textOf(row['name'])
  const type = textOf(row['type']) || 'text'
  const column = columnCalled(columns, name)
  const stated = columnTypeOf(textOf(row['db_type']))
  const real = column && columnTypeIn(column.type)
  const isOfService = table.startsWith(systemPrefix)
  const fitting = isOfService ? (stated ?? real) : fittingType(stated, real)
  const dbType = isKey ? 'INTEGER' : (fitting ?? describeFieldType(type).column)
  if (stated !== undefined && dbType !== stated)
    notes.change(
      id,
      'db_type',
      row['db_type'] ?? null,
      dbType,
      isKey ? 'ids are whole numbers' : 'as its column is, so that no value is lost',
    )
  if (!column && !isOfService)
    notes.change(id, 'name', name, name, 'its table has no such column; it was added, empty')
  const extra = fieldSettings(parseJsonObject(textOf(row['extra'])), type, naming)
  const pattern = extra['pattern']
  if (typeof pattern === 'string' && !isUsable(compilePattern(pattern)))
    notes.change(id, 'pattern', pattern, pattern, 'it cannot be run; change it in the configuration')
  return {
    id,
    table_name: table,
    name,
    label: textOf(row['label']),
    type,
    db_type: dbType,
    sort: integerOf(row['sort']) ?? place,
    extra: JSON.stringify(extra),
  }
}

/** A column that can hold more than its configuration says stays as it is. */
function fittingType(stated: ColumnType | undefined, real: ColumnType | undefined): ColumnType | undefined {
  if (stated === undefined || real === undefined) return stated ?? real
  const isNarrower = real === 'TEXT' || (real === 'FLOAT' && stated === 'INTEGER')
  return isNarrower ? real : stated
}

/** By a part of its name, as the three engines call them. */
const typeWords: readonly (readonly [words: RegExp, type: ColumnType])[] = [
  [/date|timestamp/i, 'TIMESTAMP'],
  [/char|text|clob|blob|binary|bytea|json|enum|set|uuid|time|interval|point/i, 'TEXT'],
  [/int|serial|bool|bit/i, 'INTEGER'],
  [/float|double|real|dec|numeric|fixed/i, 'FLOAT'],
]

/** What stands in brackets are lengths, or the values that there can be. */
function columnTypeIn(spelling: string): ColumnType | undefined {
  const [word = ''] = spelling.split('(')
  return typeWords.find(([words]) => words.test(word))?.[1]
}

/** Settings that older versions called otherwise. */
const olderNames: Readonly<Record<string, FieldProperty>> = { disabled: 'readonly', hidden: 'hide' }

/** What the old service did not know stays as it came. */
function fieldSettings(extra: JsonObject, type: string, naming: Naming): JsonObject {
  const settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(extra)) {
    const name = olderNames[key] ?? fieldPropertyNames.find((one) => one === key)
    const setting = name === undefined ? value : settingOf(fieldProperties[name].form, value, type, naming)
    if (setting !== undefined && setting !== null && setting !== '') settings[name ?? key] = setting
  }
  return settings
}

function settingOf(form: PropertyForm, value: unknown, type: string, naming: Naming): unknown {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  switch (form) {
    case 'flag':
      return isOn(value) || undefined
    case 'checks':
      return checksOf(value)
    case 'options':
      return isObject(value) ? stringsOf(Object.values(value)) : stringsOf(value)
    case 'length':
      return Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined
    case 'bound':
      return describeFieldType(type).holds === 'day' ? text : (numberOf(text) ?? text)
    case 'table':
      return naming(text)
    case 'source': {
      const source = parseTableField(text)
      return source ? `${naming(source.table)}:${source.field}` : text
    }
    default:
      return text
  }
}
