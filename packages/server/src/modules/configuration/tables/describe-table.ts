import type { Catalogue, Field, Table } from '../../../catalogue/catalogue.js'
import { storedProperties } from '../../../catalogue/stored-field.js'
import { backlinkText } from '../../../catalogue/stored-table.js'

/** A field as its form shows it. */
export const describeField = (field: Field) => ({
  ...storedProperties(field),
  name: field.name,
  label: field.label,
  type: field.type,
  db_type: field.dbType,
  sort: field.sort,
})

/** Field names with what people call them, in configuration order. */
export const labelsOf = (table: Table): Record<string, string> =>
  Object.fromEntries([...table.fields.values()].map((field) => [field.name, field.label]))

/** Everything that is configured about a table. */
export const describeTable = (catalogue: Catalogue, table: Table) => ({
  ...table.extra,
  name: table.name,
  label: table.label,
  icon: table.icon ?? null,
  color: table.color ?? null,
  is_plugin: table.isPlugin ? ('1' as const) : ('' as const),
  plugin_of: table.parent ?? null,
  plugin: table.plugins,
  order: table.orderField,
  id_field: table.idField,
  preview: table.preview,
  sort: table.sort,
  rs: table.rsSetting,
  geodata: table.hasGeodata,
  refman: table.hasCitations,
  zotero: table.hasCitations,
  fuzzy_date: table.hasFuzzyDate,
  osteology: table.hasOsteology,
  radiocarbon: table.isRadiocarbon,
  chrono_density_path: table.chronoDensityPath,
  backlinks: table.backlinks.map(backlinkText),
  backlink: [],
  link: linksOf(catalogue, table),
  fields: Object.fromEntries([...table.fields.values()].map((field) => [field.name, describeField(field)])),
})

export interface TableLink {
  readonly other_tb: string
  readonly fld: { my: string; other: string }[]
  readonly other_fields: Record<string, string>
}

/**
 * The tables that relations join to this one, in either direction; attachments of plugin tables are none of
 * them.
 */
function linksOf(catalogue: Catalogue, table: Table): TableLink[] {
  const links = new Map<string, TableLink>()
  const add = (otherName: string, my: string, other: string): void => {
    const otherTable = catalogue.tables.get(otherName)
    if (!otherTable) return
    const link = links.get(otherName) ?? { other_tb: otherName, fld: [], other_fields: labelsOf(otherTable) }
    link.fld.push({ my, other })
    links.set(otherName, link)
  }
  for (const { fromTable, fromColumn, toTable, toColumn } of catalogue.relations) {
    if (catalogue.tables.get(fromTable)?.isPlugin && fromColumn === 'id_link') continue
    if (fromTable === table.name) add(toTable, fromColumn, toColumn)
    if (toTable === table.name) add(fromTable, toColumn, fromColumn)
  }
  return [...links.values()]
}
