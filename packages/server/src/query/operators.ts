import type { Operator, OperatorDescription, TakenBy } from '@trowel/contract/model/operators.js'
import type { Table } from '../catalogue/catalogue.js'
import { fold } from '../storage/fold.js'
import { join, keyword, type Sql, sql } from '../storage/sql.js'
import type { ColumnType, Dialect } from '../storage/storage.js'
import { yearSql } from './chronology.js'

export type Scalar = string | number
/** A value as it is compared: already cast to its column. */
export type Operand = Scalar | boolean | readonly Scalar[]

/** The column that a comparison looks at. */
export interface Place {
  readonly alias: string
  /** Undefined for rows that stand in no table. */
  readonly table: Table | undefined
  readonly column: Sql
  readonly type: ColumnType
  readonly dialect: Dialect
}

/** Writes a comparison; `undefined` for an operand of another shape than it takes. */
interface Comparison<Takes extends OperatorDescription['takes']> {
  readonly takes: Takes
  readonly toSql: (place: Place, operand: Operand) => Sql | undefined
}

const isList = (operand: Operand): operand is readonly Scalar[] => Array.isArray(operand)

const one = (toSql: (place: Place, value: Scalar) => Sql): Comparison<'one'> => ({
  takes: 'one',
  toSql: (place, operand) =>
    typeof operand === 'string' || typeof operand === 'number' ? toSql(place, operand) : undefined,
})

const many = (toSql: (place: Place, values: readonly Scalar[]) => Sql): Comparison<'many'> => ({
  takes: 'many',
  toSql: (place, operand) => (isList(operand) ? toSql(place, operand) : undefined),
})

const two = (toSql: (place: Place, low: Scalar, high: Scalar) => Sql): Comparison<'two'> => ({
  takes: 'two',
  toSql(place, operand) {
    const [low, high] = isList(operand) ? operand : []
    return low === undefined || high === undefined ? undefined : toSql(place, low, high)
  },
})

const flag = (toSql: (place: Place, value: boolean) => Sql): Comparison<'flag'> => ({
  takes: 'flag',
  toSql: (place, operand) => (typeof operand === 'boolean' ? toSql(place, operand) : undefined),
})

const column = ({ column }: Place): Sql => column
const text = (place: Place): Sql =>
  place.type === 'TEXT' ? column(place) : place.dialect.asText(column(place), place.type)
/** Numbers as text have no capital letters. */
const folded = (place: Place): Sql =>
  place.type === 'INTEGER' || place.type === 'FLOAT' ? text(place) : place.dialect.fold(text(place))

const contains = (place: Place, value: Scalar): Sql =>
  place.dialect.contains(folded(place), fold(String(value)))
const startsWith = (place: Place, value: Scalar): Sql =>
  place.dialect.startsWith(folded(place), fold(String(value)))
const endsWith = (place: Place, value: Scalar): Sql =>
  place.dialect.endsWith(folded(place), fold(String(value)))
const isNull = (place: Place): Sql => sql`${column(place)} IS NULL`
const isNotNull = (place: Place): Sql => sql`${column(place)} IS NOT NULL`
const isEmpty = (place: Place): Sql =>
  place.type === 'TEXT' ? sql`(${column(place)} IS NULL OR ${column(place)} = '')` : isNull(place)
const isFilled = (place: Place): Sql =>
  place.type === 'TEXT' ? sql`(${column(place)} IS NOT NULL AND ${column(place)} <> '')` : isNotNull(place)

/** What each operator of the filter language is as SQL. */
const comparisons: { readonly [Name in Operator]: Comparison<TakenBy<Name>> } = {
  _icontains: one(contains),
  _eq: one((place, value) => sql`${column(place)} = ${value}`),
  _ncontains: one((place, value) => sql`NOT (${contains(place, value)})`),
  _starts_with: one(startsWith),
  _ends_with: one(endsWith),
  _nstarts_with: one((place, value) => sql`NOT (${startsWith(place, value)})`),
  _nends_with: one((place, value) => sql`NOT (${endsWith(place, value)})`),
  _empty: flag((place, value) => (value ? isEmpty(place) : isFilled(place))),
  _nempty: flag((place, value) => (value ? isFilled(place) : isEmpty(place))),
  _gt: one((place, value) => sql`${column(place)} > ${value}`),
  _lt: one((place, value) => sql`${column(place)} < ${value}`),
  _gte: one((place, value) => sql`${column(place)} >= ${value}`),
  _lte: one((place, value) => sql`${column(place)} <= ${value}`),
  _neq: one((place, value) => sql`${column(place)} <> ${value}`),
  _contains: one((place, value) => place.dialect.contains(text(place), String(value))),
  _in: many((place, values) =>
    values.length === 0 ? keyword('1 = 0') : sql`${column(place)} IN (${join(values)})`,
  ),
  _nin: many((place, values) =>
    values.length === 0 ? keyword('1 = 1') : sql`${column(place)} NOT IN (${join(values)})`,
  ),
  _between: two((place, low, high) => sql`${column(place)} BETWEEN ${low} AND ${high}`),
  _chrono_overlap: two((place, low, high) => {
    const { table, alias, dialect, type } = place
    const from = yearSql(table, 'chrono_from', alias, dialect, type)
    const to = yearSql(table, 'chrono_to', alias, dialect, type)
    return sql`((${from} <= ${high} AND ${to} >= ${low}) OR (${from} IS NULL AND ${to} >= ${low}) OR (${to} IS NULL AND ${from} <= ${high}))`
  }),
  _null: flag((place, value) => (value ? isNull(place) : isNotNull(place))),
  _nnull: flag((place, value) => (value ? isNotNull(place) : isNull(place))),
}

/** A comparison as SQL. @param operand cast to the column, in the shape that the operator takes */
export function comparisonSql(operator: Operator, place: Place, operand: Operand): Sql {
  const written = comparisons[operator].toSql(place, operand)
  if (!written) throw new TypeError(`The operator ${operator} was given a value of another shape.`)
  return written
}
