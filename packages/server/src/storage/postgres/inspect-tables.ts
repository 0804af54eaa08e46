import { physicalTables } from '../physical-tables.js'
import { keyword, sql } from '../sql.js'
import type { ColumnType, ForeignKey, PhysicalTables, Reader } from '../storage.js'
import { boxIndexPrefix } from './box-index.js'

interface ColumnRow {
  readonly in_table: string
  readonly name: string
  readonly type: string
  readonly required: number
}

interface KeyRow {
  readonly in_table: string
  readonly column: string
  readonly table: string
  readonly target: string
  readonly on_delete: string
  readonly on_update: string
}

/** Of the columns `a`, those that are there and that the engine does not compute for an index of boxes. */
export const ownColumn = keyword(
  `a.attnum > 0 AND NOT a.attisdropped AND NOT (a.attgenerated = 's' AND a.atttypid = 'box'::regtype)`,
)

/** Every table of the application's schema. */
export async function inspectTables(
  reader: Pick<Reader, 'all'>,
  schemaName: string,
): Promise<PhysicalTables> {
  const tables = await reader.all<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = ${schemaName}::regnamespace AND relkind = 'r' ORDER BY relname`)
  const columns = await reader.all<ColumnRow>(sql`
    SELECT c.relname AS in_table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = ${schemaName}::regnamespace AND c.relkind = 'r' AND ${ownColumn}
    ORDER BY c.relname, a.attnum`)
  const keys = await reader.all<KeyRow>(sql`
    SELECT c.relname AS in_table, a.attname AS column, f.relname AS table, b.attname AS target,
      k.confdeltype AS on_delete, k.confupdtype AS on_update
    FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
      JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
    WHERE k.contype = 'f' AND c.relnamespace = ${schemaName}::regnamespace
    ORDER BY c.relname, k.conname`)
  const indexes = await reader.all<{ in_table: string; name: string }>(sql`
    SELECT c.relname AS in_table, i.relname AS name
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE c.relnamespace = ${schemaName}::regnamespace AND NOT starts_with(i.relname, ${boxIndexPrefix})
    ORDER BY c.relname, i.relname`)
  return physicalTables(
    tables.map(({ name }) => name),
    columns.map(({ type, required, ...column }) => ({
      ...column,
      type: typeOf(type),
      notNull: required === 1,
    })),
    keys.map(({ on_delete, on_update, ...key }) => ({
      ...key,
      onDelete: actionOf(on_delete),
      onUpdate: actionOf(on_update),
    })),
    indexes,
  )
}

const actions: Readonly<Record<string, ForeignKey['onDelete']>> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
}

export const actionOf = (letter: string): ForeignKey['onDelete'] => actions[letter] ?? 'NO ACTION'

/** By what their values are read as; columns of other types than three were made by hand. */
const types: Readonly<Partial<Record<string, ColumnType>>> = {
  bigint: 'INTEGER',
  integer: 'INTEGER',
  smallint: 'INTEGER',
  boolean: 'INTEGER',
  oid: 'INTEGER',
  'double precision': 'FLOAT',
  real: 'FLOAT',
  numeric: 'FLOAT',
}

export const typeOf = (type: string): ColumnType => types[type] ?? 'TEXT'
