import { type Aggregate, aggregates } from '@trowel/contract/model/aggregates.js'
import type { Field } from '../catalogue/catalogue.js'
import { and, id, join, keyword, type Sql, type SqlValue, sql } from '../storage/sql.js'
import type { Database, Dialect } from '../storage/storage.js'
import { compareTexts } from '../storage/text-order.js'
import { type Aggregated, aggregations, type Measured } from './aggregates.js'
import { columnSql } from './column.js'

/** A field of one of the tables of a statement. */
export interface FieldAt {
  readonly alias: string
  readonly field: Field
}

/** Rows that are put into groups and measured. */
export interface Grouping {
  /** What follows FROM: tables and how they are joined. */
  readonly from: Sql
  /** Only rows that meet all of it, among it what the caller may see of each table. */
  readonly where: readonly Sql[]
  /**
   * Rows with the same values in these fields are one group; a missing value and an empty text are the same.
   */
  readonly by: readonly FieldAt[]
  readonly aggregate: Aggregate
  readonly measured: FieldAt
  /** Of this field the smallest value of each group is answered too; an empty text is none. */
  readonly least?: FieldAt | undefined
  /** No more than so many groups. */
  readonly limit: number
}

export type GroupKey = string | number | null

export interface Group {
  readonly keys: readonly GroupKey[]
  readonly value: Aggregated
  readonly least: GroupKey
}

/**
 * The groups, ascending by their keys: numbers by size, texts by code points, missing values first.
 * Nothing to group by makes one group, also of no rows at all.
 */
export async function selectGroups(db: Database, grouping: Grouping): Promise<Group[]> {
  const { asks, answer } = aggregations[grouping.aggregate]
  const { rows, measured } = countedRows(db, grouping)
  // Only here does an empty text become none: of columns as they are PostgreSQL knows how many groups they
  // make, and need not sort all rows.
  const keys = grouping.by.map(({ field }, place) => emptied(field, id(`k${place}`)))
  const asked = asks(measured).map((ask, place) => ({ name: `a${place}`, ask }))
  const columns = [
    ...keys.map((key, place) => sql`${key} AS ${id(`g${place}`)}`),
    ...asked.map(({ name, ask }) => sql`${ask} AS ${id(name)}`),
    grouping.least ? sql`min("least") AS "least"` : sql`NULL AS "least"`,
  ]
  const grouped =
    keys.length === 0
      ? keyword('')
      : sql`GROUP BY ${join(keys)} ORDER BY ${join(keys.map((key) => sql`${key} NULLS FIRST`))}`
  const found = await db.scan.all<Record<string, SqlValue>>(
    sql`SELECT ${join(columns)} FROM ${db.dialect.computedOnce(rows)} AS "counted" ${grouped} LIMIT ${grouping.limit}`,
  )
  return found.map((row) => ({
    keys: keys.map((_, place) => keyOf(row[`g${place}`])),
    value: answer(asked.map(({ name }) => row[name] ?? null)),
    least: keyOf(row['least']),
  }))
}

const keyOf = (value: SqlValue | undefined): GroupKey =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** The order of groups, for those that are put together anew. */
export function compareKeys(one: GroupKey, other: GroupKey): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareTexts(String(one), String(other))
}

/** The rows that count, what is measured converted. */
function countedRows(
  { dialect }: Database,
  { from, where, by, aggregate, measured, least }: Grouping,
): { readonly rows: Sql; readonly measured: Measured } {
  const { dbType } = measured.field
  const addsUp = aggregates[aggregate].of === 'numbers'
  const type = addsUp && dbType !== 'INTEGER' ? 'FLOAT' : dbType
  const number =
    type === dbType ? columnOf(measured, dialect) : dialect.cast(columnOf(measured, dialect), 'float')
  const value = addsUp ? dialect.addend(number, type) : number
  const columns = [
    ...by.map((at, place) => sql`${columnOf(at, dialect)} AS ${id(`k${place}`)}`),
    sql`${value} AS "measured"`,
    ...(least ? [sql`${emptied(least.field, columnOf(least, dialect))} AS "least"`] : []),
  ]
  const met = and(dialect.interruptible ? [...where, dialect.interruptible] : where)
  return {
    rows: sql`SELECT ${join(columns)} FROM ${from} WHERE ${met}`,
    measured: { column: id('measured'), type, dialect },
  }
}

const columnOf = ({ alias, field }: FieldAt, dialect: Dialect): Sql => columnSql(field, alias, dialect)

const emptied = ({ dbType }: Field, column: Sql): Sql =>
  dbType === 'TEXT' ? sql`nullif(${column}, '')` : column
