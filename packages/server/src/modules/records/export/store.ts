import type { Field } from '../../../catalogue/catalogue.js'
import type { RequestScope } from '../../../http/scope.js'
import { compileCondition } from '../../../query/compile.js'
import { columnSql } from '../../../query/expression/compile-expression.js'
import type { ListPlan } from '../../../records/listing/list-plan.js'
import { columnsSql, jsonColumns, orderOf, rowsOf } from '../../../records/listing/list-store.js'
import type { RowTexts } from '../../../storage/row-texts.js'
import { and, id, or, type Sql, type SqlValue, sql } from '../../../storage/sql.js'
import type { JsonColumn } from '../../../storage/storage.js'

/** Every record of the plan in its order, batch by batch. */
export const streamRecords = ({ db }: RequestScope, plan: ListPlan): AsyncIterable<SqlValue[][]> =>
  db.stream(allRecords(db, plan), jsonColumns(plan.columns))

/** The same as text. */
export const streamTexts = (
  { db }: RequestScope,
  plan: ListPlan,
  texts: RowTexts,
): AsyncIterable<Uint8Array> => db.streamTexts(allRecords(db, plan), jsonColumns(plan.columns), texts)

const allRecords = (db: RequestScope['db'], plan: ListPlan): Sql =>
  sql`SELECT ${columnsSql(plan.columns, db.dialect)} FROM ${rowsOf(plan)}
    WHERE ${matching(db, plan)} ORDER BY ${orderOf(plan, db.dialect)}`

/** Names that no field can have. */
const geometryColumns: readonly JsonColumn[] = [
  { name: 'geo id', kind: 'number' },
  { name: 'geo wkt', kind: 'text' },
]

/**
 * The same, each record as often as it has map features, with the id and the WKT of each at the end; once
 * when it has none.
 */
export function streamWithGeometries({ db }: RequestScope, plan: ListPlan): AsyncIterable<SqlValue[][]> {
  const query = sql`SELECT ${columnsSql(plan.columns, db.dialect)}, g."id" AS "geo id", g."geometry" AS "geo wkt"
    FROM ${rowsOf(plan)}
    LEFT JOIN "sys_geodata" g ON g."table_link" = ${plan.table.name} AND g."id_link" = t."id"
    WHERE ${matching(db, plan)} ORDER BY ${orderOf(plan, db.dialect)}, g."id"`
  return db.stream(query, [...jsonColumns(plan.columns), ...geometryColumns])
}

/**
 * The id and these fields of the records of the plan in which one of them has more than so many characters,
 * by id.
 */
export function streamLongTexts(
  { db }: RequestScope,
  plan: ListPlan,
  fields: readonly Field[],
  characters: number,
): AsyncIterable<SqlValue[][]> {
  const long = or(fields.map((field) => sql`length(${columnSql(field, 't', db.dialect)}) > ${characters}`))
  const query = sql`SELECT t."id", ${columnsSql(fields, db.dialect)} FROM ${id(plan.table.name)} t
    WHERE ${and([matching(db, plan), long])} ORDER BY t."id"`
  return db.stream(query, [{ name: 'id', kind: 'number' }, ...jsonColumns(fields)])
}

function matching({ dialect }: RequestScope['db'], plan: ListPlan): Sql {
  const where = compileCondition(plan.condition, 't', { dialect, table: plan.table })
  return dialect.interruptible ? and([where, dialect.interruptible]) : where
}
