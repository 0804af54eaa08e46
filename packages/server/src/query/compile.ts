import type { Table } from '../catalogue/catalogue.js'
import { fold } from '../storage/fold.js'
import { and, id, or, type Sql, sql } from '../storage/sql.js'
import type { Dialect } from '../storage/storage.js'
import { comparedTime, comparedUser } from './column.js'
import type { Condition } from './condition.js'
import { columnSql, compileExpression } from './expression/compile-expression.js'
import { comparisonSql, type Scalar } from './operators.js'

export interface CompileContext {
  readonly dialect: Dialect
  /**
   * The table whose rows are asked, where a text index may answer; undefined for rows that stand in no table.
   */
  readonly table: Table | undefined
}

type Compare = Extract<Condition, { kind: 'compare' }>
type Related = Extract<Condition, { kind: 'related' }>
type Search = Extract<Condition, { kind: 'search' }>

/** Where a condition is compiled: the row's alias, and how many rows of other tables stand around it. */
interface Row {
  readonly alias: string
  readonly depth: number
  /** The table of the rows; undefined for those that stand in none. */
  readonly table: Table | undefined
  /** Are the lists of a row filter, which a statement may repeat many times, bound as one value each? */
  readonly bindsLists?: boolean
}

/**
 * The condition as SQL that can stand in a WHERE. It may be NULL where the condition is neither met nor
 * missed.
 *
 * @param alias the name under which the statement has `context.table`; names `r1`, `r2` … are taken by the
 *   condition
 */
export function compileCondition(condition: Condition, alias: string, context: CompileContext): Sql {
  return compile(condition, { alias, depth: 0, table: context.table }, context.dialect)
}

function compile(condition: Condition, row: Row, dialect: Dialect): Sql {
  switch (condition.kind) {
    case 'and':
      return and(condition.of.map((part) => compile(part, row, dialect)))
    case 'or':
      return or(condition.of.map((part) => compile(part, row, dialect)))
    case 'unless':
      return sql`NOT COALESCE((${compile(condition.of, row, dialect)}), FALSE)`
    case 'compare':
      return compileCompare(condition, row, dialect)
    case 'related':
      return compileRelated(condition, row, dialect)
    case 'search':
      return compileSearch(condition, row, dialect)
    case 'expression':
      return compileExpression(condition.test, row.alias, dialect)
    case 'label':
      return sql`${lookupLabel(condition, id(row.alias, condition.field.name), dialect)} = ${condition.label}`
  }
}

function compileCompare(condition: Compare, row: Row, dialect: Dialect): Sql {
  const { field, operator, value } = condition
  const indexed = indexedTable(row)
  if (indexed) {
    const found = indexedText(condition, indexed, dialect)
    if (found) return sql`${id(row.alias, 'id')} IN (${found})`
  }
  const compared = (column: Sql): Sql => {
    if (row.bindsLists && Array.isArray(value) && (operator === '_in' || operator === '_nin')) {
      const met = dialect.isOneOf(column, field.dbType, value as readonly Scalar[])
      return operator === '_in' ? met : sql`NOT ${met}`
    }
    const place = { alias: row.alias, table: row.table, column, type: field.dbType, dialect }
    const met = comparisonSql(operator, place, value)
    const prefix = field.hasPrefixIndex ? dialect.indexPrefix : undefined
    if (!prefix || operator !== '_eq' || typeof value !== 'string') return met
    return sql`(${prefix(column)} = ${prefix(sql`${value}`)} AND ${met})`
  }
  const column = columnSql(field, row.alias, dialect)
  return (
    comparedTime(field, operator, value, row.alias, column) ??
    comparedUser(field, operator, row.alias, compared) ??
    compared(column)
  )
}

/** The table of a text index that may answer; only for rows that are not reached through other rows. */
const indexedTable = ({ table, depth }: Row): Table | undefined => (depth === 0 ? table : undefined)

