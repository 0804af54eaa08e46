import { type LeftOut, soundRows } from '../../../catalogue/sound-rows.js'
import type { FieldRow } from '../../../catalogue/stored-field.js'
import type { TableRow } from '../../../catalogue/stored-table.js'
import { journalEntities } from '../../../catalogue/system-tables.js'
import type { PhysicalTables, Reader } from '../../../storage/storage.js'
import { selectAll } from '../store.js'

export interface TemplateRow {
  readonly table_name: string
  readonly name: string
  readonly content: string
}

export interface RelationRow {
  readonly from_tb: string
  readonly from_col: string
  readonly to_tb: string
  readonly to_col: string
}

export interface IndexRow {
  readonly tb: string
  readonly name: string
  readonly columns: string
}

/** What the configuration says, row by row and as it is stored, and what the database has. */
export interface SchemaFacts {
  readonly physical: PhysicalTables
  /** Of people's tables alone, like everything below. */
  readonly tables: readonly TableRow[]
  readonly fields: readonly FieldRow[]
  readonly templates: readonly TemplateRow[]
  readonly relations: readonly RelationRow[]
  readonly indexes: readonly IndexRow[]
  readonly leftOut: readonly LeftOut[]
}

/** Tables whose rows are in the journal, also those that are missing. */
export const journaledTables = ({ tables }: SchemaFacts): readonly string[] => [
  ...Object.keys(journalEntities),
  ...tables.map(({ name }) => name),
]

/**
 * A table of the service that is missing counts as empty: what it would say is no reason not to look at the
 * rest.
 */
export async function readSchemaFacts(reader: Reader, physical: PhysicalTables): Promise<SchemaFacts> {
  const rows = <Row>(table: string): Promise<Row[]> =>
    physical.has(table) ? selectAll<Row>(reader, table) : Promise.resolve([])
  const tables = await rows<TableRow>('sys_cfg_tables')
  const fields = await rows<FieldRow>('sys_cfg_fields')
  const templates = await rows<TemplateRow>('sys_cfg_templates')
  const relations = await rows<RelationRow>('sys_cfg_relations')
  const indexes = await rows<IndexRow>('sys_cfg_indexes')
  const { sound, leftOut } = soundRows({ tables, fields, relations, indexes })
  return { physical, ...sound, templates, leftOut }
}

/** The definitions of the fields of a table, in their order. */
export const fieldsOf = ({ fields }: SchemaFacts, table: string): FieldRow[] =>
  fields.filter((field) => field.table_name === table)
