import { fold } from '../storage/fold.js'
import { id, join, keyword, type Sql, sql } from '../storage/sql.js'
import type { ColumnType, Dialect } from '../storage/storage.js'

export type Scalar = string | number
/** A value as it is compared: already cast to its column. */
export type Operand = Scalar | boolean | readonly Scalar[]

/** The column that a comparison looks at. */
export interface Place {
  readonly alias: string
  readonly name: string
  readonly type: ColumnType
  readonly dialect: Dialect
}

interface Shared {
  /** What it asks of a value, for people: `docs/api/filters.md` has the same words. */
  readonly meaning: string
  /** The key by which search forms name it; absent where they do not offer it. */
  readonly searchKey?: string
  /** May it stand in the row filter of a person's privileges? */
  readonly inRowFilter: boolean
}

interface TakesOne extends Shared {
  readonly takes: 'one'
  /**
   * `column`: the value is cast to the column's type; `text`: it is a text, compared with the text form of
   * the column.
   */
  readonly comparedAs: 'column' | 'text'
  readonly toSql: (place: Place, value: Scalar) => Sql
}

interface TakesMany extends Shared {
  readonly takes: 'many'
  readonly comparedAs: 'column'
  readonly toSql: (place: Place, values: readonly Scalar[]) => Sql
}

interface TakesTwo extends Shared {
  readonly takes: 'two'
  readonly comparedAs: 'column'
  /** The one column it works on; absent: on every column. */
  readonly onlyOn?: string
  readonly toSql: (place: Place, low: Scalar, high: Scalar) => Sql
}

interface TakesFlag extends Shared {
  readonly takes: 'flag'
  /** What an empty text stands for: `filter[notes][_empty]=` asks for the empty ones. */
  readonly emptyText: boolean
  readonly toSql: (place: Place, value: boolean) => Sql
}

export type OperatorEntry = TakesOne | TakesMany | TakesTwo | TakesFlag

const column = ({ alias, name }: Place): Sql => id(alias, name)
const text = (place: Place): Sql =>
  place.type === 'TEXT' ? column(place) : place.dialect.asText(column(place), place.type)
/** Numbers as text have no capital letters. */
const folded = (place: Place): Sql =>
  place.type === 'INTEGER' || place.type === 'FLOAT' ? text(place) : place.dialect.fold(text(place))

/**
 * Every operator of the filter language. NULL meets no comparison, neither a positive nor a negative one;
 * only the last four see it. Those with a `searchKey` stand in the order in which search forms list them.
 */
