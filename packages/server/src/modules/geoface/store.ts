import type { Field } from '../../catalogue/catalogue.js'
import { compileCondition } from '../../query/compile.js'
import { addTablesRead } from '../../query/tables-read.js'
import { Remembered } from '../../storage/remembered.js'
import { and, id, join, keyword, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import type { Database, JsonColumn } from '../../storage/storage.js'
import { geometriesIn } from '../geo/places.js'
import { isEverything } from '../records/list-store.js'
import type { FeaturePlan } from './feature-plan.js'

/** One geometry with its record: id of the record, id of the geometry, WKT, then the values of the plan's properties. */
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

const selected = (fields: readonly Field[]): Sql =>
  join([
    sql`t."id" AS "record id", g."id" AS "geo id", g."geometry" AS "geo wkt"`,
    ...fields.map(({ name }, place) => sql`${id('t', name)} AS ${id(`value ${place}`)}`),
  ])

/**
 * Records and their geometries. The order of the tables is the order in which SQLite reads them: out of the spatial index when there
 * is a box, by record otherwise.
 */
function from({ dialect }: Database, { table, box }: FeaturePlan, more?: Sql): Sql {
  const joined = sql`g."table_link" = ${table.name} AND g."id_link" = t."id"`
  if (!box) return sql`${id(table.name)} t CROSS JOIN "sys_geodata" g WHERE ${joined}`
  const hits = sql`(${geometriesIn(dialect, box)}) b CROSS JOIN "sys_geodata" g CROSS JOIN ${id(table.name)} t`
  return sql`${hits} WHERE ${more ? sql`${more} AND ` : keyword('')}g."id" = b.id AND ${joined}`
}

function matching({ dialect }: Database, { table, condition }: FeaturePlan): Sql {
  const where = isEverything(condition) ? [] : [compileCondition(condition, 't', { dialect, table })]
  return and(dialect.stoppable ? [...where, dialect.stoppable] : where)
}

/** The features of a plan, by record and geometry, batch by batch. @param most how many; all of them when absent */
export function streamFeatures(
  db: Database,
  plan: FeaturePlan,
  most: number | undefined,
): AsyncIterable<SqlValue[][]> {
  const fields = fieldsOf(plan)
  const limit = most === undefined ? keyword('') : sql` LIMIT ${most}`
  const query = sql`SELECT ${selected(fields)} FROM ${from(db, plan)} AND ${matching(db, plan)}
    ORDER BY t."id", g."id"${limit}`
  return db.stream(query, columnsOf(fields))
}

const totals = new Remembered<number>(500)

/** How many geometries records of a table have, whoever may see them. */
export const countGeometries = (db: Database, table: string): Promise<number> =>
  totals.get(db, ['sys_geodata'], table, () =>
    count(db, sql`SELECT count(*) AS n FROM "sys_geodata" WHERE "table_link" = ${table}`),
  )

/**
 * How many features of a plan lie in its box, as nearly as it takes to thin them out: where every record counts, geometries of other
 * tables in the same place may be among them.
 */
export function countInBox(db: Database, plan: FeaturePlan): Promise<number> {
  const { box, table, condition } = plan
  if (box && isEverything(condition))
    return count(db, sql`SELECT count(*) AS n FROM (${geometriesIn(db.dialect, box)}) hits`)
  const query = sql`SELECT count(*) AS n FROM ${from(db, plan)} AND ${matching(db, plan)}`
  const tables = addTablesRead(condition, new Set([table.name, 'sys_geodata']))
  return totals.get(db, [...tables], `${query.text.join('?')}\u0000${query.values.join('\u0000')}`, () =>
    count(db, query),
  )
}

async function count(db: Database, query: Sql): Promise<number> {
  return (await db.scan.get<{ n: number }>(query))?.n ?? 0
}

/** The features of a plan, of so many always the one whose id is a multiple, and at most `most`. */
export function streamThinned(
  db: Database,
  plan: FeaturePlan,
  label: Field,
  ofSoMany: number,
  most: number,
): AsyncIterable<SqlValue[][]> {
  const fields = [...fieldsOf(plan), label]
  const thinned = ofSoMany > 1 ? sql`b.id % ${ofSoMany} = 0` : undefined
  const query = sql`SELECT ${selected(fields)} FROM ${from(db, plan, thinned)} AND ${matching(db, plan)}
    ORDER BY g."id" LIMIT ${most}`
  return db.stream(query, columnsOf(fields))
}
