import { physicalName } from '../physical-name.js'
import { id, join, keyword, type Sql, sql } from '../sql.js'
import type { ColumnType, Dialect, MadeColumn } from '../storage.js'
import { beforeTable, changes } from './journal-tables.js'

/** A column of a table, and as what the journal keeps it. */
export interface KeptColumn {
  readonly name: string
  readonly type: ColumnType
  readonly keptType: ColumnType
}

/** How a value that is kept as another type is cast to what a column of this type holds. */
export const castTo = { INTEGER: 'integer', FLOAT: 'float', TEXT: 'text', TIMESTAMP: 'text' } as const

/** The columns of a table as they stand in its kept rows `b`. */
export const keptColumns = (
  dialect: Pick<Dialect, 'cast'>,
  columns: readonly KeptColumn[],
): readonly MadeColumn[] =>
  columns.map(({ name, type, keptType }) => ({
    name,
    value: type === keptType ? id('b', name) : dialect.cast(id('b', name), castTo[type]),
  }))

/** What a query of `changedSince` is called in the statement where the others use it. */
export const changedSinceName = (table: string): string => physicalName('~later ', table)

/**
 * The rows of a table that were changed after a change: `row_id`, and where each is kept as it was then
 * (`head`). The changes are found by their ids: how much happened before does not matter.
 */
export const changedSince = (table: string, last: number): Sql =>
  sql`SELECT "row_id", min("id") AS head ${laterThan(table, last)} GROUP BY "row_id"`

export interface EarlierRows {
  /** The rows as they are now, to stand after FROM. */
  readonly from: Sql
  /** The table whose changes they follow. */
  readonly table: string
  /** All but `id`, with their values in kept rows `b` of the table. */
  readonly columns: readonly MadeColumn[]
  /** What kept rows `b` have to meet. */
  readonly kept?: Sql
  /** What rows `u` of then have to meet. */
  readonly where?: Sql
}

const laterThan = (table: string, last: number): Sql =>
  sql`FROM ${id(changes)} WHERE "id" > ${last} AND coalesce("tb", '') = ${table}`

/** How many rows there were, as `n`: those that there are, less those made since, and those deleted since. */
export function countAsOf(from: Sql, table: string, last: number): Sql {
  const more = sql`sum(CASE "operation" WHEN 'created' THEN 1 WHEN 'deleted' THEN -1 ELSE 0 END)`
  return sql`SELECT (SELECT count(*) FROM ${from}) - (SELECT coalesce(${more}, 0) ${laterThan(table, last)}) AS n`
}

/**
 * The rows of a table as they were right after a change: those that were not touched since as they are, the
 * others as they were before the first change that came later. Rows made later have no such state.
 *
 * Both engines put such a query in the place of the table and use its indexes, in their order too: PostgreSQL
 * only while the part with the present rows has no condition of its own, which is why it stands outside.
 *
 * @returns a query of `id` and the columns, in this order, which uses `changedSince`
 */
export function rowsAsOf({ from, table, columns, kept, where }: EarlierRows): Sql {
  const later = id(changedSinceName(table))
  const now = columns.map(({ name }) => id('t', name))
  const then = columns.map(({ value, name }) => sql`${value} AS ${id(name)}`)
  const all = columns.map(({ name }) => id('u', name))
  return sql`SELECT ${join([id('u', 'id'), ...all])} FROM (
      SELECT ${join([id('t', 'id'), ...now])}, 0 AS "~earlier" FROM ${from} t
      UNION ALL SELECT ${join([sql`f."row_id"`, ...then])}, 1
        FROM ${later} f
        JOIN ${id(beforeTable(table))} b ON b."id" = f.head${kept ? sql` WHERE ${kept}` : keyword('')}
    ) u WHERE (u."~earlier" = 1 OR u."id" NOT IN (SELECT "row_id" FROM ${later}))${where ? sql` AND ${where}` : keyword('')}`
}

/**
 * The ids of rows that met something then: of those that meet it now the ones that were not changed since,
 * and those whose kept rows `b` meet it.
 *
 * @param now a query of one column `id`
 * @returns a query of the same, which uses `changedSince`
 */
export function idsAsOf(table: string, now: Sql, isMet: Sql): Sql {
  const later = id(changedSinceName(table))
  return sql`SELECT "id" FROM (${now}) n WHERE "id" NOT IN (SELECT "row_id" FROM ${later})
    UNION ALL SELECT f."row_id" FROM ${later} f JOIN ${id(beforeTable(table))} b ON b."id" = f.head WHERE ${isMet}`
}
