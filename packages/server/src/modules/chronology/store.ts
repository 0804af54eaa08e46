import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { yearSql } from '../../query/chronology.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { andVisible } from '../../records/rows/row-access.js'
import { and, id, join, keyword, or, type Sql, type SqlValue, sql } from '../../storage/sql.js'

/** A record with its dating, as it is stored. */
export interface DatedRow {
  readonly id: number
  readonly label: string | null
  readonly chrono_from: number | null
  readonly chrono_to: number | null
  readonly chrono_label: string | null
  readonly chrono_certainty: string | number | null
  readonly chrono_period: string | null
}

/** From where to where records are wanted; `undefined` for open ends. */
export interface Years {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** A way from one table to the records of the table before it: `column` holds what they have in `target`. */
export interface Hop {
  readonly table: Table
  readonly ways: readonly { readonly column: string; readonly target: string }[]
}

/**
 * The dated records of a table that meet a condition and may lie in the span, by their first year, those
 * without one last.
 */
export const selectTimeline = (
  scope: RequestScope,
  table: Table,
  { from, to }: Years,
  asked: Condition | undefined,
  limit: number,
): Promise<DatedRow[]> => {
  const [begins, ends] = bounds(scope, table)
  const met = [sql`(${begins} IS NOT NULL OR ${ends} IS NOT NULL)`]
  if (from !== undefined) met.push(sql`(${ends} IS NULL OR ${ends} >= ${from})`)
  if (to !== undefined) met.push(sql`(${begins} IS NULL OR ${begins} <= ${to})`)
  if (asked) met.push(compileCondition(asked, 't', { dialect: scope.db.dialect, table }))
  return selectDated(scope, table, and(met), limit)
}

/** The dated records that have `value` in a column. */
export const selectDatedBy = (
  scope: RequestScope,
  table: Table,
  column: string,
  value: SqlValue,
  limit: number,
): Promise<DatedRow[]> => {
  const [begins, ends] = bounds(scope, table)
  const met = sql`${id('t', column)} = ${value} AND (${begins} IS NOT NULL OR ${ends} IS NOT NULL)`
  return selectDated(scope, table, met, limit)
}

/**
 * The records of the last table that a path reaches from one record, dated or not. Records that the caller
 * may not see lead nowhere.
 *
 * @param hops one at least, the first leads to `root`
 */
export function selectReached(
  scope: RequestScope,
  root: Table,
  recordId: number,
  hops: readonly Hop[],
  limit: number,
): Promise<DatedRow[]> {
  const last = hops.at(-1)
  if (!last) return Promise.resolve([])
  return selectDated(scope, last.table, reached(scope, root, recordId, hops, 't'), limit)
}

/** Does the row under `alias` of the last hop lead to the record? */
function reached(
  scope: RequestScope,
  root: Table,
  recordId: number,
  hops: readonly Hop[],
  alias: string,
): Sql {
  const hop = hops.at(-1)
  if (!hop) return sql`${id(alias, 'id')} = ${recordId}`
  const before = hops.slice(0, -1)
  const previous = before.at(-1)?.table ?? root
  const outer = `h${before.length}`
  return or(
    hop.ways.map(({ column, target }) => {
      const [inner, own] = joined(
        scope,
        [fieldOf(previous, target), outer],
        [fieldOf(hop.table, column), alias],
      )
      return sql`${own} IN (SELECT ${inner} FROM ${id(previous.name)} ${id(outer)}
        WHERE ${reached(scope, root, recordId, before, outer)}${andVisible(scope, previous, outer)})`
    }),
  )
}

/** Two columns so that they can be compared: those of different types as people read them. */
function joined(
  { db }: RequestScope,
  one: readonly [field: Field, alias: string],
  other: readonly [field: Field, alias: string],
): readonly [Sql, Sql] {
  const isPlain = one[0].dbType === other[0].dbType
  const compared = ([field, alias]: readonly [Field, string]): Sql =>
    isPlain ? id(alias, field.name) : db.dialect.asText(id(alias, field.name), field.dbType)
  return [compared(one), compared(other)]
}

/** First and last year as numbers, whatever their columns are. */
const bounds = ({ db }: RequestScope, table: Table): readonly [from: Sql, to: Sql] => [
  yearSql(table, 'chrono_from', 't', db.dialect),
  yearSql(table, 'chrono_to', 't', db.dialect),
]

function selectDated(scope: RequestScope, table: Table, met: Sql, limit: number): Promise<DatedRow[]> {
  const { db } = scope
  const [begins, ends] = bounds(scope, table)
  const conditions = db.dialect.interruptible ? and([met, db.dialect.interruptible]) : met
  const rest = ['chrono_label', 'chrono_certainty', 'chrono_period'].map((name) =>
    table.fields.has(name) ? id('t', name) : sql`NULL AS ${id(name)}`,
  )
  return db.scan.all(
    sql`SELECT t."id", ${displayed(scope, table)} AS "label", ${begins} AS "chrono_from", ${ends} AS "chrono_to", ${join(rest)}
      FROM ${id(table.name)} t WHERE ${conditions}${andVisible(scope, table)}
      ORDER BY ${begins} ASC NULLS LAST, t."id" LIMIT ${limit}`,
  )
}

/**
 * The first field of the preview as people read it; of a record that it names what that one is called, if the
 * caller may read it.
 */
function displayed(scope: RequestScope, table: Table): Sql {
  const field = table.fields.get(table.preview[0] ?? 'id')
  if (!field) return keyword('NULL')
  const target = field.idFromTable === undefined ? undefined : scope.catalogue.tables.get(field.idFromTable)
  const { asText } = scope.db.dialect
  if (!target) return asText(columnSql(field, 't', scope.db.dialect), field.dbType)
  if (!scope.rights.visibilityOf(target).readable) return keyword('NULL')
  const name = fieldOf(target, target.idField)
  return sql`(SELECT ${asText(id('named', name.name), name.dbType)} FROM ${id(target.name)} "named"
    WHERE ${id('named', 'id')} = ${id('t', field.name)}${andVisible(scope, target, 'named')})`
}

/** What a record has in some of its columns. */
export const selectColumns = (
  { db }: RequestScope,
  table: Table,
  recordId: number,
  columns: readonly string[],
): Promise<Readonly<Record<string, SqlValue>> | undefined> =>
  db.quick.get(
    sql`SELECT ${join(columns.map((name) => id('t', name)))} FROM ${id(table.name)} t WHERE t."id" = ${recordId}`,
  )
