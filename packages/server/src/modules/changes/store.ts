import type { ChangeOperation } from '@trowel/contract/changes.js'
import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import { journalEntities, savedEntities } from '../../catalogue/system-tables.js'
import type { RequestScope } from '../../http/scope.js'
import type { CountRow } from '../../records/undoing/set-store.js'
import { changeCounts, changeSets, changes, undoneSets } from '../../storage/journal/journal-tables.js'
import {
  isNetChange,
  netOperation,
  type SetBounds,
  tableOfChange,
} from '../../storage/journal/net-changes.js'
import { isReplacement } from '../../storage/journal/replacement-set.js'
import { and, id, join, or, type Sql, sql } from '../../storage/sql.js'
import type { Database, Transaction } from '../../storage/storage.js'
import { isPartlyVisible, type VisibleChanges } from './visible-changes.js'

export interface ChangeSetRow {
  readonly id: number
  /** Unix milliseconds. */
  readonly time: number
  readonly user_id: number
  readonly user_name: string | null
  readonly key_id: number | null
  readonly key_label: string | null
  readonly origin: ChangeOrigin
  readonly note: string | null
  readonly incomplete: number
  readonly first_change: number
  readonly last_change: number
  readonly undone_by: number | null
}

/** Of the sets that a statement has under this name. */
export const boundsIn = (alias: string): SetBounds => ({
  first: id(alias, 'first_change'),
  last: id(alias, 'last_change'),
})
export const boundsOfRow = boundsIn('s')

export const sets = id(changeSets)
export const oldVersions = id('sys_versions')

/** An old version as a change set of its own; it has no changes in the journal. */
const isOld = sql`s."first_change" = 0`

/** Change sets, and old versions among them where there are any. */
async function allSets({ db }: RequestScope): Promise<Sql> {
  const old = await db.quick.get(sql`SELECT 1 AS "found" FROM ${oldVersions} LIMIT 1`)
  if (!old) return sets
  const columns = join(setColumns.map((name) => id(name)))
  return sql`(SELECT ${columns} FROM ${sets} WHERE "first_change" > 0
    UNION ALL SELECT v."id", v."time", v."userid", CAST(NULL AS BIGINT),
      CASE WHEN v."operation" = 'restore' THEN 'restore' ELSE 'api' END, CAST(NULL AS TEXT), 0, 0, 0, CAST(NULL AS BIGINT)
    FROM ${oldVersions} v)`
}

const setColumns = [
  ...['id', 'time', 'user_id', 'key_id', 'origin', 'note', 'incomplete'],
  ...['first_change', 'last_change', 'undone_by'],
] as const
export const stopping = ({ dialect }: RequestScope['db']): Sql[] =>
  dialect.interruptible ? [dialect.interruptible] : []

/** The sets `s` of which the caller sees a change at least, and those that may have changed everything. */
export function isSeen({ db }: RequestScope, visible: VisibleChanges): Sql {
  const counted = (tables: readonly string[]): Sql =>
    sql`EXISTS (SELECT 1 FROM ${id(changeCounts)} n WHERE n."set_id" = s."id" AND n."tb" IN (${join(tables)})
      AND (n."created" + n."updated" + n."deleted" > 0 OR s."incomplete" = 1))`
  const { whole, partly } = visible
  const ways = whole.size > 0 ? [counted([...whole])] : []
  if (partly.size > 0) {
    const some = or(isPartlyVisible(partly, boundsOfRow))
    const conditions = and([isNetChange(boundsOfRow), some, ...stopping(db)])
    ways.push(
      sql`(${counted([...partly.keys()])} AND EXISTS (SELECT 1 FROM ${id(changes)} c WHERE ${conditions}))`,
    )
  }
  if (whole.size > 0) {
    const ofTables = sql`v."tb" IN (${join([...whole])})`
    ways.push(
      and([isOld, sql`EXISTS (SELECT 1 FROM ${oldVersions} v WHERE v."id" = s."id" AND ${ofTables})`]),
    )
  }
  // What a backup brought may be anything that the caller sees.
  if (ways.length > 0) ways.push(isReplacement('s'))
  return or(ways)
}

export async function countSets(scope: RequestScope, where: Sql): Promise<number> {
  const row = await scope.db.scan.get<{ n: number }>(
    sql`SELECT count(*) AS "n" FROM ${await allSets(scope)} s WHERE ${where}`,
  )
  return row?.n ?? 0
}