function compileRelated(condition: Related, row: Row, dialect: Dialect): Sql {
  const { table, joint, where, restriction } = condition
  const depth = row.depth + 1
  const inner: Row = { alias: `r${depth}`, depth, table }
  const parts = [sql`${id(inner.alias, joint.targetColumn)} = ${id(row.alias, joint.column)}`]
  parts.push(compile(where, inner, dialect))
  if (restriction) parts.push(compile(restriction, { ...inner, bindsLists: true }, dialect))
  if (dialect.interruptible) parts.push(dialect.interruptible)
  return sql`EXISTS (SELECT 1 FROM ${id(table.name)} AS ${id(inner.alias)} WHERE ${and(parts)})`
}

function compileSearch({ columns, text }: Search, row: Row, dialect: Dialect): Sql {
  const folded = fold(text)
  const indexed = indexedTable(row)
  const found = indexed && columns.length > 0 && dialect.textSearch(indexed.name, columns, folded)
  if (found) return sql`${id(row.alias, 'id')} IN (${found})`
  return or(columns.map((column) => dialect.contains(dialect.fold(id(row.alias, column)), folded)))
}

/**
 * The label of the record whose id is `recordId`, or the id where the label is empty; NULL where
 * `restriction` does not leave the record.
 */
export function lookupLabel(
  { table, restriction }: { readonly table: Table; readonly restriction: Condition | undefined },
  recordId: Sql,
  dialect: Dialect,
): Sql {
  const conditions = [sql`l."id" = ${recordId}`]
  if (restriction)
    conditions.push(compile(restriction, { alias: 'l', depth: 0, table, bindsLists: true }, dialect))
  const idText = dialect.asText(sql`l."id"`, 'INTEGER')
  const type = table.fields.get(table.idField)?.dbType ?? 'INTEGER'
  const name = type === 'TEXT' ? id('l', table.idField) : dialect.asText(id('l', table.idField), type)
  return sql`(SELECT COALESCE(NULLIF(${name}, ''), ${idText}) FROM ${id(table.name)} l WHERE ${and(conditions)})`
}

/** Ids out of the text index for a comparison that it can answer. */
function indexedText({ field, operator, value }: Compare, table: Table, dialect: Dialect): Sql | undefined {
  if (
    field.stamp ||
    field.computed ||
    operator !== '_icontains' ||
    field.dbType !== 'TEXT' ||
    typeof value !== 'string'
  )
    return undefined
  return dialect.textSearch(table.name, [field.name], fold(value))
}

/** The columns of its own row that a condition looks at. */
export function columnsOf(condition: Condition): string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...new Set(condition.of.flatMap(columnsOf))]
    case 'unless':
      return columnsOf(condition.of)
    case 'compare':
    case 'label':
      return [condition.field.name]
    case 'related':
      return [condition.joint.column]
    case 'search':
      return [...condition.columns]
    case 'expression':
      throw new TypeError('An expression does not tell its columns.')
  }
}

/**
 * When the whole condition is one search that a text index answers: the query of ids (one column `id`), so
 * that a listing can page straight out of the index. `undefined` otherwise.
 */
export function textSearchOf(condition: Condition, table: Table, dialect: Dialect): Sql | undefined {
  const only = single(condition)
  if (only.kind === 'search' && only.columns.length > 0) {
    return dialect.textSearch(table.name, only.columns, fold(only.text))
  }
  if (only.kind === 'compare') return indexedText(only, table, dialect)
  return undefined
}

/** A group of one is that one. */
function single(condition: Condition): Condition {
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition
  const [first, ...others] = condition.of
  return first && others.length === 0 ? single(first) : condition
}

/**
 * The columns that a condition fixes, when it is nothing but equalities with the table's own columns, joined
 * by AND; `undefined` otherwise. Tells whether an index answers the whole condition.
 */
export function equalityColumns(condition: Condition): string[] | undefined {
  if (condition.kind === 'compare') {
    const { operator, field } = condition
    return operator === '_eq' && !field.stamp && !field.computed ? [field.name] : undefined
  }
  if (condition.kind !== 'and') return undefined
  const columns = new Set<string>()
  for (const part of condition.of) {
    const found = equalityColumns(part)
    if (!found) return undefined
    for (const column of found) columns.add(column)
  }
  return [...columns]
}
