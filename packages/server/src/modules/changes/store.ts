import type { ChangeOperation } from '@trowel/contract/changes.js'
import type { ChangeOrigin } from '@trowel/contract/model/change-origins.js'
import { fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { type CountRow, selectCountsAfter } from '../../records/undoing/set-store.js'
import {
  beforeTable,
  changeCounts,
  changeSets,
  changes,
  undoneSets,
} from '../../storage/journal/journal-tables.js'
import {
  isNetChange,
  netOperation,
  nextChange,
  type SetBounds,
  tableOfChange,
} from '../../storage/journal/net-changes.js'
import { isReplacement } from '../../storage/journal/replacement-set.js'
import { castTo } from '../../storage/journal/rows-as-of.js'
import { and, id, join, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { ColumnType, Database, Transaction } from '../../storage/storage.js'
import { isPartlyVisible, isVisible, type VisibleChanges } from './visible-changes.js'

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
const boundsIn = (alias: string): SetBounds => ({
  first: id(alias, 'first_change'),
  last: id(alias, 'last_change'),
})
const boundsOfRow = boundsIn('s')

const boundsOf = (set: Pick<ChangeSetRow, 'first_change' | 'last_change'>): SetBounds => ({
  first: sql`${set.first_change}`,
  last: sql`${set.last_change}`,
})

const sets = id(changeSets)
const oldVersions = id('sys_versions')

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
const stopping = ({ dialect }: RequestScope['db']): Sql[] =>
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

/** A record of a main table. */
export interface RecordOf {
  readonly table: Table
  readonly recordId: number
}

/** The changes `c` of the record, of its plugin rows and of what hangs from it, without regard to rights. */
function isOfRecord(
  { catalogue }: RequestScope,
  parts: readonly RecordPart[],
  { table, recordId }: RecordOf,
): Sql {
  const rows = (name: string, isOf: (alias: string) => Sql): Sql =>
    sql`(c."tb" = ${name} AND c."row_id" IN (
      SELECT t."id" FROM ${id(name)} t WHERE ${isOf('t')}
      UNION SELECT o."row_id" FROM ${id(beforeTable(name))} b JOIN ${id(changes)} o ON o."id" = b."id" WHERE ${isOf('b')}))`
  const plugins = table.plugins.map((name) => {
    const owner = fieldOf(tableOf(catalogue, name), 'id_link').name
    return rows(name, (alias) => sql`${id(alias, owner)} = ${recordId}`)
  })
  const attached = parts.map(({ attachedTable }) =>
    rows(attachedTable.table, (alias) =>
      or(
        attachedTable.ends.map(
          (end) => sql`(${id(alias, end.table)} = ${table.name} AND ${id(alias, end.record)} = ${recordId})`,
        ),
      ),
    ),
  )
  const filesOf = (links: string): Sql =>
    sql`SELECT l."file_id" FROM ${id(links)} l WHERE l."table_name" = ${table.name} AND l."record_id" = ${recordId}`
  const files = sql`(c."tb" = 'sys_files' AND c."row_id" IN (
    ${filesOf('sys_file_links')} UNION ${filesOf(beforeTable('sys_file_links'))}))`
  const itself = sql`(c."tb" = ${table.name} AND c."row_id" = ${recordId})`
  return or([itself, ...plugins, ...attached, files])
}

/** The sets `s` with a change that the caller sees and that is about the record. */
export function isAboutRecord(
  scope: RequestScope,
  visible: VisibleChanges,
  parts: readonly RecordPart[],
  record: RecordOf,
): Sql {
  const { db } = scope
  const isAbout = isOfRecord(scope, parts, record)
  const bounds = boundsIn('x')
  const where = and([isAbout, isNetChange(bounds), isVisible(visible, bounds), ...stopping(db)])
  return or([
    sql`s."id" IN (SELECT x."id" FROM ${id(changes)} c JOIN ${sets} x ON x."id" = c."set_id" WHERE ${where})`,
    sql`s."id" IN (SELECT v."id" FROM ${oldVersions} v WHERE v."tb" = ${record.table.name} AND v."rowid" = ${record.recordId})`,
  ])
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

/** What the caller sees of what the open transaction changed after a change. */
export async function countOpen(
  tx: Transaction,
  { whole, partly }: VisibleChanges,
  after: number,
): Promise<readonly CountRow[]> {
  const found = (await selectCountsAfter(tx, after)).filter(({ tb }) => whole.has(tb) || partly.has(tb))
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

/** What became of a row in a set. */
export interface NetChange {
  /** The first change of the row in the set. */
  readonly id: number
  readonly tb: string
  readonly row_id: number
  readonly operation: ChangeOperation
}

/** A page of the changes that the caller sees in a set, in the order in which they were made. */
export async function selectChanges(
  { db }: RequestScope,
  visible: VisibleChanges,
  set: ChangeSetRow,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<NetChange[]> {
  const bounds = boundsOf(set)
  const isInSet = sql`c."id" BETWEEN ${bounds.first} AND ${bounds.last}`
  const rows = await db.scan.get<{ all: number; counted: number }>(sql`
    SELECT (SELECT count(*) FROM ${id(changes)} c WHERE ${isInSet}) AS "all",
      (SELECT sum("created" + "updated" + "deleted") FROM ${id(changeCounts)} WHERE "set_id" = ${set.id}) AS "counted"`)
  // Where each row was changed once, as by an import, no change is looked up for another of its row.
  const isNet = rows && rows.all === Number(rows.counted) ? isInSet : isNetChange(bounds)
  const where = and([isNet, isVisible(visible, bounds), ...stopping(db)])
  return db.scan.all<NetChange>(sql`
    SELECT c."id", c."tb", c."row_id", ${netOperation(bounds)} AS "operation" FROM ${id(changes)} c
    WHERE ${where} ORDER BY c."id" LIMIT ${limit} OFFSET ${offset}`)
}

/** All changes that the caller sees in these sets, which are short, in the order in which they were made. */
export const selectAllChanges = async (
  { db }: RequestScope,
  visible: VisibleChanges,
  ids: readonly number[],
): Promise<readonly NetChange[]> =>
  ids.length === 0
    ? []
    : db.scan.all<NetChange>(sql`
        SELECT c."id", c."tb", c."row_id", ${netOperation(boundsOfRow)} AS "operation"
        FROM ${sets} s JOIN ${id(changes)} c ON c."id" BETWEEN s."first_change" AND s."last_change"
        WHERE ${and([
          sql`s."id" IN (${join(ids)})`,
          isNetChange(boundsOfRow),
          isVisible(visible, boundsOfRow),
          ...stopping(db),
        ])} ORDER BY c."id"`)

/** What the caller sees in these sets of the record and of what hangs from it, in order. */
export const selectRecordChanges = async (
  scope: RequestScope,
  visible: VisibleChanges,
  parts: readonly RecordPart[],
  record: RecordOf,
  ids: readonly number[],
): Promise<readonly (NetChange & { readonly set_id: number })[]> =>
  ids.length === 0
    ? []
    : scope.db.scan.all(sql`
        SELECT c."id", c."tb", c."row_id", c."set_id", ${netOperation(boundsOfRow)} AS "operation"
        FROM ${id(changes)} c JOIN ${sets} s ON s."id" = c."set_id" WHERE ${and([
          sql`s."id" IN (${join(ids)})`,
          isOfRecord(scope, parts, record),
          isNetChange(boundsOfRow),
          isVisible(visible, boundsOfRow),
          ...stopping(scope.db),
        ])} ORDER BY c."id"`)

export interface StateColumn {
  readonly name: string
  readonly type: ColumnType
}

export type RowState = Readonly<Record<string, SqlValue>>

/** A row before and after a set; `undefined` where it was not there. */
export interface States {
  readonly before?: RowState
  readonly after?: RowState
}

/**
 * The states of rows of a table before and after their sets, by the first change of each in it. What a set
 * left is the before-image of the next change, or the row as it is now, read in one statement.
 */
export async function selectStates(
  { db }: RequestScope,
  table: string,
  columns: readonly StateColumn[],
  found: readonly NetChange[],
): Promise<ReadonlyMap<number, States>> {
  const { dialect } = db
  const images = id(beforeTable(table))
  const kept = columns.map(({ name, type }) => dialect.cast(id('b', name), castTo[type]))
  const ofSets = sql`${id(changes)} c JOIN ${sets} s ON s."id" = c."set_id"`
  const isFound = sql`c."id" IN (${join(found.map((change) => change.id))})`
  const image = (side: keyof States, change: Sql): Sql =>
    sql`SELECT c."id" AS "~change", CAST(${side} AS TEXT) AS "~side", ${join(kept.map((value, k) => sql`${value} AS ${id(columns[k]?.name ?? '')}`))}
      FROM ${ofSets} JOIN ${images} b ON b."id" = ${change} WHERE ${isFound}`
  const now = sql`SELECT c."id", 'after', ${join(columns.map(({ name }) => id('t', name)))}
    FROM ${ofSets} JOIN ${id(table)} t ON t."id" = c."row_id"
    WHERE ${isFound} AND ${nextChange(boundsOfRow)} IS NULL`
  const rows = await db.scan.all<RowState>(
    join([image('before', sql`c."id"`), image('after', nextChange(boundsOfRow)), now], ' UNION ALL '),
  )
  const states = new Map<number, States>()
  for (const { '~change': change, '~side': side, ...state } of rows) {
    states.set(Number(change), { ...states.get(Number(change)), [String(side)]: state })
  }
  return states
}
