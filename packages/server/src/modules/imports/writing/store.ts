import type { Table } from '../../../catalogue/catalogue.js'
import { id, sql } from '../../../storage/sql.js'
import type { Reader } from '../../../storage/storage.js'

/** Has the table no row at all? */
export async function isEmpty(reader: Reader, table: Table): Promise<boolean> {
  return (await reader.get(sql`SELECT 1 AS "one" FROM ${id(table.name)} LIMIT 1`)) === undefined
}

/** The id of the newest row; 0 when there is none. */
export async function selectHighestId(reader: Reader, table: Table): Promise<number> {
  const row = await reader.get<{ highest: number | null }>(
    sql`SELECT max("id") AS "highest" FROM ${id(table.name)}`,
  )
  return row?.highest ?? 0
}
