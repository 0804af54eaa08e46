import { id, join, keyword, type Sql, sql } from '../sql.js'
import type { TableShape, Transaction } from '../storage.js'
import { tableDefinition } from './table-definition.js'

/**
 * Makes a table anew where SQLite cannot alter it (https://sqlite.org/lang_altertable.html#otheralter): its
 * rows, indexes and triggers stay, and no id is handed out twice.
 * @param values how columns get their values; the others keep theirs
 */
export async function rebuildTable(
  tx: Transaction,
  table: string,
  shape: TableShape,
  values: ReadonlyMap<string, Sql> = new Map(),
): Promise<void> {
  const temporary = `sys_rebuilt_${table}`
  const made = await tx.all<{ sql: string }>(sql`
    SELECT sql FROM sqlite_schema WHERE tbl_name = ${table} AND type IN ('index', 'trigger') AND sql IS NOT NULL
    ORDER BY type, name`)
  const counter = await tx.get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = ${table}`)
  const existing = new Set(
    (await tx.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`)).map(
      ({ name }) => name,
    ),
  )
  const kept = shape.columns.map(({ name }) => name).filter((name) => existing.has(name))

  await tx.run(tableDefinition(temporary, shape.columns, shape.foreignKeys))
  await tx.run(sql`
    INSERT INTO ${id(temporary)} (${join(kept.map((name) => id(name)))})
    SELECT ${join(kept.map((name) => values.get(name) ?? id(name)))} FROM ${id(table)} ORDER BY id`)
  await tx.run(sql`DROP TABLE ${id(table)}`)
  await tx.run(sql`ALTER TABLE ${id(temporary)} RENAME TO ${id(table)}`)
  if (counter) {
    await tx.run(sql`DELETE FROM sqlite_sequence WHERE name = ${table}`)
    await tx.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${counter.seq})`)
  }
  for (const each of made) await tx.run(keyword(each.sql))
}