export const operators = {
  _icontains: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'contains, ignoring case',
    searchKey: 'contains',
    inRowFilter: true,
    toSql: (place, value) => place.dialect.contains(folded(place), fold(String(value))),
  },
  _eq: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is equal; texts must agree in case too',
    searchKey: 'is_exactly',
    inRowFilter: true,
    toSql: (place, value) => sql`${column(place)} = ${value}`,
  },
  _ncontains: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'does not contain, ignoring case',
    searchKey: 'doesnt_contain',
    inRowFilter: true,
    toSql: (place, value) => sql`NOT (${place.dialect.contains(folded(place), fold(String(value)))})`,
  },
  _starts_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'begins with, ignoring case',
    searchKey: 'starts_with',
    inRowFilter: true,
    toSql: (place, value) => place.dialect.startsWith(folded(place), fold(String(value))),
  },
  _ends_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'ends with, ignoring case',
    searchKey: 'ends_with',
    inRowFilter: true,
    toSql: (place, value) => place.dialect.endsWith(folded(place), fold(String(value))),
  },
  _nstarts_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'does not begin with, ignoring case',
    searchKey: 'not_starts_with',
    inRowFilter: false,
    toSql: (place, value) => sql`NOT (${place.dialect.startsWith(folded(place), fold(String(value)))})`,
  },
  _nends_with: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'does not end with, ignoring case',
    searchKey: 'not_ends_with',
    inRowFilter: false,
    toSql: (place, value) => sql`NOT (${place.dialect.endsWith(folded(place), fold(String(value)))})`,
  },
  _empty: {
    takes: 'flag',
    emptyText: true,
    meaning: 'has no value, or an empty text',
    searchKey: 'is_empty',
    inRowFilter: true,
    toSql: (place, value) => (value ? isEmpty(place) : isFilled(place)),
  },
  _nempty: {
    takes: 'flag',
    emptyText: true,
    meaning: 'has a value that is not an empty text',
    searchKey: 'is_not_empty',
    inRowFilter: true,
    toSql: (place, value) => (value ? isFilled(place) : isEmpty(place)),
  },
  _gt: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is greater, or later',
    searchKey: 'bigger',
    inRowFilter: true,
    toSql: (place, value) => sql`${column(place)} > ${value}`,
  },
  _lt: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is smaller, or earlier',
    searchKey: 'smaller',
    inRowFilter: true,
    toSql: (place, value) => sql`${column(place)} < ${value}`,
  },
  _gte: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is greater or equal',
    inRowFilter: true,
    toSql: (place, value) => sql`${column(place)} >= ${value}`,
  },
  _lte: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is smaller or equal',
    inRowFilter: true,
    toSql: (place, value) => sql`${column(place)} <= ${value}`,
  },
  _neq: {
    takes: 'one',
    comparedAs: 'column',
    meaning: 'is different',
    inRowFilter: true,
    toSql: (place, value) => sql`${column(place)} <> ${value}`,
  },
  _contains: {
    takes: 'one',
    comparedAs: 'text',
    meaning: 'contains, case counts',
    inRowFilter: false,
    toSql: (place, value) => place.dialect.contains(text(place), String(value)),
  },
  _in: {
    takes: 'many',
    comparedAs: 'column',
    meaning: 'is one of the list; an empty list matches nothing',
    inRowFilter: true,
    toSql: (place, values) =>
      values.length === 0 ? keyword('1 = 0') : sql`${column(place)} IN (${join(values)})`,
  },
  _nin: {
    takes: 'many',
    comparedAs: 'column',
    meaning: 'is none of the list; an empty list matches everything',
    inRowFilter: true,
    toSql: (place, values) =>
      values.length === 0 ? keyword('1 = 1') : sql`${column(place)} NOT IN (${join(values)})`,
  },
  _between: {
    takes: 'two',
    comparedAs: 'column',
    meaning: 'lies between the two, both included',
    inRowFilter: true,
    toSql: (place, low, high) => sql`${column(place)} BETWEEN ${low} AND ${high}`,
  },
  _chrono_overlap: {
    takes: 'two',
    comparedAs: 'column',
    onlyOn: 'chrono_from',
    meaning: 'the dating shares at least one year with the span; only on `chrono_from`',
    inRowFilter: false,
    toSql: (place, low, high) => {
      const from = column(place)
      const to = id(place.alias, 'chrono_to')
      return sql`((${from} <= ${high} AND ${to} >= ${low}) OR (${from} IS NULL AND ${to} >= ${low}) OR (${to} IS NULL AND ${from} <= ${high}))`
    },
  },
  _null: {
    takes: 'flag',
    emptyText: false,
    meaning: 'has no value',
    inRowFilter: true,
    toSql: (place, value) => (value ? sql`${column(place)} IS NULL` : sql`${column(place)} IS NOT NULL`),
  },
  _nnull: {
    takes: 'flag',
    emptyText: false,
    meaning: 'has a value, be it an empty text',
    inRowFilter: true,
    toSql: (place, value) => (value ? sql`${column(place)} IS NOT NULL` : sql`${column(place)} IS NULL`),
  },
} as const satisfies Record<string, OperatorEntry>

function isEmpty(place: Place): Sql {
  return place.type === 'TEXT'
    ? sql`(${column(place)} IS NULL OR ${column(place)} = '')`
    : sql`${column(place)} IS NULL`
}

function isFilled(place: Place): Sql {
  return place.type === 'TEXT'
    ? sql`(${column(place)} IS NOT NULL AND ${column(place)} <> '')`
    : sql`${column(place)} IS NOT NULL`
}

export type Operator = keyof typeof operators

export const isOperator = (name: string): name is Operator => Object.hasOwn(operators, name)

/** The operator's entry, whatever it takes. */
export const operatorEntry = (operator: Operator): OperatorEntry => operators[operator]

/** What search forms offer, in their order. */
export const searchOperators: readonly { readonly value: Operator; readonly key: string }[] = Object.entries(
  operators as Record<string, OperatorEntry>,
).flatMap(([value, { searchKey }]) =>
  searchKey === undefined ? [] : [{ value: value as Operator, key: searchKey }],
)
