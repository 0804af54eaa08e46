import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import { andVisible } from '../rows/row-access.js'

/** From which id to which, both included. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

export interface NewCreation {
  /** 0 for a caller who is no user of the application. */
  readonly userId: number
  readonly time: number
  readonly table: string
  readonly operation: 'insert' | 'restore'
  readonly ranges: readonly IdRange[]
}

export async function insertCreation(
  tx: Transaction,
  { userId, time, table, operation, ranges: [head, ...others] }: NewCreation,
): Promise<void> {
  if (!head) return
  const made = { userid: userId, time, tb: table, operation }
  const size = ({ first, last }: IdRange): number => last - first + 1
  const records = others.reduce((sum, range) => sum + size(range), size(head))
  const lastOf = ({ first, last }: IdRange): number | null => (first === last ? null : last)
  const headId = await tx.insert('sys_creations', {
    ...made,
    first_id: head.first,
    last_id: lastOf(head),
    records,
    head: null,
  })
  if (others.length === 0) return
  await tx.insertMany(
    'sys_creations',
    ['userid', 'time', 'tb', 'operation', 'first_id', 'last_id', 'records', 'head'],
    others.map((range) => [userId, time, table, operation, range.first, lastOf(range), 0, headId]),
  )
}

/** Who made a record, and when. */
interface Creation {
  /** 0 for a caller who is no user of the application. */
  readonly userid: number
  readonly user_name: string | null
  /** Unix milliseconds. */
  readonly time: number
}

export const selectUserName = async (reader: Reader, userId: number): Promise<string | null> =>
  (await reader.get<{ name: string }>(sql`SELECT "name" FROM "sys_users" WHERE "id" = ${userId}`))?.name ??
  null

/** Records of the table that were made together with the entry `c`, of those that the caller may see. */
const madeAndVisible = (scope: RequestScope, table: Table): Sql =>
  sql`FROM "sys_creations" r JOIN ${id(table.name)} t ON t."id" BETWEEN r."first_id" AND coalesce(r."last_id", r."first_id")
    WHERE (r."id" = c."id" OR r."head" = c."id")${andVisible(scope, table)}`

/**
 * Entries `c` of the history about records that the caller may see; with a row filter he sees none of records
 * that are gone.
 */
export function ofVisibleCreations(scope: RequestScope, tables: readonly Table[]): Sql {
  const ways = tables.flatMap((table) => {
    const { readable, restriction } = scope.rights.visibilityOf(table)
    if (!readable) return []
    const seen = restriction ? [sql`EXISTS (SELECT 1 ${madeAndVisible(scope, table)})`] : []
    return [and([sql`c."tb" = ${table.name}`, ...seen])]
  })
  return and([sql`c."head" IS NULL`, or(ways)])
}

/** An entry of the history: one record, or those of an import. */
export interface CreationRow extends Creation {
  readonly id: number
  readonly tb: string
  /** The first record. */
  readonly rowid: number
  readonly operation: string
  readonly records: number
}

/**
 * These entries as the caller may see them: under a row filter an import made as many records as he can see
 * of it.
 */
export async function selectCreations(
  reader: Reader,
  scope: RequestScope,
  ids: readonly number[],
): Promise<CreationRow[]> {
  if (ids.length === 0) return []
  const rows = await reader.all<CreationRow>(sql`
    SELECT c."id", c."tb", c."first_id" AS "rowid", c."userid", u."name" AS "user_name", c."time", c."operation", c."records"
    FROM "sys_creations" c LEFT JOIN "sys_users" u ON u."id" = c."userid" WHERE c."id" IN (${join(ids)})`)
  return Promise.all(
    rows.map(async (row) => {
      const table = scope.catalogue.tables.get(row.tb)
      if (row.records === 1 || !table || !scope.rights.visibilityOf(table).restriction) return row
      const seen = await reader.get<{ records: number; rowid: number }>(sql`
        SELECT count(*) AS "records", min(t."id") AS "rowid" FROM "sys_creations" c
        JOIN "sys_creations" r ON r."id" = c."id" OR r."head" = c."id"
        JOIN ${id(table.name)} t ON t."id" BETWEEN r."first_id" AND coalesce(r."last_id", r."first_id")
        WHERE c."id" = ${row.id}${andVisible(scope, table)}`)
      return { ...row, ...seen }
    }),
  )
}
