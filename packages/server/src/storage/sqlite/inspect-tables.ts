import { physicalTables } from '../physical-tables.js'
import { sql } from '../sql.js'
import type { ColumnType, ForeignKey, PhysicalTables, Reader } from '../storage.js'
import { registry } from './text-index-tables.js'

interface ColumnRow {
  readonly in_table: string
  readonly name: string
  readonly type: string
  readonly required: number
}

/** Every table of the file but those of the text indexes and of SQLite itself. */
export async function inspectTables(reader: Pick<Reader, 'all'>): Promise<PhysicalTables> {
  const tables = await reader.all<{ name: string }>(sql`
    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ${registry} ORDER BY name`)
  const columns = await reader.all<ColumnRow>(sql`
    SELECT t.name AS in_table, c.name, c.type, max(c."notnull", c.pk) AS required
    FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY t.name, c.cid`)
  const foreignKeys = await reader.all<ForeignKey & { in_table: string }>(sql`
    SELECT t.name AS in_table, f."from" AS "column", f."table", coalesce(f."to", 'id') AS target,
      f.on_delete AS "onDelete", f.on_update AS "onUpdate"
    FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table' ORDER BY t.name, f.id DESC`)
  const indexes = await reader.all<{ in_table: string; name: string }>(sql`
    SELECT tbl_name AS in_table, name FROM sqlite_schema WHERE type = 'index' ORDER BY name`)
  return physicalTables(
    tables.map(({ name }) => name),
    columns.map(({ required, type, ...column }) => ({
      ...column,
      type: columnType(type),
      notNull: required === 1,
    })),
    foreignKeys,
    indexes,
  )
}

export function columnType(type: string): ColumnType {
  if (type === 'REAL') return 'FLOAT'
  return type === 'INTEGER' ? 'INTEGER' : 'TEXT'
}
