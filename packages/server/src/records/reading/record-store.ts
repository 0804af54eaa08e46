import { type Catalogue, type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { columnSql } from '../../query/expression/compile-expression.js'
import { joinStampsOf, stampsOfRecord } from '../../storage/journal/stamps.js'
import { id, join, keyword, type Sql, type SqlValue, sql } from '../../storage/sql.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { storedColumns } from '../rows/store.js'
import { newestChangeOf } from '../versions/newest-change.js'

/** A stored row: raw values by column. A lookup field `f` has its label under `label:f`. */
export type StoredRow = Readonly<Record<string, SqlValue>>

/** The column under which a lookup field's label comes along. */
export const labelOf = (field: Field): string => `label:${field.name}`

/** Tells whether the row meets the caller's row filter, under this name. */
export const insideFilter = 'inside:filter'

/** The column with the id of the newest change of the record or of its plugin rows; NULL without any. */
export const newestChange = 'newest:change'

/** One record, if the caller may see it, with its stamps and the labels of its lookup fields. */
export function selectRecord(
  scope: RequestScope,
  table: Table,
  recordId: number,
): Promise<StoredRow | undefined> {
  const { filter } = scope.rights.levelsOn(table)
  const { restriction } = scope.rights.visibilityOf(table)
  const { stamps, from } = sourceOf(scope.catalogue)(table)
  const columns = [columnsOf(scope, table), stamps]
  if (filter)
    columns.push(
      sql`CASE WHEN ${compiled(scope, filter, table, 't')} THEN 1 ELSE 0 END AS ${id(insideFilter)}`,
    )
  const visible = restriction ? sql` AND ${compiled(scope, restriction, table, 't')}` : keyword('')
  return scope.db.quick.get<StoredRow>(
    sql`SELECT ${join(columns)} FROM ${from} WHERE t.id = ${recordId}${visible}`,
  )
}

/** The columns that tell who made and changed each record of a table, and what all columns come from. */
const sourceOf = weakMemoize((catalogue: Catalogue) =>
  weakMemoize((table: Table): { readonly stamps: Sql; readonly from: Sql } => {
    const newest = sql`(${newestChangeOf(catalogue, table, id('t', 'id'))}) AS ${id(newestChange)}`
    const creator = table.fields.has('creator') ? id('t', 'creator') : keyword('NULL')
    return {
      stamps: join([stampsOfRecord(), newest]),
      from: sql`${id(table.name)} t ${joinStampsOf(table.name, creator)}`,
    }
  }),
)

/** The rows that a plugin table has for one record, in their own order. */
export function selectPluginRows(scope: RequestScope, plugin: Table, recordId: number): Promise<StoredRow[]> {
  const order = plugin.fields.has('sort') ? keyword('t.sort ASC NULLS LAST, t.id') : keyword('t.id')
  return scope.db.quick.all<StoredRow>(
    sql`SELECT ${columnsOf(scope, plugin)} FROM ${id(plugin.name)} t WHERE t.id_link = ${recordId} ORDER BY ${order}`,
  )
}

function columnsOf(scope: RequestScope, table: Table): Sql {
  const { dialect } = scope.db
  const fields = [...table.fields.values()]
  const lookups = fields.filter((field) => field.idFromTable !== undefined)
  const computed = fields.filter((field) => field.computed !== undefined)
  const plain = storedColumns(table)
  if (lookups.length === 0 && computed.length === 0) return plain
  const labels = lookups.map((field) => sql`${lookupLabel(scope, field)} AS ${id(labelOf(field))}`)
  const values = computed.map((field) => sql`${columnSql(field, 't', dialect)} AS ${id(field.name)}`)
  return join([plain, ...values, ...labels])
}

/** What the referenced record is called, or NULL when the caller may not read it. */
function lookupLabel(scope: RequestScope, field: Field): Sql {
  const target = field.idFromTable === undefined ? undefined : scope.catalogue.tables.get(field.idFromTable)
  if (!target) return keyword('NULL')
  const { readable, restriction } = scope.rights.visibilityOf(target)
  if (!readable) return keyword('NULL')
  const label = fieldOf(target, target.idField)
  const alias = 'looked_up'
  const visible = restriction ? sql` AND ${compiled(scope, restriction, target, alias)}` : keyword('')
  const text = scope.db.dialect.asText(id(alias, label.name), label.dbType)
  return sql`(SELECT ${text} FROM ${id(target.name)} ${keyword(alias)}
    WHERE ${keyword(alias)}.id = ${id('t', field.name)}${visible})`
}

function compiled(scope: RequestScope, condition: Condition, table: Table, alias: string): Sql {
  return compileCondition(condition, alias, { dialect: scope.db.dialect, table })
}

/** How many records of `target` meet one of the conditions, of those that the caller may see. */
export async function countLinked(
  scope: RequestScope,
  target: Table,
  conditions: readonly Sql[],
): Promise<number> {
  const { restriction } = scope.rights.visibilityOf(target)
  const visible = restriction ? sql` AND ${compiled(scope, restriction, target, 't')}` : keyword('')
  const row = await scope.db.quick.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${id(target.name)} t WHERE (${join(conditions, ' OR ')})${visible}`,
  )
  return row?.n ?? 0
}

/**
 * The records of `target` that reach this record through rows of their plugin table, at most `limit` of them,
 * by label.
 */
export async function selectBacklinked(
  scope: RequestScope,
  target: Table,
  reached: Sql,
  limit: number,
): Promise<{ total: number; data: { id: number; label: string | number | null }[] }> {
  const { restriction } = scope.rights.visibilityOf(target)
  const visible = restriction ? sql` AND ${compiled(scope, restriction, target, 't')}` : keyword('')
  const where = sql`${reached}${visible}`
  const total = await scope.db.quick.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${id(target.name)} t WHERE ${where}`,
  )
  if (!total?.n) return { total: 0, data: [] }
  const label = id('t', target.idField)
  const data = await scope.db.quick.all<{ id: number; label: string | number | null }>(
    sql`SELECT t.id AS id, ${label} AS label FROM ${id(target.name)} t WHERE ${where}
      ORDER BY ${label} ASC NULLS LAST, t.id LIMIT ${limit}`,
  )
  return { total: total.n, data }
}
