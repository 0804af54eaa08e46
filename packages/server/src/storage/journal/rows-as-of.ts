import { id, join, type Sql, sql } from '../sql.js'
import type { ColumnType, Dialect } from '../storage.js'
import { beforeTable, changes } from './journal-tables.js'

/** A column of a table, and as what the journal keeps it. */
export interface KeptColumn {
  readonly name: string
  readonly type: ColumnType
  readonly keptType: ColumnType
}

const casts = { INTEGER: 'integer', FLOAT: 'float', TEXT: 'text', TIMESTAMP: 'text' } as const

/**
 * The rows of a table as they were right after a change: those that were not touched since as they are, the
 * others as they were before the first change that came later. Rows made later have no such state.
 *
 * @param last the id of the last change that counts
 * @returns a query of `id` and the columns, in this order
 */
export function rowsAsOf(
  dialect: Pick<Dialect, 'cast'>,
  table: string,
  columns: readonly KeptColumn[],
  last: number,
): Sql {
  const later = sql`FROM ${id(changes)} WHERE "tb" = ${table} AND "id" > ${last}`
  const now = columns.map(({ name }) => id('t', name))
  const then = columns.map(({ name, type, keptType }) =>
    type === keptType ? id('b', name) : sql`${dialect.cast(id('b', name), casts[type])} AS ${id(name)}`,
  )
  return sql`SELECT ${join([id('t', 'id'), ...now])} FROM ${id(table)} t
      WHERE t."id" NOT IN (SELECT "row_id" ${later})
    UNION ALL SELECT ${join([sql`c."row_id"`, ...then])} FROM (SELECT min("id") AS head ${later} GROUP BY "row_id") f
      JOIN ${id(changes)} c ON c."id" = f.head JOIN ${id(beforeTable(table))} b ON b."id" = f.head`
}
