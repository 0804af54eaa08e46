import type { Field, Table } from '../../catalogue/catalogue.js'
import { and, id, join, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Dialect, Reader } from '../../storage/storage.js'

/** One rule by which values of a column change, in whatever rows it applies to. */
export interface ColumnChange {
  readonly table: Table
  readonly field: Field
  /** Does the value in `column` change? */
  readonly applies: (column: Sql) => Sql
  /** What becomes of a value that changes: never an empty text, NULL instead. */
  readonly becomes: (column: Sql) => Sql
}

const columnOf = ({ field }: ColumnChange, alias: string): Sql => id(alias, field.name)

const interruptible = ({ interruptible: limit }: Dialect, condition: Sql): Sql =>
  limit ? and([condition, limit]) : condition

/** How many rows a rule applies to. */
export async function countChanging(
  reader: Reader,
  dialect: Dialect,
  change: Omit<ColumnChange, 'becomes'>,
): Promise<number> {
  const applies = change.applies(id('t', change.field.name))
  const row = await reader.get<{ n: number }>(
    sql`SELECT count(*) AS "n" FROM ${id(change.table.name)} t WHERE ${interruptible(dialect, applies)}`,
  )
  return row?.n ?? 0
}

/** The next rows after `last` to which a rule applies, with what their value becomes. */
export function selectNewValues(
  reader: Reader,
  change: ColumnChange,
  last: number,
  limit: number,
): Promise<{ id: number; value: SqlValue }[]> {
  const column = columnOf(change, 't')
  return reader.all(
    sql`SELECT t."id", ${change.becomes(column)} AS "value" FROM ${id(change.table.name)} t
      WHERE t."id" > ${last} AND ${change.applies(column)} ORDER BY t."id" LIMIT ${limit}`,
  )
}

/**
 * A value that several rows would have in the columns of `key` which have different ones now; `undefined`
 * when there is none.
 */
export async function selectRepeated(
  reader: Reader,
  dialect: Dialect,
  table: Table,
  key: readonly string[],
  changes: readonly ColumnChange[],
): Promise<SqlValue[] | undefined> {
  const columns = key.map((name, place) => {
    const column = id('t', name)
    const change = changes.find((one) => one.table === table && one.field.name === name)
    const after = change
      ? sql`CASE WHEN ${change.applies(column)} THEN ${change.becomes(column)} ELSE ${column} END`
      : column
    return { column, after, before: id(`before${place}`), now: id(`after${place}`) }
  })
  const row = await reader.get<Record<string, SqlValue>>(sql`
    SELECT ${join(columns.map(({ now }) => now))} FROM (
      SELECT ${join(columns.map(({ column, after, before, now }) => sql`${column} AS ${before}, ${after} AS ${now}`))}
      FROM ${id(table.name)} t WHERE ${interruptible(dialect, sql`1 = 1`)}
    ) q
    WHERE ${and(columns.map(({ now }) => sql`${now} IS NOT NULL`))}
    GROUP BY ${join(columns.map(({ now }) => now))}
    HAVING count(*) > 1 AND ${or(columns.map(({ before }) => sql`min(${before}) <> max(${before})`))} LIMIT 1`)
  return row && Object.values(row)
}
