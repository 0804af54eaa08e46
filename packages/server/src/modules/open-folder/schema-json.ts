import { fieldTypeNamed } from '@trowel/contract/model/field-types.js'
import type { Field, Table } from '../../catalogue/catalogue.js'

/** The tables and fields as JSON, for programs that read no DBML. @param tables that the caller may read */
export function schemaJson(tables: readonly Table[]): string {
  const names = new Set(tables.map(({ name }) => name))
  return `${JSON.stringify({ tables: tables.map((table) => describeTable(table, names)) }, null, 2)}\n`
}

const describeTable = (table: Table, names: ReadonlySet<string>) => ({
  name: table.name,
  label: table.label,
  ...(table.isPlugin && {
    plugin_of: table.parent !== undefined && names.has(table.parent) ? table.parent : null,
  }),
  called_by: table.idField,
  relations: table.hasStratigraphy,
  map: table.hasGeodata,
  fields: [...table.fields.values()]
    .filter(({ name }) => name !== 'creator')
    .map((field) => describeField(field, names)),
})

function describeField(field: Field, names: ReadonlySet<string>) {
  const { name, label, dbType, idFromTable, vocabulary, computed } = field
  return {
    name,
    label,
    type: fieldTypeNamed(field.type),
    column: dbType,
    ...(idFromTable !== undefined && names.has(idFromTable) && { refers_to: idFromTable }),
    ...(vocabulary !== undefined && { vocabulary }),
    ...(computed !== undefined && { computed: true }),
  }
}
