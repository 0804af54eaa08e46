import type { Field } from '../../catalogue/catalogue.js'
import { plainField } from '../../catalogue/plain-field.js'
import { type LeftOut, soundRows } from '../../catalogue/sound-rows.js'
import { type FieldRow, fieldColumns, fieldOfRow } from '../../catalogue/stored-field.js'
import { type TableRow, type TableSettings, tableColumns, tableOfRow } from '../../catalogue/stored-table.js'
import { systemPrefix } from '../../catalogue/system-tables.js'
import { type Naming, readFieldRow, readTableRow, tableNaming } from './old-settings.js'
import { type Relation, readIndexes, readRelations, type WantedIndex } from './relations-and-indexes.js'
import type { ReportBuilder, TableNotes } from './report.js'
import { idOf, rowsOf, textOf, type Values } from './source-rows.js'
import type { SourceColumn, SourceDatabase } from './sources/source.js'

/** A table of records with its configuration. */
export interface RecordTable {
  /** What the old service calls it. */
  readonly from: string
  readonly settings: TableSettings
  readonly fields: ReadonlyMap<string, Field>
  /** The table whose records carry its rows. */
  readonly parent: string | undefined
  /** What the old table has, by name. */
  readonly columns: readonly SourceColumn[]
}

/** The configuration of the old service as this service has one. */
export interface Configuration {
  readonly naming: Naming
  readonly tables: ReadonlyMap<string, RecordTable>
  readonly relations: readonly Relation[]
  readonly indexes: readonly WantedIndex[]
  /** Rows of the tables that hold tables and fields. */
  readonly tableRows: readonly Values[]
  readonly fieldRows: readonly Values[]
}

type OldTable = Pick<RecordTable, 'from' | 'columns'> & { readonly keys: ReadonlySet<string> }

/** Reads all of it: everything else depends on it. */
export async function readConfiguration(
  source: SourceDatabase,
  report: ReportBuilder,
  app: string,
): Promise<Configuration> {
  const [tableNotes, fieldNotes] = [report.table('bdus_cfg_tables'), report.table('bdus_cfg_fields')]
  const oldTables = await rowsOf(source, tableNotes)
  const naming = tableNaming(app, new Set(oldTables.map(({ name }) => textOf(name))))
  /** By the names of today. */
  const old = new Map<string, OldTable>()
  const tables: TableRow[] = []
  for (const [place, row] of oldTables.entries()) {
    const from = textOf(row['name'])
    const columns = await source.columns(from)
    if (!columns) {
      tableNotes.leaveOut(idOf(row), 'its table is gone')
      continue
    }
    const table = readTableRow(row, place, naming, tableNotes)
    const keys = new Set(generatedFieldsOf(table).map(({ name }) => name))
    if (!old.has(table.name)) old.set(table.name, { from, columns, keys })
    tables.push(table)
  }
  const fields: FieldRow[] = []
  for (const [place, row] of (await rowsOf(source, fieldNotes)).entries()) {
    const table = naming(row['table_name'])
    const known = old.get(table)
    if (!known) {
      fieldNotes.leaveOut(idOf(row), 'its table is gone')
      continue
    }
    const isKey = known.keys.has(textOf(row['name'])) && !table.startsWith(systemPrefix)
    fields.push(readFieldRow({ row, place, table, columns: known.columns, isKey }, naming, fieldNotes))
  }

  const { sound, leftOut } = soundRows({ tables, fields, relations: [], indexes: [] })
  sayLeftOut(leftOut, { tables, fields }, tableNotes, fieldNotes)
  const builtInTables = tables.filter(({ name }) => name.startsWith(systemPrefix))
  const builtInFields = fields.filter(({ table_name: table }) => table.startsWith(systemPrefix))
  const lastId = fields.reduce((max, { id }) => Math.max(max, id), 0)
  const ofPeople = withFirstField(withGenerated(sound.tables, sound.fields, lastId))
  tableNotes.adopted = sound.tables.length + builtInTables.length
  fieldNotes.adopted = sound.fields.length + builtInFields.length

  const fieldsOf = new Map(
    ofPeople.map(({ row, fields: own }) => [
      row.name,
      new Map(own.map((field) => [field.name, fieldOfRow(field)])),
    ]),
  )
  const relations = await readRelations(source, report.table('bdus_cfg_relations'), naming, fieldsOf)
  const records = new Map<string, RecordTable>()
  for (const { row } of ofPeople) {
    const link = relations.find(({ table, column }) => table === row.name && column === 'id_link')
    const { from, columns } = old.get(row.name) ?? { from: row.name, columns: [] }
    records.set(row.name, {
      from,
      columns,
      settings: tableOfRow(row),
      fields: fieldsOf.get(row.name) ?? new Map(),
      parent: row.is_plugin === 1 ? link?.toTable : undefined,
    })
  }
  return {
    naming,
    tables: records,
    relations,
    indexes: await readIndexes(source, report.table('bdus_cfg_indexes'), naming, fieldsOf, relations),
    tableRows: [
      ...ofPeople.map(({ row }) => ({ id: row.id, ...tableColumns(tableOfRow(row)) })),
      ...builtInTables.map((row) => ({ ...row })),
    ],
    fieldRows: [
      ...ofPeople.flatMap(({ row, fields: own }) =>
        own.map((field) => ({ id: field.id, ...fieldColumns(row.name, fieldOfRow(field)) })),
      ),
      ...builtInFields.map((row) => ({ ...row })),
    ],
  }
}