/** How many sets meet the condition, and the times of the first and the last, in unix milliseconds. */
export async function selectSpan(
  { db }: RequestScope,
  where: Sql,
): Promise<{ readonly total: number; readonly first: number; readonly last: number }> {
  const row = await db.scan.get<{ total: number; first: number | null; last: number | null }>(
    sql`SELECT count(*) AS "total", min(s."time") AS "first", max(s."time") AS "last" FROM ${sets} s WHERE ${where}`,
  )
  return { total: row?.total ?? 0, first: row?.first ?? 0, last: row?.last ?? 0 }
}

/** A set, and for how many of its time it stands. Times in unix milliseconds. */
export interface SetTime {
  readonly id: number
  readonly time: number
}

/** The last set of each stretch of time, oldest first. @param stretch milliseconds, counted from `first` */
export const selectSetTimes = (
  { db }: RequestScope,
  where: Sql,
  { first, stretch }: { readonly first: number; readonly stretch: number },
): Promise<(SetTime & { readonly count: number })[]> =>
  db.scan.all(sql`
    SELECT max(s."id") AS "id", max(s."time") AS "time", count(*) AS "count" FROM ${sets} s WHERE ${where}
    GROUP BY (s."time" - ${first}) / ${stretch} ORDER BY 1`)

/** The nearest sets up to one, the newest first; or after it, the oldest first. */
export const selectSetsBeside = (
  { db }: RequestScope,
  where: Sql,
  side: 'up to' | 'after',
  setId: number,
  limit: number,
): Promise<SetTime[]> =>
  db.scan.all(
    side === 'after'
      ? sql`SELECT s."id", s."time" FROM ${sets} s WHERE s."id" > ${setId} AND ${where} ORDER BY s."id" LIMIT ${limit}`
      : sql`SELECT s."id", s."time" FROM ${sets} s WHERE s."id" <= ${setId} AND ${where}
          ORDER BY s."id" DESC LIMIT ${limit}`,
  )

const columns = join([
  ...setColumns.map((name) => id('s', name)),
  sql`p."name" AS "user_name"`,
  sql`a."label" AS "key_label"`,
])

