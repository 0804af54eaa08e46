import type { Field, Table } from '../../../catalogue/catalogue.js'
import { columnSql } from '../../../query/expression/compile-expression.js'
import { and, id, join, type Sql, sql } from '../../../storage/sql.js'
import type { Database, Reader } from '../../../storage/storage.js'

/** Has any record but `except` exactly this value? @param among ` AND …`: of which records `t` */
export async function hasValue(
  { scan, dialect }: Database,
  table: Table,
  { field, value }: { readonly field: Field; readonly value: string | number },
  among: Sql,
  except: number | undefined,
): Promise<boolean> {
  const conditions = [sql`${columnSql(field, 't', dialect)} = ${value}`]
  if (except !== undefined) conditions.push(sql`t."id" <> ${except}`)
  if (dialect.interruptible) conditions.push(dialect.interruptible)
  const row = await scan.get(
    sql`SELECT 1 AS "found" FROM ${id(table.name)} t WHERE ${and(conditions)}${among} LIMIT 1`,
  )
  return row !== undefined
}

/** How many rows each of the plugin tables has for a record, in their order. */
export async function countPluginRows(
  reader: Reader,
  plugins: readonly Table[],
  recordId: number,
): Promise<number[]> {
  if (plugins.length === 0) return []
  const counts = plugins.map(
    (plugin, place): Sql =>
      sql`(SELECT count(*) FROM ${id(plugin.name)} p WHERE p."id_link" = ${recordId}) AS ${id(`n${place}`)}`,
  )
  const row = await reader.get<Record<string, number>>(sql`SELECT ${join(counts)}`)
  return plugins.map((_plugin, place) => row?.[`n${place}`] ?? 0)
}
