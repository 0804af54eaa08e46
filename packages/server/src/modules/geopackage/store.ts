import type { Table } from '../../catalogue/catalogue.js'
import { type GisColumn, gisValue } from '../../geometry/gis-columns.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { and, id, join, type Sql, sql } from '../../storage/sql.js'

/**
 * Which records come along: those that meet the condition and, of a plugin table, hang from a record that
 * does.
 */
export interface Chosen {
  readonly table: Table
  readonly condition: Condition
  readonly parent: { readonly table: Table; readonly condition: Condition } | undefined
}

/**
 * The chosen records in the order of their ids; with map data, each as often as it has geometries, their ids
 * and WKT at the end.
 */
export function packageQuery(scope: RequestScope, chosen: Chosen, columns: readonly GisColumn[]): Sql {
  const { table } = chosen
  const values = join(columns.map((column, k) => sql`${gisValue(scope, column, 't')} AS ${id(`c${k}`)}`))
  const records = sql`FROM ${id(table.name)} t`
  if (!table.hasGeodata)
    return sql`SELECT ${values} ${records} WHERE ${matching(scope, chosen)} ORDER BY t."id"`
  return sql`SELECT ${values}, g."id" AS "geo_id", g."geometry" AS "wkt" ${records}
    LEFT JOIN "sys_geodata" g ON g."table_link" = ${table.name} AND g."id_link" = t."id"
    WHERE ${matching(scope, chosen)} ORDER BY t."id", g."id"`
}

function matching({ db: { dialect } }: RequestScope, { table, condition, parent }: Chosen): Sql {
  const conditions = [compileCondition(condition, 't', { dialect, table })]
  if (parent) {
    const met = compileCondition(parent.condition, 'p', { dialect, table: parent.table })
    conditions.push(sql`t."id_link" IN (SELECT p."id" FROM ${id(parent.table.name)} p WHERE ${met})`)
  }
  if (dialect.interruptible) conditions.push(dialect.interruptible)
  return and(conditions)
}
