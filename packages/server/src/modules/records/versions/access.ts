import type { Table } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { id, keyword, or, type Sql, sql } from '../../../storage/sql.js'
import { andVisible } from '../rows/row-access.js'

/** ` AND …`: versions `v` of records that the caller may see, as these are now; whoever has a row filter sees none of deleted ones. */
export function andOfVisible(scope: RequestScope, table: Table): Sql {
  if (!scope.rights.visibilityOf(table).restriction) return keyword('')
  return sql` AND EXISTS (SELECT 1 FROM ${id(table.name)} t WHERE t."id" = v."rowid"${andVisible(scope, table)})`
}

/** Versions `v` of all records that the caller may see in these tables. */
export function ofVisibleRecords(scope: RequestScope, tables: readonly Table[]): Sql {
  const ways = tables
    .filter((table) => scope.rights.visibilityOf(table).readable)
    .map((table) => sql`(v."tb" = ${table.name}${andOfVisible(scope, table)})`)
  return or(ways)
}
