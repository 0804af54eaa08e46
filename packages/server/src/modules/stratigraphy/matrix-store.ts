import type { Field, Table } from '../../catalogue/catalogue.js'
import { fieldOf } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import { yearSql } from '../../query/chronology.js'
import { compileCondition } from '../../query/compile.js'
import type { Condition } from '../../query/condition.js'
import { labelColumn } from '../../records/rows/record-label.js'
import { and, id, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Dialect, JsonColumn } from '../../storage/storage.js'

/** A query and the columns it selects, for rows that are read as JSON. */
export interface JsonQuery {
  readonly query: Sql
  readonly columns: readonly JsonColumn[]
}

const kinds = { INTEGER: 'number', FLOAT: 'float', TEXT: 'text', TIMESTAMP: 'text' } as const
const kindOf = (field: Field) => kinds[field.dbType]

/** The dating of a unit: what each column is called, and what it holds. */
function chronoColumns(table: Table, dialect: Dialect): (JsonColumn & { readonly value: Sql })[] {
  const year = (name: 'chrono_from' | 'chrono_to'): Sql => yearSql(table, name, 't', dialect)
  const certainty = fieldOf(table, 'chrono_certainty')
  return [
    { name: 'from', value: year('chrono_from'), kind: 'number' },
    { name: 'to', value: year('chrono_to'), kind: 'number' },
    { name: 'dateLabel', value: id('t', 'chrono_label'), kind: 'text' },
    { name: 'certainty', value: id('t', certainty.name), kind: kindOf(certainty) },
  ]
}

/**
 * The units of a matrix: those that meet `asked`, and the other ends of their relations; without `asked`
 * every unit.
 * @param visible which units the caller sees
 */
export function unitsQuery(
  scope: RequestScope,
  table: Table,
  asked: Condition | undefined,
  visible: Condition,
): JsonQuery {
  const { dialect } = scope.db
  const chrono = table.hasFuzzyDate ? chronoColumns(table, dialect) : []
  const dates = chrono.map(({ name, value }) => sql`, ${value} AS ${id(name)}`)
  const select = (inFilter: Sql): Sql =>
    [
      sql`SELECT t."id" AS "id", ${labelColumn(table, 't')} AS "label", ${inFilter} AS "inFilter"`,
      ...dates,
      sql` FROM ${id(table.name)} t WHERE ${conditionOf(table, visible, dialect)}`,
    ].reduce((whole, piece) => sql`${whole}${piece}`)
  const columns = [
    { name: 'id', kind: 'number' },
    { name: 'label', kind: kindOf(fieldOf(table, table.idField)) },
    { name: 'inFilter', kind: 'number' },
    ...chrono.map(({ name, kind }) => ({ name, kind })),
  ] as const
  if (!asked) return { query: sql`${select(keyword('1'))} ORDER BY t."id"`, columns }
  const query = sql`WITH ${foundUnits(table, asked, visible, dialect)}
    ${select(sql`CASE WHEN t."id" IN (SELECT "id" FROM "found") THEN 1 ELSE 0 END`)}
      AND (t."id" IN (SELECT "id" FROM "found")
        OR t."id" IN (SELECT r."second" FROM "sys_rs" r
          WHERE r."tb" = ${table.name} AND r."first" IN (SELECT "id" FROM "found"))
        OR t."id" IN (SELECT r."first" FROM "sys_rs" r
          WHERE r."tb" = ${table.name} AND r."second" IN (SELECT "id" FROM "found")))
    ORDER BY t."id"`
  return { query, columns }
}

const relationColumns = (['id', 'first', 'second', 'relation'] as const).map((name) => ({
  name,
  kind: 'number' as const,
}))

/**
 * The relations with at least one end among the units that were asked for; whether their ends are visible is
 * not looked at.
 */
export function relationsQuery(
  scope: RequestScope,
  table: Table,
  asked: Condition | undefined,
  visible: Condition,
): JsonQuery {
  const { dialect } = scope.db
  const ofTable = sql`SELECT r."id" AS "id", r."first" AS "first", r."second" AS "second", r."relation" AS "relation"
    FROM "sys_rs" r WHERE r."tb" = ${table.name}${dialect.interruptible ? sql` AND ${dialect.interruptible}` : keyword('')}`
  if (!asked) return { query: sql`${ofTable} ORDER BY r."id"`, columns: relationColumns }
  const query = sql`WITH ${foundUnits(table, asked, visible, dialect)}
    ${ofTable}
      AND (r."first" IN (SELECT "id" FROM "found") OR r."second" IN (SELECT "id" FROM "found"))
    ORDER BY r."id"`
  return { query, columns: relationColumns }
}

const foundUnits = (table: Table, asked: Condition, visible: Condition, dialect: Dialect): Sql =>
  sql`"found" AS (SELECT t."id" FROM ${id(table.name)} t
    WHERE ${conditionOf(table, { kind: 'and', of: [asked, visible] }, dialect)})`

function conditionOf(table: Table, condition: Condition, dialect: Dialect): Sql {
  const met = compileCondition(condition, 't', { dialect, table })
  return and(dialect.interruptible ? [met, dialect.interruptible] : [met])
}