/** Sets `s` that meet the condition, newest first. */
export const selectSets = async (
  scope: RequestScope,
  where: Sql,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ChangeSetRow[]> =>
  scope.db.scan.all<ChangeSetRow>(sql`
    SELECT ${columns} FROM (
      SELECT * FROM ${await allSets(scope)} s WHERE ${where} ORDER BY s."id" DESC LIMIT ${limit} OFFSET ${offset}) s
    LEFT JOIN ${id('sys_users')} p ON p."id" = s."user_id"
    LEFT JOIN ${id('sys_api_keys')} a ON a."id" = s."key_id" ORDER BY s."id" DESC`)

/** Did one of these sets change what each sees his own of: saved searches, charts, views? */
export async function changesSavedThings(
  { db }: RequestScope,
  after: number,
  last: number,
): Promise<boolean> {
  const found = await db.quick.get(sql`
    SELECT 1 AS "n" FROM ${id(changeCounts)}
    WHERE "set_id" > ${after} AND "set_id" <= ${last} AND "tb" IN (${join(savedTables)}) LIMIT 1`)
  return found !== undefined
}

const savedTables = Object.entries(journalEntities).flatMap(([table, entity]) =>
  savedEntities.has(entity) ? [table] : [],
)

/** The newest set that each of these undid. */
export async function selectUndone(
  { db }: RequestScope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.quick.all<{ by: number; undone: number }>(sql`
    SELECT "set_id" AS "by", max("undone_id") AS "undone" FROM ${id(undoneSets)}
    WHERE "set_id" IN (${join(ids)}) GROUP BY "set_id"`)
  return new Map(rows.map(({ by, undone }) => [by, undone]))
}

/** How many rows of a table a set created, updated and deleted. */
export interface TableCounts {
  readonly set_id: number
  readonly tb: string
  readonly created: number
  readonly updated: number
  readonly deleted: number
}

/** All that the sets changed, whoever may see it. */
export const selectCounts = async (
  { db }: RequestScope,
  ids: readonly number[],
): Promise<readonly TableCounts[]> =>
  ids.length === 0
    ? []
    : [
        ...(await db.quick.all<TableCounts>(sql`
          SELECT "set_id", "tb", "created", "updated", "deleted" FROM ${id(changeCounts)}
          WHERE "set_id" IN (${join(ids)}) ORDER BY "id"`)),
        ...(await db.quick.all<TableCounts>(sql`
          SELECT v."id" AS "set_id", v."tb", 0 AS "created",
            CASE WHEN v."operation" = 'delete' THEN 0 ELSE 1 END AS "updated",
            CASE WHEN v."operation" = 'delete' THEN 1 ELSE 0 END AS "deleted"
          FROM ${oldVersions} v WHERE v."id" IN (${join(ids)})`)),
      ]

/** The records of old versions, by the ids of these. */
export async function selectOldRecords(
  { db }: RequestScope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly tb: string; readonly rowid: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await db.quick.all<{ id: number; tb: string; rowid: number }>(
    sql`SELECT "id", "tb", "rowid" FROM ${oldVersions} WHERE "id" IN (${join(ids)})`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What the caller sees in these sets of the tables of which he sees some changes only. */
export async function countPartly(
  { db }: RequestScope,
  { partly }: VisibleChanges,
  ids: readonly number[],
): Promise<readonly TableCounts[]> {
  if (ids.length === 0) return []
  const where = and([
    sql`s."id" IN (${join(ids)})`,
    sql`${tableOfChange} IN (${join([...partly.keys()])})`,
    isNetChange(boundsOfRow),
    or(isPartlyVisible(partly, boundsOfRow)),
    ...stopping(db),
  ])
  return db.scan.all<TableCounts>(sql`
    SELECT q."set_id", q."tb", ${countedOperations} FROM (
      SELECT s."id" AS "set_id", c."tb", ${netOperation(boundsOfRow)} AS "operation"
      FROM ${sets} s JOIN ${id(changes)} c ON c."id" BETWEEN s."first_change" AND s."last_change" WHERE ${where}) q
    GROUP BY q."set_id", q."tb"`)
}

const counted = (operation: ChangeOperation): Sql =>
  sql`count(CASE WHEN q."operation" = ${operation} THEN 1 END) AS ${id(operation)}`
const countedOperations = join([counted('created'), counted('updated'), counted('deleted')])

/**
 * What the caller sees of what the open transaction changed after a change.
 * @param counts of all that it changed
 */
export async function countOpen(
  tx: Transaction,
  { whole, partly }: VisibleChanges,
  after: number,
  counts: readonly CountRow[],
): Promise<readonly CountRow[]> {
  const found = counts.filter(({ tb }) => whole.has(tb) || partly.has(tb))
  const some = found.map(({ tb }) => tb).filter((tb) => !whole.has(tb))
  if (some.length === 0) return found
  const open: SetBounds = { first: sql`${after + 1}`, last: sql`${Number.MAX_SAFE_INTEGER}` }
  const where = and([
    sql`${tableOfChange} IN (${join(some)})`,
    isNetChange(open),
    or(isPartlyVisible(partly, open)),
  ])
  const seen = await tx.all<CountRow>(sql`
    SELECT q."tb", ${countedOperations} FROM (
      SELECT c."tb", ${netOperation(open)} AS "operation" FROM ${id(changes)} c WHERE ${where}) q GROUP BY q."tb"`)
  return [...found.filter(({ tb }) => whole.has(tb)), ...seen]
}

/** The ids of the sets after one, oldest first. */
export const selectSetIdsAfter = async (
  { db }: RequestScope,
  after: number,
  limit: number,
): Promise<readonly number[]> => {
  const rows = await db.quick.all<{ id: number }>(
    sql`SELECT "id" FROM ${sets} WHERE "id" > ${after} ORDER BY "id" LIMIT ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** The id of the oldest set `s` that meets the condition. */
export async function selectFirstSet({ db }: RequestScope, where: Sql): Promise<number | undefined> {
  const row = await db.scan.get<{ id: number }>(
    sql`SELECT s."id" FROM ${sets} s WHERE ${where} ORDER BY s."id" LIMIT 1`,
  )
  return row?.id
}

/** The id of the newest set; 0 when there is none. */
export async function selectNewestSet({ quick }: Database): Promise<number> {
  const row = await quick.get<{ newest: number | null }>(sql`SELECT max("id") AS newest FROM ${sets}`)
  return row?.newest ?? 0
}

/** How many old versions there are of each table from before a time. */
export const countOldBefore = (
  { db }: RequestScope,
  time: number,
): Promise<readonly { readonly tb: string; readonly n: number }[]> =>
  db.scan.all(
    sql`SELECT "tb", count(*) AS "n" FROM ${oldVersions} WHERE "time" < ${time} GROUP BY "tb" ORDER BY "tb"`,
  )

/** Deletes some of the old versions from before a time. @returns how many */
export const deleteOldBefore = (tx: Transaction, time: number, limit: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${oldVersions} WHERE "id" IN (
    SELECT "id" FROM ${oldVersions} WHERE "time" < ${time} ORDER BY "id" LIMIT ${limit})`)
