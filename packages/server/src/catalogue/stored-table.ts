import type { JsonObject } from '@trowel/contract/json.js'
import { isTableColor, isTableIcon } from '@trowel/contract/model/table-marks.js'
import type { Backlink, Table } from './catalogue.js'
import { parseJson, parseJsonObject, stringsOf } from './json-text.js'

/** A row of `sys_cfg_tables`. */
export interface TableRow {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly order_field: string
  readonly id_field: string
  readonly preview: string
  readonly is_plugin: number
  readonly sort: number
  readonly extra: string
}

/** What a table says of itself; its fields and relations come from elsewhere. */
export type TableSettings = Omit<Table, 'parent' | 'plugins' | 'fields'>

/** The properties of a table that are stored in `extra`. Everything else there is kept as it came. */
export const tablePropertyNames: readonly string[] = [
  'icon',
  'color',
  'rs',
  'geodata',
  'refman',
  'fuzzy_date',
  'osteology',
  'radiocarbon',
  'chrono_density_path',
  'backlinks',
]
const knownKeys: ReadonlySet<string> = new Set(tablePropertyNames)

/** `table:plugin table:column`; `undefined` for any other text. */
export function parseBacklink(text: string): Backlink | undefined {
  const [ref, via, column, ...rest] = text.split(':')
  return ref && via && column && rest.length === 0 ? { ref, via, column } : undefined
}

export const backlinkText = ({ ref, via, column }: Backlink): string => `${ref}:${via}:${column}`

/** The table that a row describes, with the defaults of what it leaves open. */
export function tableOfRow(row: TableRow): TableSettings {
  const extra = parseJsonObject(row.extra)
  const preview = stringsOf(parseJson(row.preview))
  const rs = extra['rs']
  const rsSetting = typeof rs === 'string' && rs !== '' ? rs : rs === true
  return {
    name: row.name,
    label: row.label || row.name,
    icon: isTableIcon(extra['icon']) ? extra['icon'] : undefined,
    color: isTableColor(extra['color']) ? extra['color'] : undefined,
    isPlugin: row.is_plugin === 1,
    idField: row.id_field || 'id',
    orderField: row.order_field || 'id',
    preview: preview.length > 0 ? preview : ['id'],
    sort: row.sort,
    hasStratigraphy: rsSetting !== false,
    rsSetting,
    hasGeodata: extra['geodata'] === true,
    hasCitations: extra['refman'] === true,
    hasFuzzyDate: extra['fuzzy_date'] === true,
    hasOsteology: extra['osteology'] === true,
    isRadiocarbon: extra['radiocarbon'] === true,
    chronoDensityPath: stringsOf(extra['chrono_density_path']),
    backlinks: stringsOf(extra['backlinks']).flatMap((text) => parseBacklink(text) ?? []),
    extra: unknownOf(extra),
  }
}

const unknownOf = (extra: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(extra).filter(([key]) => !knownKeys.has(key)))

/** The columns of the row that describes a table. */
export const tableColumns = (table: TableSettings) => ({
  name: table.name,
  label: table.label,
  order_field: table.orderField,
  id_field: table.idField,
  preview: JSON.stringify(table.preview),
  is_plugin: table.isPlugin ? 1 : 0,
  sort: table.sort,
  extra: JSON.stringify({
    ...(table.icon === undefined ? {} : { icon: table.icon }),
    ...(table.color === undefined ? {} : { color: table.color }),
    ...(table.rsSetting === false ? {} : { rs: table.rsSetting }),
    ...(table.hasGeodata ? { geodata: true } : {}),
    ...(table.hasCitations ? { refman: true } : {}),
    ...(table.hasFuzzyDate ? { fuzzy_date: true } : {}),
    ...(table.hasOsteology ? { osteology: true } : {}),
    ...(table.isRadiocarbon ? { radiocarbon: true } : {}),
    ...(table.chronoDensityPath.length > 0 ? { chrono_density_path: table.chronoDensityPath } : {}),
    ...(table.backlinks.length > 0 ? { backlinks: table.backlinks.map(backlinkText) } : {}),
    ...table.extra,
  }),
})
