import { parseJson } from '../../catalogue/json-text.js'
import { id, sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'

/**
 * A JSON text that people stored and that names tables and fields, with the table that it begins at where a
 * column says so.
 */
interface Document {
  readonly id: number
  readonly tb: string
  readonly content: string | null
}

export type DocumentKind =
  | 'rowFilter'
  | 'query'
  | 'chart'
  | 'assemblage'
  | 'mapView'
  | 'template'
  | 'preferences'

const places: Readonly<Record<DocumentKind, { table: string; content: string; tb?: string }>> = {
  rowFilter: { table: 'sys_user_table_privs', content: 'filter', tb: 'table_name' },
  query: { table: 'sys_queries', content: 'query', tb: 'tb' },
  chart: { table: 'sys_charts', content: 'definition' },
  assemblage: { table: 'sys_assemblage_analyses', content: 'definition' },
  mapView: { table: 'sys_map_views', content: 'definition' },
  template: { table: 'sys_cfg_templates', content: 'content', tb: 'table_name' },
  preferences: { table: 'sys_preferences', content: 'content' },
}

/**
 * Rewrites every stored document of a kind that `change` makes another one; what is no JSON stays as it is.
 */
export const changeDocuments = (tx: Transaction, kind: DocumentKind, change: DocumentChange): Promise<void> =>
  changeIn(tx, kind, places[kind].table, change)

/** Names in all of them are others from now on, in earlier states as well: the journal is not told. */
export const renameInDocuments = (
  tx: Transaction,
  kind: DocumentKind,
  change: DocumentChange,
): Promise<void> =>
  tx.schema.unjournaled(places[kind].table, async (tables) => {
    for (const table of tables) await changeIn(tx, kind, table, change)
  })

type DocumentChange = (content: unknown, tb: string) => unknown

async function changeIn(
  tx: Transaction,
  kind: DocumentKind,
  table: string,
  change: DocumentChange,
): Promise<void> {
  const { content, tb } = places[kind]
  const rows = await tx.all<Document>(sql`
    SELECT "id", ${tb === undefined ? sql`''` : id(tb)} AS "tb", ${id(content)} AS "content" FROM ${id(table)}
    ORDER BY "id"`)
  for (const row of rows) {
    const before = row.content === null ? undefined : parseJson(row.content)
    if (before === undefined) continue
    const after = change(before, row.tb)
    if (JSON.stringify(after) === JSON.stringify(before)) continue
    await tx.run(
      sql`UPDATE ${id(table)} SET ${id(content)} = ${JSON.stringify(after)} WHERE "id" = ${row.id}`,
    )
  }
}

/** Ids of the users whose row filter on `table` meets `test`, ascending. */
export async function usersWithRowFilter(
  tx: Transaction,
  table: string,
  test: (filter: unknown) => boolean,
): Promise<number[]> {
  const rows = await tx.all<{ user_id: number; filter: string | null }>(sql`
    SELECT "user_id", "filter" FROM "sys_user_table_privs" WHERE "table_name" = ${table} ORDER BY "user_id"`)
  return rows.filter((row) => row.filter !== null && test(parseJson(row.filter))).map((row) => row.user_id)
}
