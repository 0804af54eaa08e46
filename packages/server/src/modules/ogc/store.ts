import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { and, id, join, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { JsonColumn } from '../../storage/storage.js'
import type { Box } from '../../storage/wkt-box.js'
import { type GisColumn, gisValue } from './gis-columns.js'
import type { ItemsQuery, Place } from './items-query.js'

const geodata = 'sys_geodata'

/** A map feature as it is stored, with the values of its record. */
export interface FeatureRow {
  readonly geoId: number
  readonly recordId: number
  readonly wkt: string
  readonly values: readonly SqlValue[]
}

/** The next features behind `after`, in the order of records and their features. */
export async function selectFeatures(
  scope: RequestScope,
  query: ItemsQuery,
  after: Place | undefined,
  most: number,
): Promise<FeatureRow[]> {
  const conditions = matching(scope, query)
  if (after) conditions.push(sql`(g."id_link", g."id") > (${after.recordId}, ${after.geoId})`)
  return rowsOf(
    scope,
    query.columns,
    sql`${from(scope, query.table)} WHERE ${and(conditions)} ORDER BY g."id_link", g."id" LIMIT ${most}`,
  )
}

/** One feature by its id, if it belongs to the table and its record meets the condition. */
export async function selectFeature(
  scope: RequestScope,
  query: Pick<ItemsQuery, 'table' | 'columns' | 'condition'>,
  geoId: number,
): Promise<FeatureRow | undefined> {
  const conditions = [...matching(scope, { ...query, boxes: [] }), sql`g."id" = ${geoId}`]
  const [row] = await rowsOf(scope, query.columns, sql`${from(scope, query.table)} WHERE ${and(conditions)}`)
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

/** Only what the index of boxes knows: a text that is no geometry is no feature. */
const from = ({ db }: RequestScope, table: Table): Sql =>
  sql`FROM ${id(geodata)} g JOIN ${db.dialect.boxesOf(geodata)} b ON b."id" = g."id"
    JOIN ${id(table.name)} t ON t."id" = g."id_link"`

function matching(
  scope: RequestScope,
  { table, condition, boxes }: Pick<ItemsQuery, 'table' | 'condition' | 'boxes'>,
): Sql[] {
  const { dialect } = scope.db
  return [
    sql`g."table_link" = ${table.name}`,
    compileCondition(condition, 't', { dialect, table }),
    ...(boxes.length === 0
      ? []
      : [or(boxes.map((box) => sql`g."id" IN (${dialect.idsInBox(geodata, box)})`))]),
    ...(dialect.stoppable ? [dialect.stoppable] : []),
  ]
}

/** How many features match, as far as their boxes tell. */
export const countQuery = (scope: RequestScope, query: ItemsQuery): Sql =>
  sql`SELECT count(*) AS "n" ${from(scope, query.table)} WHERE ${and(matching(scope, query))}`

const wktColumn: readonly JsonColumn[] = [{ name: 'wkt', kind: 'text' }]

/** The geometries of which the boxes do not tell whether they lie in those asked for: they cross a border, and are more than a point. */
export function streamDoubtful(scope: RequestScope, query: ItemsQuery): AsyncIterable<SqlValue[][]> {
  const conditions = [
    ...matching(scope, query),
    ...query.boxes.map((box) => sql`NOT ${isWithin(box)}`),
    sql`(b."west" < b."east" OR b."south" < b."north")`,
  ]
  return scope.db.stream(
    sql`SELECT g."geometry" AS "wkt" ${from(scope, query.table)} WHERE ${and(conditions)}`,
    wktColumn,
  )
}

const isWithin = ([west, south, east, north]: Box): Sql =>
  sql`(b."west" >= ${west} AND b."east" <= ${east} AND b."south" >= ${south} AND b."north" <= ${north})`

/** The box around all features of the records that meet the condition; sides are null when there are none. */
export async function selectExtent(
  scope: RequestScope,
  table: Table,
  condition: Condition,
): Promise<Box | undefined> {
  const row = await scope.db.scan.get<Record<'west' | 'south' | 'east' | 'north', number | null>>(
    sql`SELECT min(b."west") AS "west", min(b."south") AS "south", max(b."east") AS "east", max(b."north") AS "north"
      ${from(scope, table)} WHERE ${and(matching(scope, { table, condition, boxes: [] }))}`,
  )
  if (!row || row.west === null || row.south === null || row.east === null || row.north === null)
    return undefined
  return [row.west, row.south, row.east, row.north]
}

/** The first and the last year of the records that meet the condition; null where one has no such end. */
export async function selectYears(
  { db }: RequestScope,
  table: Table,
  condition: Condition,
): Promise<readonly [first: number | null, last: number | null]> {
  const where = [
    compileCondition(condition, 't', { dialect: db.dialect, table }),
    ...(db.dialect.stoppable ? [db.dialect.stoppable] : []),
  ]
  const row = await db.scan.get<{ first: number | null; last: number | null }>(
    sql`SELECT min(t."chrono_from") AS "first", max(t."chrono_to") AS "last" FROM ${id(table.name)} t WHERE ${and(where)}`,
  )
  return [row?.first ?? null, row?.last ?? null]
}
