import { id, sql } from '../sql.js'
import type { ColumnType, Reader, StoredTable, Transaction } from '../storage.js'
import { type IndexedColumn, storedTables } from '../stored-tables.js'
import { dropBoxIndex } from './box-index.js'
import { inspectTables } from './inspect-tables.js'
import { dropTextIndex, registry } from './text-index-tables.js'

/** Every table with its indexes and the last of its ids. */
export async function readStoredTables(reader: Pick<Reader, 'all'>): Promise<StoredTable[]> {
  const tables = await inspectTables(reader)
  const indexed = await reader.all<IndexedColumn>(sql`
    SELECT t.name AS in_table, l.name, l."unique" AS is_unique, CASE WHEN l.partial = 0 THEN i.name END AS "column"
    FROM sqlite_schema AS t JOIN pragma_index_list(t.name) AS l JOIN pragma_index_info(l.name) AS i
    WHERE t.type = 'table' AND l.origin = 'c' ORDER BY l.name, i.seqno`)
  const counters = await reader.all<{ name: string; seq: number }>(sql`SELECT name, seq FROM sqlite_sequence`)
  const stored = storedTables(tables, indexed, new Map(counters.map(({ name, seq }) => [name, seq])))
  const types = await typesOfHandmade(reader)
  return types.length === 0 ? stored : stored.map((table) => withTypes(table, types))
}

/** Views, triggers, conditions, defaults and computed columns: the service makes none but triggers. */
export async function readHandmade(reader: Pick<Reader, 'all'>): Promise<string[]> {
  const made = await reader.all<{ type: string; name: string; in_table: string; text: string }>(sql`
    SELECT type, name, tbl_name AS in_table, coalesce(sql, '') AS "text" FROM sqlite_schema
    WHERE substr(name, 1, 4) <> 'sys_' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`)
  const columns = await reader.all<{ in_table: string; name: string; hidden: number }>(sql`
    SELECT t.name AS in_table, c.name, c.hidden FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
    WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND (c.dflt_value IS NOT NULL OR c.hidden IN (2, 3))
    ORDER BY t.name, c.cid`)
  return [
    ...made.flatMap(({ type, name, in_table, text }) => {
      if (type === 'view') return [`${name} (VIEW)`]
      if (type === 'trigger') return [`${in_table}: ${name} (TRIGGER)`]
      return type === 'table' && hasCondition(text) ? [`${name} (CHECK)`] : []
    }),
    ...columns.map(
      ({ in_table, name, hidden }) => `${in_table}.${name} (${hidden === 0 ? 'DEFAULT' : 'GENERATED'})`,
    ),
  ]
}

/** Names and texts between quotes, and comments, may have the word, too. */
const hasCondition = (definition: string): boolean =>
  /\bCHECK\s*\(/i.test(definition.replace(/"[^"]*"|'[^']*'|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*.*?\*\//gs, ' '))

interface ColumnMade {
  readonly in_table: string
  readonly name: string
  /** `undefined` where no column of the service can hold what it holds. */
  readonly type: ColumnType | undefined
}

/** Columns that hold something, of tables that take any value or of types that the service has not. */
async function typesOfHandmade(reader: Pick<Reader, 'all'>): Promise<ColumnMade[]> {
  const columns = await reader.all<{ in_table: string; name: string }>(sql`
    SELECT t.name AS in_table, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND (t.strict = 0 OR c.type NOT IN ('INTEGER', 'REAL', 'TEXT'))`)
  const made: ColumnMade[] = []
  for (const { in_table, name } of columns) {
    const kinds = await reader.all<{ kind: string }>(
      sql`SELECT DISTINCT typeof(${id(name)}) AS kind FROM ${id(in_table)} WHERE ${id(name)} IS NOT NULL`,
    )
    if (kinds.length > 0) made.push({ in_table, name, type: typeHolding(kinds.map(({ kind }) => kind)) })
  }
  return made
}

function typeHolding(kinds: readonly string[]): ColumnType | undefined {
  if (kinds.every((kind) => kind === 'text')) return 'TEXT'
  if (kinds.every((kind) => kind === 'integer')) return 'INTEGER'
  return kinds.every((kind) => kind === 'integer' || kind === 'real') ? 'FLOAT' : undefined
}

function withTypes(table: StoredTable, types: readonly ColumnMade[]): StoredTable {
  const own = new Map(types.filter((one) => one.in_table === table.name).map((one) => [one.name, one.type]))
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, type: own.get(column.name) ?? column.type })),
    mixed: [...own].flatMap(([name, type]) => (type === undefined ? [name] : [])),
  }
}

/** Takes every table away. Foreign keys must be off. */
export async function dropTables(tx: Transaction): Promise<void> {
  const names = [...(await inspectTables(tx)).keys()]
  for (const name of names) {
    await dropTextIndex(tx, name)
    await dropBoxIndex(tx, name)
  }
  for (const name of names) await tx.run(sql`DROP TABLE ${id(name)}`)
  await tx.run(sql`DROP TABLE IF EXISTS ${id(registry)}`)
}
