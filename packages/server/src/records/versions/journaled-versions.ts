import { fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { beforeTable, changeCounts, changeSets, changes } from '../../storage/journal/journal-tables.js'
import {
  isNetChange,
  netOperation,
  nextChange,
  type SetBounds,
  tableOfChange,
} from '../../storage/journal/net-changes.js'
import { and, id, join, type Sql, sql } from '../../storage/sql.js'
import { isSeenAt } from './access.js'

/**
 * Versions out of the journal: what a set did to a record that was there before it, or to rows that the
 * record has in plugin tables, is one version, with the state right before the set. Its id is that of the
 * first change of the record in the set, or, where the record itself stayed as it was, of its rows.
 */

/** Rows of a plugin table that no table carries stand for themselves. */
export const isRecordTable = (table: Table): boolean => table.parent === undefined

/** The bounds of the sets `s`. */
export const boundsOfSet: SetBounds = { first: id('s', 'first_change'), last: id('s', 'last_change') }

const rightAfter = ({ last }: SetBounds): Sql => sql`${last} + 1`

/** Was the record there right before a change? */
export const isThereAt = (table: Table, recordId: Sql, change: Sql): Sql =>
  sql`COALESCE((SELECT m."operation" FROM ${id(changes)} m
      WHERE m."tb" = ${table.name} AND m."row_id" = ${recordId} AND m."id" + 0 >= ${change} ORDER BY m."id" + 0 LIMIT 1),
    (SELECT 'there' FROM ${id(table.name)} t WHERE t."id" = ${recordId}), 'created') <> 'created'`

/** What the row of the change `c` had in a column before it; of a row that was made, right after. */
export const stateOfChange = (table: string, column: string): Sql => {
  const kept = (change: Sql): Sql =>
    sql`(SELECT ${id('b', column)} FROM ${id(beforeTable(table))} b WHERE b."id" = ${change})`
  const later = sql`(SELECT min(n."id" + 0) FROM ${id(changes)} n
    WHERE n."tb" = ${table} AND n."row_id" = c."row_id" AND n."id" + 0 > c."id")`
  return sql`COALESCE(${kept(sql`c."id"`)}, ${kept(later)},
    (SELECT ${id('t', column)} FROM ${id(table)} t WHERE t."id" = c."row_id"))`
}

/** All changes of a record and of the rows that it has, or had, in plugin tables. */
export function changesOf({ catalogue }: RequestScope, table: Table, recordId: number): Sql {
  const columns = sql`c."id", c."set_id", c."tb", c."row_id", c."operation"`
  const own = sql`SELECT ${columns} FROM ${id(changes)} c WHERE c."tb" = ${table.name} AND c."row_id" = ${recordId}`
  const ofPlugins = table.plugins.map((name) => {
    const owner = fieldOf(tableOf(catalogue, name), 'id_link').name
    const lastOf = (row: Sql, before: Sql): Sql =>
      sql`(SELECT max(m."id") FROM ${id(changes)} m WHERE m."tb" = ${name} AND m."row_id" = ${row}${before})`
    const images = sql`FROM ${id(beforeTable(name))} b JOIN ${id(changes)} o ON o."id" = b."id"
      WHERE ${id('b', owner)} = ${recordId}`
    // Changes before which the row was the record's, and those that left it so.
    return sql`SELECT ${columns} FROM ${id(changes)} c WHERE c."id" IN (
      SELECT o."id" ${images}
      UNION SELECT ${lastOf(sql`o."row_id"`, sql` AND m."id" < o."id"`)} ${images}
      UNION SELECT ${lastOf(sql`t."id"`, sql``)} FROM ${id(name)} t WHERE ${id('t', owner)} = ${recordId})`
  })
  return join([own, ...ofPlugins], ' UNION ALL ')
}

/** The columns of a version `v` of the set `s` by the person `p`. */
const versionColumns = (table: Table, operation: Sql): Sql =>
  sql`v."id", CAST(${table.name} AS TEXT) AS "tb", v."rowid", s."user_id" AS "userid", p."name" AS "user_name",
    s."time", ${operation} AS "operation", s."first_change" AS "first", s."last_change" AS "last"`

const ofSets = sql`JOIN ${id(changeSets)} s ON s."id" = v."set_id" LEFT JOIN ${id('sys_users')} p ON p."id" = s."user_id"`

/**
 * The versions of a record that the caller may see.
 *
 * @param setId of one set only
 * @returns a query of the columns of a `VersionRow`
 */
export function journaledVersionsOf(
  scope: RequestScope,
  table: Table,
  recordId: number,
  setId?: number,
): Sql | undefined {
  if (!isRecordTable(table)) return undefined
  const inSet = setId === undefined ? [] : [sql`c."set_id" = ${setId}`]
  const where = and([...inSet, sql`s."first_change" > 0`, isNetChange(boundsOfSet)])
  const heads = sql`
    SELECT COALESCE(max(CASE WHEN c."tb" = ${table.name} THEN c."id" END), min(c."id")) AS "id",
      c."set_id", CAST(${recordId} AS BIGINT) AS "rowid"
    FROM (${changesOf(scope, table, recordId)}) c JOIN ${id(changeSets)} s ON s."id" = c."set_id"
    WHERE ${where} GROUP BY c."set_id"`
  const operation = sql`CASE WHEN NOT (${isThereAt(table, sql`v."rowid"`, rightAfter(boundsOfSet))}) THEN 'delete'
    WHEN s."origin" = 'restore' THEN 'restore' ELSE 'update' END`
  const isThere = and([
    isThereAt(table, sql`v."rowid"`, boundsOfSet.first),
    ...isSeenAt(scope, table, sql`v."rowid"`, boundsOfSet.first),
  ])
  return sql`SELECT ${versionColumns(table, operation)} FROM (${heads}) v ${ofSets} WHERE ${isThere}`
}

/**
 * The latest deletion of each record of the table that is not there now.
 *
 * @returns a query of the columns of a `VersionRow`
 */
export function journaledDeletionsOf(table: Table): Sql {
  const isLast = and([
    sql`n."tb" = ${table.name}`,
    sql`n."deleted" > 0`,
    sql`s."first_change" > 0`,
    sql`${tableOfChange} = ${table.name}`,
    isNetChange(boundsOfSet),
    sql`${netOperation(boundsOfSet)} = 'deleted'`,
    sql`${nextChange(boundsOfSet)} IS NULL`,
  ])
  const heads = sql`SELECT c."id", c."set_id", c."row_id" AS "rowid" FROM ${id(changeCounts)} n
    JOIN ${id(changeSets)} s ON s."id" = n."set_id"
    JOIN ${id(changes)} c ON c."id" BETWEEN s."first_change" AND s."last_change" WHERE ${isLast}`
  return sql`SELECT ${versionColumns(table, sql`'delete'`)} FROM (${heads}) v ${ofSets}`
}
