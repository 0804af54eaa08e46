import type { Field, Table } from '../../catalogue/catalogue.js'
import { geometriesIn, geometriesNear, type Near } from '../../geometry/places.js'
import { compileCondition } from '../../query/compile.js'
import { isEverything } from '../../query/condition.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { addTablesRead } from '../../query/tables-read.js'
import { and, id, join, keyword, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Database, Dialect, JsonColumn } from '../../storage/storage.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import type { FeaturePlan } from './feature-plan.js'

/**
 * One geometry with its record: id of the record, id of the geometry, WKT, then the values of the plan's
 * properties.
 */
export type FeatureRow = readonly SqlValue[]

const kinds = { INTEGER: 'number', FLOAT: 'float', TEXT: 'text', TIMESTAMP: 'text' } as const

/** Names that no field can have, and each field once. */
const columnsOf = (fields: readonly Field[]): JsonColumn[] => [
  { name: 'record id', kind: 'number' },
  { name: 'geo id', kind: 'number' },
  { name: 'geo wkt', kind: 'text' },
  ...fields.map(({ dbType }, place) => ({ name: `value ${place}`, kind: kinds[dbType] })),
]

const fieldsOf = ({ properties }: FeaturePlan): Field[] => properties.map(({ field }) => field)

const selected = (fields: readonly Field[], dialect: Dialect): Sql =>
  join([
    sql`t."id" AS "record id", g."id" AS "geo id", g."geometry" AS "geo wkt"`,
    ...fields.map((field, place) => sql`${columnSql(field, 't', dialect)} AS ${id(`value ${place}`)}`),
  ])

/**
 * Records and their geometries. The order of the tables is the order in which SQLite reads them: out of the
 * spatial index when there is a box, by record otherwise.
 */
function from({ table }: FeaturePlan, hits: Sql | undefined): Sql {
  return hits
    ? sql`(${hits}) b CROSS JOIN "sys_geodata" g CROSS JOIN ${id(table.name)} t
        WHERE g."id" = b.id AND ${isOf(table)} AND g."id_link" = t."id"`
    : sql`${id(table.name)} t CROSS JOIN "sys_geodata" g WHERE g."table_link" = ${table.name} AND g."id_link" = t."id"`
}

/** `IS TRUE`: the box alone leads to them, and not an index that would bring all that the table has. */
const isOf = ({ name }: Table): Sql => sql`(g."table_link" = ${name}) IS TRUE`

function matching({ dialect }: Database, { table, condition }: FeaturePlan): Sql {
  const where = isEverything(condition) ? [] : [compileCondition(condition, 't', { dialect, table })]
  return and(dialect.interruptible ? [...where, dialect.interruptible] : where)
}

/**
 * The features of a plan, by record and geometry, batch by batch. @param most how many; all of them when
 * absent
 */
export function streamFeatures(
  db: Database,
  plan: FeaturePlan,
  most: number | undefined,
): AsyncIterable<SqlValue[][]> {
  const fields = fieldsOf(plan)
  const hits = plan.box && geometriesIn(db.dialect, plan.box)
  const limit = most === undefined ? keyword('') : sql` LIMIT ${most}`
  const query = sql`SELECT ${selected(fields, db.dialect)} FROM ${from(plan, hits)} AND ${matching(db, plan)}
    ORDER BY t."id", g."id"${limit}`
  return db.stream(query, columnsOf(fields))
}

/** How many rows are wanted at once, and after how much text no further row comes. */
export interface FeatureLimits {
  readonly most: number
  readonly characters: number
}

/** The first features of a plan at once, which takes less than a stream. */
export const selectFeatures = (
  db: Database,
  plan: FeaturePlan,
  limits: FeatureLimits,
): Promise<FeatureRow[]> =>
  selectLimited(db, plan, fieldsOf(plan), {
    ...limits,
    hits: plan.box && geometriesIn(db.dialect, plan.box),
    order: sql`"record id", "geo id"`,
  })

/** How much text the geometries of these rows have. */
export const textLength = (rows: readonly FeatureRow[]): number =>
  rows.reduce((sum, row) => sum + String(row[2]).length, 0)

async function selectLimited(
  db: Database,
  plan: FeaturePlan,
  fields: readonly Field[],
  { hits, order, most, characters }: FeatureLimits & { readonly hits: Sql | undefined; readonly order: Sql },
): Promise<FeatureRow[]> {
  const columns = columnsOf(fields)
  const names = join(columns.map(({ name }) => id(name)))
  const first = sql`SELECT ${selected(fields, db.dialect)} FROM ${from(plan, hits)} AND ${matching(db, plan)}
    ORDER BY ${order} LIMIT ${most}`
  const before = sql`sum(length("geo wkt")) OVER (ORDER BY ${order}) - length("geo wkt")`
  const rows = await db.scan.all<Record<string, SqlValue>>(sql`
    SELECT ${names} FROM (SELECT ${names}, ${before} AS "text before" FROM (${first}) first_rows) found
    WHERE "text before" <= ${characters} ORDER BY ${order}`)
  return rows.map((row) => columns.map(({ name }) => row[name] ?? null))
}

const totals = new VersionedCache<number>(5000)

/** The highest id of a geometry, of whatever table; 0 when there are none. */
export const lastGeometry = (db: Database): Promise<number> =>
  totals.get(db, ['sys_geodata'], '', () =>
    count(db, sql`SELECT coalesce(max("id"), 0) AS n FROM "sys_geodata"`),
  )

/**
 * How many features of a plan lie near a box.
 *
 * @param most no more are counted
 */
export function countNear(db: Database, plan: FeaturePlan, near: Near, most?: number): Promise<number> {
  const hits = geometriesNear(db.dialect, near)
  const found = isEverything(plan.condition)
    ? sql`(${hits}) b CROSS JOIN "sys_geodata" g WHERE g."id" = b.id AND ${isOf(plan.table)}`
    : sql`${from(plan, hits)} AND ${matching(db, plan)}`
  const query =
    most === undefined
      ? sql`SELECT count(*) AS n FROM ${found}`
      : sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${found} LIMIT ${most}) counted`
  return totals.get(db, tablesRead(plan), JSON.stringify(textsOf(query)), () => count(db, query))
}

/** Every table whose rows decide what the features of a plan are. */
export const tablesRead = ({ table, condition }: FeaturePlan): string[] => [
  ...addTablesRead(condition, new Set([table.name, 'sys_geodata'])),
]

/** What tells one plan of an application from another, its box apart. */
export const keyOf = (db: Database, plan: FeaturePlan): readonly unknown[] => [
  plan.table.name,
  plan.table.idField,
  plan.properties.map(({ key, field }) => [key, field.name]),
  isEverything(plan.condition) ||
    textsOf(compileCondition(plan.condition, 't', { dialect: db.dialect, table: plan.table })),
]

const textsOf = ({ text, values }: Sql): readonly unknown[] => [text, values.map(String)]

async function count(db: Database, query: Sql): Promise<number> {
  return (await db.scan.get<{ n: number }>(query))?.n ?? 0
}

/** Features of a plan near a box, by the id of the geometry; with the value of `label` at the end. */
export const selectNear = (
  db: Database,
  plan: FeaturePlan,
  { near, label }: { readonly near: Near; readonly label: Field },
  limits: FeatureLimits,
): Promise<FeatureRow[]> =>
  selectLimited(db, plan, [...fieldsOf(plan), label], {
    ...limits,
    hits: geometriesNear(db.dialect, near),
    order: sql`"geo id"`,
  })
