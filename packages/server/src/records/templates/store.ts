import type { Table } from '../../catalogue/catalogue.js'
import { sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'

/** The names of a table's templates, in any order. */
export async function selectTemplateNames(reader: Reader, table: Table): Promise<string[]> {
  const rows = await reader.all<{ name: string }>(
    sql`SELECT "name" FROM "sys_cfg_templates" WHERE "table_name" = ${table.name}`,
  )
  return rows.map((row) => row.name)
}

/** How many templates each table has; tables without any are missing. */
export async function countTemplates(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all<{ table_name: string; total: number }>(
    sql`SELECT "table_name", COUNT(*) AS "total" FROM "sys_cfg_templates" GROUP BY "table_name"`,
  )
  return new Map(rows.map((row) => [row.table_name, row.total]))
}

/** The layout of a name, the text as it was saved. */
export async function selectTemplate(
  reader: Reader,
  table: Table,
  name: string,
): Promise<string | undefined> {
  const row = await reader.get<{ content: string }>(
    sql`SELECT "content" FROM "sys_cfg_templates" WHERE "table_name" = ${table.name} AND "name" = ${name}`,
  )
  return row?.content
}

/** @param time Unix milliseconds */
export async function upsertTemplate(
  tx: Transaction,
  table: Table,
  name: string,
  content: string,
  time: number,
): Promise<void> {
  const replaced = await tx.run(sql`
    UPDATE "sys_cfg_templates" SET "content" = ${content}, "updated_at" = ${time}
    WHERE "table_name" = ${table.name} AND "name" = ${name}`)
  if (replaced > 0) return
  await tx.insert('sys_cfg_templates', { table_name: table.name, name, content, updated_at: time })
}

/** @returns how many there were: one or none */
export const deleteTemplate = (tx: Transaction, table: Table, name: string): Promise<number> =>
  tx.run(sql`DELETE FROM "sys_cfg_templates" WHERE "table_name" = ${table.name} AND "name" = ${name}`)

export const updateTemplateName = (
  tx: Transaction,
  table: Table,
  from: string,
  to: string,
  time: number,
): Promise<number> =>
  tx.run(sql`
    UPDATE "sys_cfg_templates" SET "name" = ${to}, "updated_at" = ${time}
    WHERE "table_name" = ${table.name} AND "name" = ${from}`)
