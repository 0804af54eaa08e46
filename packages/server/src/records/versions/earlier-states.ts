import { storedFields, type Table, tableOf } from '../../catalogue/catalogue.js'
import { toColumn } from '../../catalogue/column-values.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import { systemTables } from '../../catalogue/system-tables.js'
import type { RequestScope } from '../../http/scope.js'
import { beforeTable, changes } from '../../storage/journal/journal-tables.js'
import { id, join, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import type { RecordPart } from '../rows/record-part.js'
import { inBatches } from '../rows/row-batches.js'
import type { RawRow } from '../rows/store.js'
import type { DependentRows, Snapshot } from './snapshots.js'

/** A record right before a change of the journal. */
export interface Moment {
  readonly recordId: number
  readonly change: number
}

/**
 * Records as they were, each at a moment of its own, with all of their plugin rows.
 *
 * @returns one for each moment, in their order; `undefined` where the record was not there
 */
export async function readEarlier(
  reader: Reader,
  scope: RequestScope,
  table: Table,
  moments: readonly Moment[],
): Promise<(Snapshot | undefined)[]> {
  const snapshots: (Snapshot | undefined)[] = []
  for (const some of inBatches(moments)) {
    const cores = await readRows(reader, table, recordsAt(table, some))
    const plugins = new Map<string, ReadonlyMap<number, RawRow[]>>()
    for (const name of table.plugins) {
      const plugin = tableOf(scope.catalogue, name)
      plugins.set(name, await readRows(reader, plugin, pluginRowsAt(plugin, some)))
    }
    for (const n of some.keys()) {
      const [core] = cores.get(n) ?? []
      const rows = table.plugins.map((name) => [name, plugins.get(name)?.get(n) ?? []] as const)
      snapshots.push(core && { core, plugins: Object.fromEntries(rows) })
    }
  }
  return snapshots
}

/** Rows that are as they were, and rows as they were kept. */
interface RowsAt {
  readonly now: Sql
  readonly kept: Sql
}

/** The rows by the place of their moment, in the order of their ids. */
async function readRows(
  reader: Reader,
  table: Table,
  { now, kept }: RowsAt,
): Promise<ReadonlyMap<number, RawRow[]>> {
  const rows = [
    ...(await reader.all<Numbered>(now)),
    ...(await reader.all<Numbered>(kept)).map((row) => ofTodaysTypes(table, row)),
  ].sort((one, other) => one.id - other.id)
  const byMoment = new Map<number, RawRow[]>()
  for (const { '~n': n, ...row } of rows) byMoment.set(n, [...(byMoment.get(n) ?? []), row])
  return byMoment
}

/** A row with the place of its moment. */
type Numbered = RawRow & { readonly '~n': number; readonly id: number }

/**
 * A column whose type changed is kept as text. What is no value of today's type stays the text that it is.
 */
function ofTodaysTypes(table: Table, row: Numbered): Numbered {
  const changed: Record<string, SqlValue> = {}
  for (const { name, dbType } of table.fields.values()) {
    const value = row[name]
    if (typeof value !== 'string' || dbType === 'TEXT' || dbType === 'TIMESTAMP') continue
    const stored = toColumn[dbType](value)
    if (!(stored instanceof Unusable)) changed[name] = stored
  }
  return { ...row, ...changed }
}

/** The moments as rows `v`. */
const momentRows = (moments: readonly Moment[]): Sql =>
  rowsOfNumbers(
    ['n', 'record', 'change'],
    moments.map(({ recordId, change }, n) => [n, recordId, change]),
  )

/** Rows of numbers under the name `v`, to stand before a query. */
function rowsOfNumbers(columns: readonly string[], rows: readonly (readonly number[])[]): Sql {
  const values = rows.map((row) => sql`(${join(row.map((value) => sql`CAST(${value} AS BIGINT)`))})`)
  return sql`WITH v (${join(columns.map((name) => id(name)))}) AS (VALUES ${join(values)})`
}

const laterChanges = (table: Table, rowId: Sql): Sql =>
  sql`FROM ${id(changes)} m WHERE m."tb" = ${table.name} AND m."row_id" = ${rowId} AND m."id" >= v."change"`

const columnsOf = (table: Table, alias: 't' | 'b'): Sql[] =>
  [...storedFields(table).keys()].filter((name) => name !== 'id').map((name) => id(alias, name))

function recordsAt(table: Table, moments: readonly Moment[]): RowsAt {
  const later = laterChanges(table, sql`v."record"`)
  const select = (alias: 't' | 'b'): Sql =>
    sql`${momentRows(moments)}
      SELECT ${join([sql`v."n" AS "~n"`, sql`v."record" AS "id"`, ...columnsOf(table, alias)])} FROM v`
  return {
    now: sql`${select('t')} JOIN ${id(table.name)} t ON t."id" = v."record" WHERE NOT EXISTS (SELECT 1 ${later})`,
    kept: sql`${select('b')} JOIN ${id(beforeTable(table.name))} b ON b."id" = (SELECT min(m."id") ${later})`,
  }
}

/** Each row is as it was before the first change that came at the moment or later. */
function pluginRowsAt(plugin: Table, moments: readonly Moment[]): RowsAt {
  const select = (alias: 't' | 'b', rowId: Sql): Sql =>
    sql`${momentRows(moments)}
      SELECT ${join([sql`v."n" AS "~n"`, sql`${rowId} AS "id"`, ...columnsOf(plugin, alias)])} FROM v`
  const [rowNow, rowThen] = [sql`t."id"`, sql`c."row_id"`]
  return {
    now: sql`${select('t', rowNow)} JOIN ${id(plugin.name)} t ON t."id_link" = v."record"
      WHERE NOT EXISTS (SELECT 1 ${laterChanges(plugin, rowNow)})`,
    kept: sql`${select('b', rowThen)}
      JOIN ${id(beforeTable(plugin.name))} b ON b."id_link" = v."record" AND b."id" >= v."change"
      JOIN ${id(changes)} c ON c."id" = b."id"
      WHERE c."id" = (SELECT min(m."id") ${laterChanges(plugin, rowThen)})`,
  }
}

/** A record that a set deleted. */
export interface DeletedIn {
  readonly recordId: number
  /** The first and the last change of the set. */
  readonly first: number
  readonly last: number
}

/**
 * What hung from records of a table when sets deleted them, out of what the same sets took away.
 *
 * @returns one for each record, in their order; each has all keys
 */
export async function readTakenAlong(
  reader: Reader,
  parts: readonly RecordPart[],
  tableName: string,
  deleted: readonly DeletedIn[],
): Promise<DependentRows[]> {
  const taken = deleted.map(() => Object.fromEntries(parts.map(({ keptAs }) => [keptAs, [] as RawRow[]])))
  if (deleted.length === 0) return taken
  const places = new Map(deleted.map(({ recordId, first }, place) => [`${first} ${recordId}`, taken[place]]))
  const ids = [...new Set(deleted.map(({ recordId }) => recordId))]
  const sets = [...new Map(deleted.map(({ first, last }) => [first, [first, last]])).values()]
  for (const { keptAs, attachedTable } of parts) {
    const { table, ends } = attachedTable
    const columns = systemTables.find(({ name }) => name === table)?.columns ?? []
    const isOfRecord = or(
      ends.map(
        (end) => sql`(${id('b', end.table)} = ${tableName} AND ${id('b', end.record)} IN (${join(ids)}))`,
      ),
    )
    const shown = [sql`v."first" AS "~first"`, sql`c."row_id" AS "id"`]
    const rows = await reader.all<RawRow & { readonly '~first': number }>(sql`
      ${rowsOfNumbers(['first', 'last'], sets)}
      SELECT ${join([...shown, ...columns.map(({ name }) => id('b', name))])}
      FROM v JOIN ${id(beforeTable(table))} b ON b."id" BETWEEN v."first" AND v."last"
      JOIN ${id(changes)} c ON c."id" = b."id"
      WHERE ${isOfRecord} AND NOT EXISTS (SELECT 1 FROM ${id(changes)} m
        WHERE m."tb" = ${table} AND m."row_id" = c."row_id" AND m."id" >= v."first" AND m."id" < c."id")
      ORDER BY c."row_id"`)
    for (const { '~first': first, ...row } of rows) {
      const own = ends.filter((end) => row[end.table] === tableName).map((end) => Number(row[end.record]))
      for (const recordId of new Set(own)) places.get(`${first} ${recordId}`)?.[keptAs]?.push(row)
    }
  }
  return taken
}
