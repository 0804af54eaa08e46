import type { ChangeOperation } from '@trowel/contract/changes.js'
import { and, id, type Sql, sql } from '../sql.js'
import { changes } from './journal-tables.js'

/** The ids of the first and the last change of a set. */
export interface SetBounds {
  readonly first: Sql
  readonly last: Sql
}

const ofSameRow = (alias: string): Sql =>
  sql`FROM ${id(changes)} ${id(alias)} WHERE ${id(alias, 'tb')} = c."tb" AND ${id(alias, 'row_id')} = c."row_id"`

/** What the last change of the row in the set did. */
const lastOperation = ({ last }: SetBounds): Sql =>
  sql`(SELECT z."operation" ${ofSameRow('z')} AND z."id" + 0 <= ${last} ORDER BY z."id" + 0 DESC LIMIT 1)`

/**
 * Is the change `c` the first of its row in the set? Each row that a set changed stands for one change; one
 * that it made and deleted again for none.
 */
export const isNetChange = (set: SetBounds): Sql =>
  and([
    sql`c."id" BETWEEN ${set.first} AND ${set.last}`,
    sql`NOT EXISTS (SELECT 1 ${ofSameRow('e')} AND e."id" < c."id" AND e."id" >= ${set.first})`,
    sql`NOT (c."operation" = 'created' AND ${lastOperation(set)} = 'deleted')`,
  ])

/** What became of the row of the first change `c` in the end. */
export const netOperation = (set: SetBounds): Sql => sql`CASE
  WHEN c."operation" = 'created' THEN ${named('created')}
  WHEN ${lastOperation(set)} = 'deleted' THEN ${named('deleted')} ELSE ${named('updated')} END`

const named = (operation: ChangeOperation): Sql => sql`CAST(${operation} AS TEXT)`

/**
 * The first change of the row of `c` after the set: its before-image is the state that the set left. Found
 * among the changes of the row: what is added to ids keeps engines from looking for it among all that came
 * later, which are few in their statistics, and may be very many.
 */
export const nextChange = ({ last }: SetBounds): Sql =>
  sql`(SELECT min(n."id" + 0) ${ofSameRow('n')} AND n."id" + 0 > ${last})`

/** The table of `c`, not looked up in an index: the ids of a set lead to its changes. */
export const tableOfChange: Sql = sql`c."tb" || ''`
