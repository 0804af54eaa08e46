import type { Table } from '../../catalogue/catalogue.js'
import { type GisColumn, gisValue } from '../../geometry/gis-columns.js'
import type { RequestScope } from '../../http/scope.js'
import { yearSql } from '../../query/chronology.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { and, id, join, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { JsonColumn } from '../../storage/storage.js'
import type { Box } from '../../storage/wkt-box.js'
import type { ItemsQuery, Place } from './items-query.js'

const geodata = 'sys_geodata'

/** A map feature as it is stored, with the values of its record. */
export interface FeatureRow {
  readonly geoId: number
  readonly recordId: number
  readonly wkt: string
  readonly values: readonly SqlValue[]
}

/**
 * So many times a page: then its features are found sooner by going through all of them in order than by way
 * of the index of boxes.
 */
const muchMoreThanAPage = 20

/**
 * The next features behind `after`, in the order of records and their features.
 *
 * @param matched how many there are in all
 */
export async function selectFeatures(
  scope: RequestScope,
  query: ItemsQuery,
  after: Place | undefined,
  limit: number,
  matched: number,
): Promise<FeatureRow[]> {
  const { table, boxes } = query
  const inOrder = boxes.length > 0 && matched > query.limit * muchMoreThanAPage
  const conditions = inOrder
    ? [...ofRecords(scope, query), or(boxes.map(meets))]
    : [...ofRecords(scope, query), ...inBoxes(scope, boxes)]
  if (after) {
    // The first condition tells the engine where in the records to begin.
    conditions.push(sql`t."id" >= ${after.recordId}`)
    conditions.push(sql`(g."id_link", g."id") > (${after.recordId}, ${after.geoId})`)
  }
  const from = inOrder ? fromBoxes(scope, table) : fromFeatures(table)
  return rowsOf(
    scope,
    query.columns,
    sql`${from} WHERE ${and(conditions)} ORDER BY g."id_link", g."id" LIMIT ${limit}`,
  )
}

/** One feature by its id, if it belongs to the table and its record meets the condition. */
export async function selectFeature(
  scope: RequestScope,
  query: Pick<ItemsQuery, 'table' | 'columns' | 'condition'>,
  geoId: number,
): Promise<FeatureRow | undefined> {
  const conditions = [...ofRecords(scope, query), sql`g."id" = ${geoId}`]
  const [row] = await rowsOf(scope, query.columns, sql`${fromFeatures(query.table)} WHERE ${and(conditions)}`)
  return row
}

async function rowsOf(scope: RequestScope, columns: readonly GisColumn[], rest: Sql): Promise<FeatureRow[]> {
  // Names of ours, because a field may have any.
  const values = columns.map((column, k) => sql`${gisValue(scope, column, 't')} AS ${id(`c${k}`)}`)
  const rows = await scope.db.scan.all<Record<string, SqlValue>>(
    sql`SELECT g."id" AS "geo_id", g."id_link" AS "record_id", g."geometry" AS "wkt", ${join(values)} ${rest}`,
  )
  return rows.map((row) => ({
    geoId: Number(row['geo_id']),
    recordId: Number(row['record_id']),
    wkt: String(row['wkt']),
    values: columns.map((_, k) => row[`c${k}`] ?? null),
  }))
}

const fromFeatures = (table: Table): Sql =>
  sql`FROM ${id(geodata)} g JOIN ${id(table.name)} t ON t."id" = g."id_link"`

/** The same with the box of each under the alias `b`. */
const fromBoxes = ({ db }: RequestScope, table: Table): Sql =>
  sql`${fromFeatures(table)} JOIN ${db.dialect.boxesOf(geodata)} b ON b.id = g."id"`

function ofRecords(
  scope: RequestScope,
  { table, condition }: Pick<ItemsQuery, 'table' | 'condition'>,
): Sql[] {
  const { dialect } = scope.db
  return [
    sql`g."table_link" = ${table.name}`,
    compileCondition(condition, 't', { dialect, table }),
    ...(dialect.interruptible ? [dialect.interruptible] : []),
  ]
}

/** Out of the index of boxes; no condition when there are none. */
function inBoxes({ db }: RequestScope, boxes: readonly Box[]): Sql[] {
  if (boxes.length === 0) return []
  const ids = boxes.map((box) => db.dialect.idsInBox(geodata, box))
  return [sql`g."id" IN (${join(ids, ' UNION ')})`]
}

const meets = ([west, south, east, north]: Box): Sql =>
  sql`(b.west <= ${east} AND b.east >= ${west} AND b.south <= ${north} AND b.north >= ${south})`

const isWithin = ([west, south, east, north]: Box): Sql =>
  sql`(b.west >= ${west} AND b.east <= ${east} AND b.south >= ${south} AND b.north <= ${north})`

/** How many features match, as far as their boxes tell. */
export const countQuery = (scope: RequestScope, query: ItemsQuery): Sql =>
  sql`SELECT count(*) AS "n" ${fromFeatures(query.table)}
    WHERE ${and([...ofRecords(scope, query), ...inBoxes(scope, query.boxes)])}`

const wktColumn: readonly JsonColumn[] = [{ name: 'wkt', kind: 'text' }]

/**
 * The geometries of which the boxes do not tell whether they lie in those asked for: they cross a border, and
 * are more than a point.
 */
export function streamDoubtful(scope: RequestScope, query: ItemsQuery): AsyncIterable<SqlValue[][]> {
  const conditions = [
    ...ofRecords(scope, query),
    ...inBoxes(scope, query.boxes.flatMap(bordersOf)),
    ...query.boxes.map((box) => sql`NOT ${isWithin(box)}`),
    sql`(b.west < b.east OR b.south < b.north)`,
  ]
  return scope.db.stream(
    sql`SELECT g."geometry" AS "wkt" ${fromBoxes(scope, query.table)} WHERE ${and(conditions)}`,
    wktColumn,
  )
}

const bordersOf = ([west, south, east, north]: Box): Box[] => [
  [west, south, east, south],
  [west, north, east, north],
  [west, south, west, north],
  [east, south, east, north],
]

/** The first and the last year of the records that meet the condition; null where one has no such end. */
export async function selectYears(
  { db }: RequestScope,
  table: Table,
  condition: Condition,
): Promise<readonly [first: number | null, last: number | null]> {
  const { dialect } = db
  const where = [
    compileCondition(condition, 't', { dialect, table }),
    ...(dialect.interruptible ? [dialect.interruptible] : []),
  ]
  const row = await db.scan.get<{ first: number | null; last: number | null }>(
    sql`SELECT min(${yearSql(table, 'chrono_from', 't', dialect)}) AS "first",
        max(${yearSql(table, 'chrono_to', 't', dialect)}) AS "last" FROM ${id(table.name)} t WHERE ${and(where)}`,
  )
  return [row?.first ?? null, row?.last ?? null]
}
