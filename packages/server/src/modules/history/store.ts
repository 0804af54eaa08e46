import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { ofVisibleRecords } from '../../records/versions/access.js'
import { ofVisibleCreations } from '../../records/versions/creation-store.js'
import { type By, ofPerson } from '../../records/versions/whose-changes.js'
import { and, sql } from '../../storage/sql.js'

/** An entry of the history: a version of a record, or that records were made. */
export interface EntryKey {
  readonly kind: 'version' | 'creation'
  readonly id: number
}

/**
 * The entries about records that the caller may see in these tables, newest first, and how many there are in
 * all.
 */
export async function selectHistoryPage(
  scope: RequestScope,
  tables: readonly Table[],
  by: By,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly keys: readonly EntryKey[] }> {
  const { scan, dialect } = scope.db
  const stop = dialect.interruptible ? [dialect.interruptible] : []
  const versions = and([...ofPerson(scope, by, sql`v."userid"`), ofVisibleRecords(scope, tables), ...stop])
  const creations = and([...ofPerson(scope, by, sql`c."userid"`), ofVisibleCreations(scope, tables), ...stop])
  const count = await scan.get<{ n: number }>(sql`
    SELECT (SELECT count(*) FROM "sys_versions" v WHERE ${versions})
      + (SELECT count(*) FROM "sys_creations" c WHERE ${creations}) AS "n"`)
  // Of one moment, what was changed comes after what was made.
  const keys = await scan.all<EntryKey>(sql`
    SELECT h."kind", h."id" FROM (
      SELECT 'version' AS "kind", v."id", v."time" FROM "sys_versions" v WHERE ${versions}
      UNION ALL
      SELECT 'creation' AS "kind", c."id", c."time" FROM "sys_creations" c WHERE ${creations}
    ) h ORDER BY h."time" DESC, h."kind" DESC, h."id" DESC LIMIT ${limit} OFFSET ${offset}`)
  return { total: count?.n ?? 0, keys }
}
