import { type Catalogue, fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { beforeTable, changeSets, changes } from '../../storage/journal/journal-tables.js'
import { id, join, type Sql, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'

/**
 * The id of the newest change of a record or of its plugin rows, those that are gone included.
 *
 * @param recordId the id, or the column that has it
 */
export function newestChangeOf(catalogue: Catalogue, table: Table, recordId: number | Sql): Sql {
  const own = sql`SELECT max("id") AS "id" FROM ${id(changes)} WHERE "tb" = ${table.name} AND "row_id" = ${recordId}`
  if (table.plugins.length === 0) return own
  const ofPlugins = table.plugins.flatMap((name) => {
    const owner = id(fieldOf(tableOf(catalogue, name), 'id_link').name)
    return [
      sql`SELECT max("id") FROM ${id(beforeTable(name))} WHERE ${owner} = ${recordId}`,
      sql`SELECT max("id") FROM ${id(changes)}
        WHERE "tb" = ${name} AND "row_id" IN (SELECT "id" FROM ${id(name)} WHERE ${owner} = ${recordId})`,
    ]
  })
  return sql`SELECT max(q."id") FROM (${join([own, ...ofPlugins], ' UNION ALL ')}) q`
}

/** The newest change of a record or of its plugin rows; 0 when the journal has none. */
export async function selectNewestChangeId(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<number> {
  const row = await reader.get<{ newest: number | null }>(
    sql`SELECT (${newestChangeOf(scope.catalogue, table, recordId)}) AS "newest"`,
  )
  return row?.newest ?? 0
}

/** Who changed a record last, and when. */
export interface NewestChange {
  readonly id: number
  /** 0 for a caller who is no user of the application. */
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
}

/** `undefined` for a record that was not changed since the journal began. */
export async function selectNewestChangeOf(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<NewestChange | undefined> {
  return reader.get<NewestChange>(sql`
    SELECT c."id", s."user_id" AS "userid", p."name" AS "user_name", s."time" FROM ${id(changes)} c
    JOIN ${id(changeSets)} s ON s."id" = c."set_id" LEFT JOIN ${id('sys_users')} p ON p."id" = s."user_id"
    WHERE c."id" = (${newestChangeOf(scope.catalogue, table, recordId)})`)
}

/** The change set that made a record; `undefined` for one that was there before the journal began. */
export async function selectFirstChangeSet(
  reader: Reader,
  table: Table,
  recordId: number,
): Promise<number | undefined> {
  const row = await reader.get<{ first: number | null }>(
    sql`SELECT min("set_id") AS "first" FROM ${id(changes)} WHERE "tb" = ${table.name} AND "row_id" = ${recordId}`,
  )
  return row?.first ?? undefined
}