/** A table of people with its fields. */
interface ConfiguredTable {
  readonly row: TableRow
  readonly fields: readonly FieldRow[]
}

/**
 * The fields that every table of its kind has come first, also where no row configures them.
 * @param lastId of all fields, also of those of the service
 */
function withGenerated(
  tables: readonly TableRow[],
  fields: readonly FieldRow[],
  lastId: number,
): ConfiguredTable[] {
  let id = lastId
  return tables.map((row) => {
    const own = fields.filter(({ table_name: table }) => table === row.name)
    const generated = generatedFieldsOf(row).filter(({ name }) => !own.some((field) => field.name === name))
    const made = generated.map((field) => ({ ...fieldColumns(row.name, field), id: ++id }))
    return { row, fields: [...made, ...own] }
  })
}

const generatedFieldsOf = ({ is_plugin: isPlugin }: TableRow): Field[] => [
  { ...plainField('id', 'Id', 'INTEGER', 0), readonly: true },
  isPlugin === 1
    ? { ...plainField('id_link', 'Linked id', 'INTEGER', 1), hide: true }
    : { ...plainField('creator', 'Creator', 'INTEGER', 1), readonly: true },
]

const generated: ReadonlySet<string> = new Set(['id', 'creator', 'id_link'])

/** Where nothing names records to people, the first field of the table does; lists show what names them. */
const withFirstField = (tables: readonly ConfiguredTable[]): ConfiguredTable[] =>
  tables.map(({ row, fields }) => {
    const [first] = fields
      .filter(({ name }) => !generated.has(name))
      .sort((one, other) => one.sort - other.sort)
    const idField = row.id_field || (row.is_plugin === 1 ? '' : (first?.name ?? ''))
    const preview = row.preview === '[]' && idField !== '' ? JSON.stringify([idField]) : row.preview
    return { row: { ...row, id_field: idField, preview }, fields }
  })

function sayLeftOut(
  leftOut: readonly LeftOut[],
  { tables, fields }: { readonly tables: readonly TableRow[]; readonly fields: readonly FieldRow[] },
  tableNotes: TableNotes,
  fieldNotes: TableNotes,
): void {
  for (const one of leftOut) {
    const why = `its name is ${one.reason === 'same' ? 'there already' : 'not possible'}`
    if (one.kind === 'table') {
      const row = tables.findLast(({ name }) => name === one.table)
      tableNotes.leaveOut(row?.id ?? 0, why)
    } else if (one.kind === 'field') {
      const row = fields.findLast((field) => field.table_name === one.table && field.name === one.field)
      fieldNotes.leaveOut(row?.id ?? 0, why)
    }
  }
}
