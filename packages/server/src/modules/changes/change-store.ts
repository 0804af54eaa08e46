import type { ChangeOperation } from '@trowel/contract/changes.js'
import { fieldOf, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { beforeTable, changeCounts, changes } from '../../storage/journal/journal-tables.js'
import { isNetChange, netOperation, nextChange, type SetBounds } from '../../storage/journal/net-changes.js'
import { castTo } from '../../storage/journal/rows-as-of.js'
import { and, id, join, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { ColumnType } from '../../storage/storage.js'
import { boundsIn, boundsOfRow, type ChangeSetRow, oldVersions, sets, stopping } from './store.js'
import { isVisible, type VisibleChanges } from './visible-changes.js'

const boundsOf = (set: Pick<ChangeSetRow, 'first_change' | 'last_change'>): SetBounds => ({
  first: sql`${set.first_change}`,
  last: sql`${set.last_change}`,
})

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
