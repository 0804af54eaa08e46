import { type Aggregate, aggregates } from '@trowel/contract/model/aggregates.js'
import type { Field } from '../catalogue/catalogue.js'
import { and, id, join, keyword, type Sql, type SqlValue, sql } from '../storage/sql.js'
import type { ColumnType, Database, Dialect } from '../storage/storage.js'
import { compareTexts } from '../storage/text-order.js'
import { type Aggregated, aggregations } from './aggregates.js'
import { columnSql } from './expression/compile-expression.js'

/** A field of one of the tables of a statement. */
export interface FieldAt {
  readonly alias: string
  readonly field: Field
}

/** The part of a day that is looked at: the beginning of its text, before the next `-`. */
export type DayPart = 'year' | 'month'

/** What rows of one group have in common. */
export interface KeyAt extends FieldAt {
  readonly part?: DayPart | undefined
}

/** What is told of each group. */
export interface Measure extends FieldAt {
  readonly aggregate: Aggregate
}

/**
 * `keys`: ascending, missing values first. `list`: as lists have them, missing values last; `backwards` is
 * the reverse. `size`: those with most rows first.
 */
export type GroupOrder = 'keys' | 'list' | 'backwards' | 'size'

/** Rows that are put into groups and measured. */
export interface Grouping {
  /** What follows FROM: tables and how they are joined. */
  readonly from: Sql
  /** Only rows that meet all of it, among it what the caller may see of each table. */
  readonly where: readonly Sql[]
  /**
   * Rows with the same values in these fields are one group; a missing value and an empty text are the same.
   */
  readonly by: readonly KeyAt[]
  readonly measures: readonly Measure[]
  /** An empty text is a value that counts, unless only values are meant that people see. */
  readonly countsEmptyTexts?: boolean
  /** Of this field the smallest value of each group is answered too; an empty text is none. */
  readonly least?: FieldAt | undefined
  readonly order?: GroupOrder
  /** No more than so many groups. */
  readonly limit: number
}

export type GroupKey = string | number | null

export interface Group {
  readonly keys: readonly GroupKey[]
  /** Of each measure. */
  readonly values: readonly Aggregated[]
  readonly least: GroupKey
}

/**
 * The groups: numbers by size, texts by code points. Nothing to group by makes one group, also of no rows at
 * all.
 */
export async function selectGroups(db: Database, grouping: Grouping): Promise<Group[]> {
  const measures = grouping.measures.map((measure, place) => ({
    ...aggregations[measure.aggregate],
    asked: aggregations[measure.aggregate].asks({
      column: id(`m${place}`),
      type: measuredType(measure),
      dialect: db.dialect,
    }),
  }))
  // Only here does an empty text become none: of columns as they are PostgreSQL knows how many groups they
  // make, and need not sort all rows.
  const keys = grouping.by.map(({ field }, place) => emptied(field, id(`k${place}`)))
  const columns = [
    ...keys.map((key, place) => sql`${key} AS ${id(`g${place}`)}`),
    ...measures.flatMap(({ asked }, place) =>
      asked.map((ask, part) => sql`${ask} AS ${id(`a${place}_${part}`)}`),
    ),
    grouping.least ? sql`min("least") AS "least"` : sql`NULL AS "least"`,
  ]
  const grouped =
    keys.length === 0 ? keyword('') : sql`GROUP BY ${join(keys)} ORDER BY ${orderOf(keys, grouping.order)}`
  const rows = db.dialect.computedOnce(countedRows(db, grouping))
  const found = await db.scan.all<Record<string, SqlValue>>(
    sql`SELECT ${join(columns)} FROM ${rows} AS "counted" ${grouped} LIMIT ${grouping.limit}`,
  )
  return found.map((row) => ({
    keys: keys.map((_, place) => keyOf(row[`g${place}`])),
    values: measures.map(({ asked, answer }, place) =>
      answer(asked.map((_, part) => row[`a${place}_${part}`] ?? null)),
    ),
    least: keyOf(row['least']),
  }))
}

function orderOf(keys: readonly Sql[], order: GroupOrder = 'keys'): Sql {
  const way = keyword(ways[order])
  const byKeys = join(keys.map((key) => sql`${key} ${way}`))
  return order === 'size' ? sql`count(*) DESC, ${byKeys}` : byKeys
}

const ways = {
  keys: 'ASC NULLS FIRST',
  list: 'ASC NULLS LAST',
  backwards: 'DESC NULLS FIRST',
  size: 'ASC NULLS LAST',
} as const satisfies Record<GroupOrder, string>

const keyOf = (value: SqlValue | undefined): GroupKey =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** The order of groups, for those that are put together anew. */
export function compareKeys(one: GroupKey, other: GroupKey): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareTexts(String(one), String(other))
}

/** The rows that count, what is measured converted. */
function countedRows({ dialect }: Database, grouping: Grouping): Sql {
  const { from, where, by, measures, least } = grouping
  const columns = [
    ...by.map((key, place) => sql`${keySql(key, dialect)} AS ${id(`k${place}`)}`),
    ...measures.map(
      (measure, place) => sql`${measuredSql(measure, grouping, dialect)} AS ${id(`m${place}`)}`,
    ),
    ...(least ? [sql`${emptied(least.field, columnOf(least, dialect))} AS "least"`] : []),
  ]
  const met = and(dialect.interruptible ? [...where, dialect.interruptible] : where)
  return sql`SELECT ${join(columns)} FROM ${from} WHERE ${met}`
}

const addsUp = ({ aggregate }: Measure): boolean => aggregates[aggregate].of === 'numbers'

const measuredType = (measure: Measure): ColumnType => {
  const { dbType } = measure.field
  return addsUp(measure) && dbType !== 'INTEGER' ? 'FLOAT' : dbType
}

function measuredSql(measure: Measure, { countsEmptyTexts = true }: Grouping, dialect: Dialect): Sql {
  const column = columnOf(measure, dialect)
  const type = measuredType(measure)
  if (!addsUp(measure)) return countsEmptyTexts ? column : emptied(measure.field, column)
  return dialect.addend(type === measure.field.dbType ? column : dialect.cast(column, 'float'), type)
}

/** What is no day has no such part, and is a key as it is. */
function keySql(key: KeyAt, dialect: Dialect): Sql {
  const column = columnOf(key, dialect)
  if (!key.part) return column
  const length = partLengths[key.part]
  return sql`CASE WHEN substr(${column}, ${length + 1}, 1) = '-' THEN substr(${column}, 1, ${length}) ELSE ${column} END`
}

/** So many characters of `2024-05-01` say it. */
export const partLengths = { year: 4, month: 7 } as const satisfies Record<DayPart, number>

const columnOf = ({ alias, field }: FieldAt, dialect: Dialect): Sql => columnSql(field, alias, dialect)

const emptied = ({ dbType }: Field, column: Sql): Sql =>
  dbType === 'TEXT' ? sql`nullif(${column}, '')` : column
