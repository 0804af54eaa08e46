import { fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { columnsOf, compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { beforeTable, changes } from '../../storage/journal/journal-tables.js'
import { castTo } from '../../storage/journal/rows-as-of.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import { andVisible } from '../rows/row-access.js'

/**
 * Conditions on a state of a record: the caller may see the record as it is now, and would see that state,
 * too. A version from a time when the record was hidden from him does not exist for him, nor does one of a
 * record that is deleted. None for a caller without a row filter.
 *
 * @param change the state is the one right before this change
 */
export function isSeenAt(scope: RequestScope, table: Table, recordId: Sql, change: Sql): Sql[] {
  const { restriction } = scope.rights.visibilityOf(table)
  if (!restriction) return []
  const image = sql`(SELECT min(m."id" + 0) FROM ${id(changes)} m
    WHERE m."tb" = ${table.name} AND m."row_id" = ${recordId} AND m."id" + 0 >= ${change})`
  const kept = sql`SELECT 1 FROM ${id(beforeTable(table.name))} b
    WHERE b."id" = ${image} AND ${imageMeets(scope, table, restriction)}`
  return [isSeenNow(scope, table, recordId), sql`(${image} IS NULL OR EXISTS (${kept}))`]
}

/** The same for old versions `v`, which keep their state themselves. */
export function isOldSeen(scope: RequestScope, table: Table): Sql[] {
  const { restriction } = scope.rights.visibilityOf(table)
  if (!restriction) return []
  return [isSeenNow(scope, table, sql`v."rowid"`), keptStateMeets(scope, table, restriction)]
}

const isSeenNow = (scope: RequestScope, table: Table, recordId: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM ${id(table.name)} t WHERE t."id" = ${recordId}${andVisible(scope, table)})`

/** Does the before-image `b` meet the condition? */
export function imageMeets(scope: RequestScope, table: Table, condition: Condition): Sql {
  const { dialect } = scope.db
  const columns = columnsOf(condition).map((name) => {
    const { dbType } = fieldOf(table, name)
    return sql`${dialect.cast(id('b', name), castTo[dbType])} AS ${id(name)}`
  })
  const meets = compileCondition(condition, 'k', { dialect, table: undefined })
  return sql`EXISTS (SELECT 1 FROM (SELECT ${join([sql`b."id" AS "of"`, ...columns])}) k WHERE ${meets})`
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

/** Old versions `v` of all records that the caller may see in these tables. */
export function areOldSeen(scope: RequestScope, tables: readonly Table[]): Sql {
  const ways = tables
    .filter((table) => scope.rights.visibilityOf(table).readable)
    .map((table) => and([sql`v."tb" = ${table.name}`, ...isOldSeen(scope, table)]))
  return or(ways)
}
