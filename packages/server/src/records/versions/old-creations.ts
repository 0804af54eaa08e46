import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { and, id, or, type Sql, sql } from '../../storage/sql.js'
import { andVisible } from '../rows/row-access.js'

/** Records of the table that were made together with the entry `c`, of those that the caller may see. */
const madeAndVisible = (scope: RequestScope, table: Table): Sql =>
  sql`FROM "sys_creations" r JOIN ${id(table.name)} t ON t."id" BETWEEN r."first_id" AND coalesce(r."last_id", r."first_id")
    WHERE (r."id" = c."id" OR r."head" = c."id")${andVisible(scope, table)}`

/**
 * Old creations `c` of records that the caller may see; with a row filter he sees none of records that are
 * gone.
 */
export function areOldCreationsSeen(scope: RequestScope, tables: readonly Table[]): Sql {
  const ways = tables.flatMap((table) => {
    const { readable, restriction } = scope.rights.visibilityOf(table)
    if (!readable) return []
    const seen = restriction ? [sql`EXISTS (SELECT 1 ${madeAndVisible(scope, table)})`] : []
    return [and([sql`c."tb" = ${table.name}`, ...seen])]
  })
  return and([sql`c."head" IS NULL`, or(ways)])
}

/** How many of the records of an old creation the caller can see, and the first of them. */
export const selectSeenOfOld = (
  scope: RequestScope,
  table: Table,
  creationId: number,
): Promise<{ readonly records: number; readonly rowid: number | null } | undefined> =>
  scope.db.scan.get(sql`
    SELECT count(*) AS "records", min(t."id") AS "rowid" FROM "sys_creations" r
    JOIN ${id(table.name)} t ON t."id" BETWEEN r."first_id" AND coalesce(r."last_id", r."first_id")
    WHERE (r."id" = ${creationId} OR r."head" = ${creationId})${andVisible(scope, table)}`)
