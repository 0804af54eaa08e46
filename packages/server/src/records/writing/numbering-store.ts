import { maxCounterDigits, type NumberSeries } from '@trowel/contract/model/number-pattern.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { id, type Sql, sql } from '../../storage/sql.js'
import type { Dialect, Reader } from '../../storage/storage.js'

/** Counters from one to another that no row has; `to` is null for all from there on. */
export interface FreeCounters {
  readonly from: number
  readonly to: number | null
}

/** A larger number counts no records, and those after it would not be exact. */
const highestCounter = 10 ** maxCounterDigits - 1

/** So many gaps are known at once. */
const maxGaps = 1000

/**
 * The counters that are free in a series, of all rows of the table, the lowest first: only those after the
 * highest, or also those in gaps above the lowest.
 */
export async function selectFreeCounters(
  reader: Reader,
  dialect: Dialect,
  { table, field, series }: { readonly table: Table; readonly field: Field; readonly series: NumberSeries },
  isFillingGaps: boolean,
): Promise<FreeCounters[]> {
  const column = id('t', field.name)
  const counter =
    field.dbType === 'INTEGER'
      ? sql`CASE WHEN ${column} BETWEEN 1 AND ${highestCounter} THEN ${column} END`
      : cut(column, series)
  const inSeries =
    field.dbType === 'INTEGER' || series.prefix === ''
      ? sql`1 = 1`
      : dialect.startsWith(column, series.prefix)
  const counters = sql`SELECT ${counter} AS "n" FROM ${id(table.name)} t WHERE ${inSeries}`
  if (!isFillingGaps) {
    const row = await reader.get<{ highest: number | null }>(
      sql`SELECT max("n") AS "highest" FROM (${counters}) c`,
    )
    return [{ from: (row?.highest ?? 0) + 1, to: null }]
  }
  const ends = await reader.all<{ n: number; next: number | null }>(sql`
    SELECT "n", "next" FROM (
      SELECT "n", lead("n") OVER (ORDER BY "n") AS "next"
      FROM (SELECT DISTINCT "n" FROM (${counters}) c WHERE "n" IS NOT NULL) d) g
    WHERE "next" IS NULL OR "next" > "n" + 1 ORDER BY "next" IS NULL DESC, "n" LIMIT ${maxGaps + 1}`)
  const [highest, ...gaps] = ends
  return [
    ...gaps.map(({ n, next }) => ({ from: n + 1, to: (next ?? n + 2) - 1 })),
    { from: (highest?.n ?? 0) + 1, to: null },
  ]
}

/** The counter in a text of the series; NULL in any other. */
function cut(column: Sql, { prefix, suffix }: NumberSeries): Sql {
  const [before, after] = [[...prefix].length, [...suffix].length]
  const digits = sql`substr(${column}, ${before + 1}, length(${column}) - ${before + after})`
  const hasSuffix =
    suffix === '' ? sql`1 = 1` : sql`substr(${column}, length(${column}) - ${after - 1}) = ${suffix}`
  // What is cut out is a number by the time it is read as one.
  return sql`CASE WHEN length(${column}) BETWEEN ${before + after + 1} AND ${before + after + maxCounterDigits}
    THEN CASE WHEN ${hasSuffix} AND rtrim(${digits}, '0123456789') = '' THEN CAST(${digits} AS BIGINT) END END`
}
