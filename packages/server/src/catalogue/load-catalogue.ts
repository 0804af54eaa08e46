import { sql } from '../storage/sql.js'
import type { Reader } from '../storage/storage.js'
import {
  type Backlink,
  type Catalogue,
  type Field,
  isText,
  type Table,
  type TableIndex,
  type TableRelation,
} from './catalogue.js'
import { isFormula, withFormulas } from './formulas.js'
import { parseJson, stringsOf } from './json-text.js'
import { soundRows } from './sound-rows.js'
import { type FieldRow, fieldOfRow, isKeptAside } from './stored-field.js'
import { type TableRow, tableOfRow } from './stored-table.js'

interface RelationRow {
  readonly id: number
  readonly from_tb: string
  readonly from_col: string
  readonly to_tb: string
  readonly to_col: string
  readonly on_delete: string
  readonly on_update: string
}

interface IndexRow {
  readonly id: number
  readonly tb: string
  readonly name: string
  readonly columns: string
  readonly is_unique: number
  readonly auto: number
  readonly is_prefix: number | null
}

/**
 * Reads the configuration of an application with one statement for each of its tables and puts it together,
 * frozen. Rows that cannot be believed, and references to tables and fields that do not exist, are left out,
 * so that no caller need look twice.
 */
export async function loadCatalogue(reader: Reader, app: string): Promise<Catalogue> {
  const [tableRows, fieldRows, relationRows, indexRows] = [
    await reader.all<TableRow>(sql`SELECT * FROM "sys_cfg_tables" ORDER BY "sort", "id"`),
    await reader.all<FieldRow>(sql`SELECT * FROM "sys_cfg_fields" ORDER BY "sort", "id"`),
    await reader.all<RelationRow>(sql`SELECT * FROM "sys_cfg_relations" ORDER BY "from_tb", "from_col"`),
    await reader.all<IndexRow>(sql`SELECT * FROM "sys_cfg_indexes" ORDER BY "tb", "name"`),
  ]
  const { sound, leftOut } = soundRows({
    tables: tableRows,
    fields: fieldRows,
    relations: relationRows,
    indexes: indexRows,
  })
  const fields = fieldsByTable(sound.fields)
  const settings = sound.tables.map(tableOfRow)
  const names = new Set(settings.map((table) => table.name))
  const relations = sound.relations
    .map(relationOfRow)
    .filter((relation) => names.has(relation.fromTable) && names.has(relation.toTable))
  const exists = (table: string, field: string): boolean => fields.get(table)?.has(field) === true
  const parents = new Map(
    settings
      .filter((table) => table.isPlugin)
      .flatMap((table) => {
        const attachment = relations.find((r) => r.fromTable === table.name && r.fromColumn === 'id_link')
        return attachment ? [[table.name, attachment.toTable] as const] : []
      }),
  )
  const indexes = sound.indexes.map(indexOfRow)
  const prefixed = prefixedColumns(indexes)
  const tables = new Map<string, Table>()
  for (const table of settings) {
    const own = fields.get(table.name) ?? new Map<string, Field>()
    const preview = table.preview.filter((name) => own.has(name))
    tables.set(table.name, {
      ...table,
      orderField: own.has(table.orderField) ? table.orderField : 'id',
      idField: isColumn(own.get(table.idField)) ? table.idField : 'id',
      preview: preview.length > 0 ? preview : ['id'],
      parent: parents.get(table.name),
      plugins: settings.filter((other) => parents.get(other.name) === table.name).map(({ name }) => name),
      fields: new Map(
        [...own].map(([name, field]) => [
          name,
          withPrefixIndex(withoutDangling(field, names, exists), prefixed.get(table.name)),
        ]),
      ),
      backlinks: table.backlinks.filter((link) => isReachable(link, names, exists)),
    })
  }
  return freeze({
    app,
    tables: withFormulas(tables),
    relations,
    indexes,
    leftOut,
  })
}

/** The fields of each table; `id` always comes first. */
function fieldsByTable(rows: readonly FieldRow[]): Map<string, Map<string, Field>> {
  const byTable = new Map<string, Map<string, Field>>()
  const active = rows.filter((row) => !isKeptAside(row))
  for (const row of [...active.filter(isId), ...active.filter((row) => !isId(row))]) {
    const fields = byTable.get(row.table_name) ?? new Map<string, Field>()
    fields.set(row.name, fieldOfRow(row))
    byTable.set(row.table_name, fields)
  }
  return byTable
}

/** A computed field stands for no record: names are looked up in columns. */
const isColumn = (field: Field | undefined): boolean => field !== undefined && !isFormula(field)

const isId = (row: FieldRow): boolean => row.name === 'id'

function withoutDangling(
  field: Field,
  names: ReadonlySet<string>,
  exists: (table: string, field: string) => boolean,
): Field {
  const { idFromTable, valuesFrom } = field
  return {
    ...field,
    idFromTable: idFromTable !== undefined && names.has(idFromTable) ? idFromTable : undefined,
    valuesFrom: valuesFrom && exists(valuesFrom.table, valuesFrom.field) ? valuesFrom : undefined,
  }
}

/** The columns of which an index of prefixes has the texts, of each table. */
function prefixedColumns(indexes: readonly TableIndex[]): Map<string, Set<string>> {
  const columns = new Map<string, Set<string>>()
  for (const index of indexes.filter(({ isPrefix }) => isPrefix)) {
    columns.set(index.table, new Set([...(columns.get(index.table) ?? []), ...index.columns]))
  }
  return columns
}

const withPrefixIndex = (field: Field, prefixed: ReadonlySet<string> | undefined): Field =>
  prefixed?.has(field.name) && isText(field) ? { ...field, hasPrefixIndex: true } : field

const isReachable = (
  link: Backlink,
  names: ReadonlySet<string>,
  exists: (table: string, field: string) => boolean,
): boolean => names.has(link.ref) && exists(link.via, link.column)

const relationOfRow = (row: RelationRow): TableRelation => ({
  id: row.id,
  fromTable: row.from_tb,
  fromColumn: row.from_col,
  toTable: row.to_tb,
  toColumn: row.to_col,
  onDelete: row.on_delete,
  onUpdate: row.on_update,
})

const indexOfRow = (row: IndexRow): TableIndex => ({
  id: row.id,
  table: row.tb,
  name: row.name,
  columns: stringsOf(parseJson(row.columns)),
  isUnique: row.is_unique === 1,
  auto: row.auto === 1,
  isPrefix: row.is_prefix === 1,
})

/** Freezes a value of plain objects, lists and maps all the way down. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of value instanceof Map ? value.values() : Object.values(value)) freeze(part)
  return value
}
