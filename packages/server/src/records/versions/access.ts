import { fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { columnsOf, compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { castTo } from '../../storage/journal/rows-as-of.js'
import { and, id, join, keyword, or, type Sql, sql } from '../../storage/sql.js'
import { andVisible } from '../rows/row-access.js'

/**
 * ` AND …`: versions `v` of records that the caller may see as these are now, and whose own state he might
 * see as well. A version from a time when the record was hidden from him does not exist for him, nor does one
 * of a record that is deleted.
 */
export function andOfVisible(scope: RequestScope, table: Table): Sql {
  const { restriction } = scope.rights.visibilityOf(table)
  if (!restriction) return keyword('')
  const isSeenNow = sql`EXISTS (SELECT 1 FROM ${id(table.name)} t WHERE t."id" = v."rowid"${andVisible(scope, table)})`
  return sql` AND ${isSeenNow} AND ${keptStateMeets(scope, table, restriction)}`
}

/**
 * A version that does not keep one of the columns, because the field is newer or was renamed, tells nothing
 * of it and is not seen.
 */
function keptStateMeets(scope: RequestScope, table: Table, restriction: Condition): Sql {
  const { dialect } = scope.db
  const content = id('v', 'content')
  const names = columnsOf(restriction)
  const isKept = names.map((name) => dialect.hasJsonKey(content, ['core', name]))
  const columns = names.map((name) => {
    const value = dialect.jsonValue(content, ['core', name])
    return sql`${dialect.cast(value, castTo[fieldOf(table, name).dbType])} AS ${id(name)}`
  })
  const meets = compileCondition(restriction, 's', { dialect, table: undefined })
  const state = join([sql`v."rowid" AS "of"`, ...columns])
  return sql`EXISTS (SELECT 1 FROM (SELECT ${state}) s WHERE ${and([...isKept, meets])})`
}

/** Versions `v` of all records that the caller may see in these tables. */
export function ofVisibleRecords(scope: RequestScope, tables: readonly Table[]): Sql {
  const ways = tables
    .filter((table) => scope.rights.visibilityOf(table).readable)
    .map((table) => sql`(v."tb" = ${table.name}${andOfVisible(scope, table)})`)
  return or(ways)
}
