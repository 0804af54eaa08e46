import {
  type Arithmetic,
  type Comparison,
  type ExpertValue,
  isNumber,
  type NamedField,
  type Test,
} from '../../catalogue/expression/tree.js'
import { fold } from '../../storage/fold.js'
import { stampSql } from '../../storage/journal/stamps.js'
import { and, id, join, keyword, or, type Sql, sql } from '../../storage/sql.js'
import type { Dialect } from '../../storage/storage.js'

/** The expression as SQL. Like every condition it may be NULL. */
export function compileExpression(test: Test, alias: string, dialect: Dialect): Sql {
  return new ExpressionCompiler(alias, dialect).test(test)
}

/** What a field holds in the row of this alias, or what its formula comes to there. */
export function columnSql(field: NamedField, alias: string, dialect: Dialect): Sql {
  if (field.computed) return compileFormula(field.computed, alias, dialect)
  return field.stamp ? stampSql(field.stamp, alias, dialect) : id(alias, field.name)
}

/**
 * What a formula comes to in a row: a fraction, or a text that is ordered like that of a column; NULL for
 * nothing.
 */
function compileFormula(value: ExpertValue, alias: string, dialect: Dialect): Sql {
  const compiler = new ExpressionCompiler(alias, dialect)
  if (isNumber(value)) return compiler.number(value)
  return dialect.cast(sql`NULLIF(${compiler.text(value)}, '')`, 'text')
}

/**
 * Beyond these a result might not fit into a number, which one engine answers with an error. Such results are
 * NULL.
 */
const maxSize = 1e150
const minSize = 1e-150
const maxNumber = keyword('CAST(1e150 AS DOUBLE PRECISION)')
const minNumber = keyword('CAST(1e-150 AS DOUBLE PRECISION)')

/** The longest text that is taken as a pattern, in characters: one engine knows a limit. */
const maxPatternLength = 4000

const noNumber = keyword('CAST(NULL AS DOUBLE PRECISION)')

/**
 * Types are decided here, never by an engine: a value is a number (double precision) or a text. A comparison
 * is one of numbers as soon as either side is a number; a text that is no number is NULL then.
 */
class ExpressionCompiler {
  constructor(
    private readonly alias: string,
    private readonly dialect: Dialect,
  ) {}

  test(test: Test): Sql {
    switch (test.kind) {
      case 'and':
        return and(test.of.map((part) => this.test(part)))
      case 'or':
        return or(test.of.map((part) => this.test(part)))
      case 'not':
        return sql`NOT (${this.test(test.of)})`
      case 'compare':
        return this.compare(test.operator, test.left, test.right)
      case 'between':
        return sql`(${this.compare('>=', test.value, test.low)} AND ${this.compare('<=', test.value, test.high)})`
      case 'in':
        return this.isOneOf(test.value, test.list)
      case 'like':
        return sql`${this.dialect.fold(this.text(test.text))} LIKE ${this.pattern(test.pattern)} ESCAPE '\\'`
      case 'isNull':
        return sql`${isNumber(test.value) ? this.number(test.value) : this.text(test.value)} IS NULL`
    }
  }

  private compare(operator: Comparison, left: ExpertValue, right: ExpertValue): Sql {
    const sign = keyword(` ${operator} `)
    if (!isNumber(left) && !isNumber(right)) {
      const text = isColumn(right) ? this.text(left) : this.ordered(left)
      return sql`(${text}${sign}${this.text(right)})`
    }
    const plain = this.plainInteger(left) && this.plainInteger(right) && (isColumn(left) || isColumn(right))
    const side = (value: ExpertValue): Sql => (plain ? this.integer(value) : this.number(value))
    return sql`(${side(left)}${sign}${side(right)})`
  }

  /** May it be compared as an integer, so that an index on the column serves? */
  private plainInteger(value: ExpertValue): boolean {
    if (value.kind === 'column') return value.field.dbType === 'INTEGER'
    return value.kind === 'number' && Number.isSafeInteger(value.value)
  }

  private integer(value: ExpertValue): Sql {
    return value.kind === 'number' ? sql`${value.value}` : this.column(value)
  }

  private isOneOf(value: ExpertValue, list: readonly ExpertValue[]): Sql {
    const asNumbers = isNumber(value) ? list : list.filter(isNumber)
    const asTexts = isNumber(value) ? [] : list.filter((element) => !isNumber(element))
    const parts: Sql[] = []
    if (asNumbers.length > 0) {
      parts.push(sql`${this.number(value)} IN (${join(asNumbers.map((element) => this.number(element)))})`)
    }
    if (asTexts.length > 0) {
      parts.push(sql`${this.text(value)} IN (${join(asTexts.map((element) => this.text(element)))})`)
    }
    return or(parts)
  }

  /** `%` and `_` stand for any characters and for one; a backslash is a character like any other. */
  private pattern(value: ExpertValue): Sql {
    if (value.kind === 'text') return sql`CAST(${fold(value.value).replaceAll('\\', '\\\\')} AS TEXT)`
    const text = this.text(value)
    return sql`CASE WHEN LENGTH(${text}) <= ${keyword(String(maxPatternLength))} THEN REPLACE(${this.dialect.fold(text)}, '\\', '\\\\') END`
  }

  private column(value: ExpertValue): Sql {
    if (value.kind !== 'column') throw new TypeError('Only a column has a name.')
    return columnSql(value.field, this.alias, this.dialect)
  }

  /** The value as a text; NULL where there is none. */
  text(value: ExpertValue): Sql {
    switch (value.kind) {
      case 'text':
        return sql`CAST(${value.value} AS TEXT)`
      case 'null':
        return keyword('CAST(NULL AS TEXT)')
      case 'number':
        return sql`CAST(${String(value.value)} AS TEXT)`
      case 'column':
        return isNumber(value)
          ? this.dialect.asText(this.column(value), value.field.dbType)
          : this.column(value)
      case 'choice':
        return isNumber(value)
          ? this.dialect.cast(this.number(value), 'text')
          : this.chosen(value, (of) => this.text(of))
      case 'rows':
        return isNumber(value) ? this.dialect.cast(this.number(value), 'text') : this.rows(value)
      case 'joined':
        return sql`(${this.text(value.left)} || ${this.text(value.right)})`
      case 'arithmetic':
        return this.dialect.cast(this.number(value), 'text')
      case 'cast':
        if (value.to === 'text') return this.text(value.of)
        if (value.to === 'date') return this.dialect.cast(this.text(value.of), 'date')
        return this.dialect.cast(this.number(value), 'text')
      case 'call':
        return isNumber(value) ? this.dialect.cast(this.number(value), 'text') : this.textCall(value)
    }
  }

  private textCall({ name, given }: Extract<ExpertValue, { kind: 'call' }>): Sql {
    const [first] = given
    switch (name) {
      case 'lower':
        return this.dialect.fold(this.text(first))
      case 'upper':
        return this.dialect.upper(this.text(first))
      case 'trim':
        return sql`TRIM(${this.text(first)})`
      case 'substr':
        return this.part(given)
      case 'join':
        return this.together(given)
      case 'min':
      case 'max':
        return this.extreme(name, given, (value) => this.ordered(value))
      default:
        return sql`COALESCE(${join(given.map((value) => this.text(value)))})`
    }
  }

  /**
   * The value as a text that is ordered by code points. A text column brings this order with it; any other
   * text would be ordered as the database likes it.
   */
  private ordered(value: ExpertValue): Sql {
    const isText = isColumn(value) && !isNumber(value)
    return isText ? this.text(value) : this.dialect.cast(this.text(value), 'text')
  }

  /** The value as a number; NULL where it is none. */
  number(value: ExpertValue): Sql {
    switch (value.kind) {
      case 'number':
        return sql`CAST(${value.value} AS DOUBLE PRECISION)`
      case 'null':
        return noNumber
      case 'column':
        if (value.field.dbType === 'INTEGER') return sql`CAST(${this.column(value)} AS DOUBLE PRECISION)`
        if (value.field.dbType === 'FLOAT') return this.column(value)
        return this.dialect.cast(this.column(value), 'float')
      case 'arithmetic':
        return this.arithmetic(value.operator, value.left, value.right)
      case 'choice':
        if (!isNumber(value)) return this.dialect.cast(this.text(value), 'float')
        return this.chosen(value, (of) => this.number(of))
      case 'rows':
        return isNumber(value) ? this.rows(value) : this.dialect.cast(this.rows(value), 'float')
      case 'cast':
        if (value.to === 'real') return this.number(value.of)
        if (value.to === 'integer') return sql`TRUNC(${this.number(value.of)})`
        return this.dialect.cast(this.text(value), 'float')
      case 'call':
        return isNumber(value) ? this.numberCall(value) : this.dialect.cast(this.text(value), 'float')
      default:
        return this.dialect.cast(this.text(value), 'float')
    }
  }

  private numberCall({ name, given }: Extract<ExpertValue, { kind: 'call' }>): Sql {
    const [first, second] = given
    switch (name) {
      case 'length':
        return sql`CAST(LENGTH(${this.text(first)}) AS DOUBLE PRECISION)`
      case 'abs':
        return sql`ABS(${this.number(first)})`
      case 'round':
        return this.rounded(first, second?.kind === 'number' ? second.value : 0)
      case 'year':
        return this.dialect.cast(sql`SUBSTR(${this.dialect.cast(this.text(first), 'date')}, 1, 4)`, 'float')
      case 'min':
      case 'max':
        return this.extreme(name, given, (value) => this.number(value))
      default:
        return sql`COALESCE(${join(given.map((value) => this.number(value)))})`
    }
  }

  /** The branch that the test leads to; one that is unknown leads to the other. */
  private chosen({ test, met, otherwise }: Choice, of: (value: ExpertValue) => Sql): Sql {
    return sql`CASE WHEN ${this.test(test)} THEN ${of(met)} ELSE ${of(otherwise)} END`
  }

  /** The smallest or largest of the values that there are. */
  private extreme(name: 'min' | 'max', given: readonly ExpertValue[], of: (value: ExpertValue) => Sql): Sql {
    const rows = join(
      given.map((value) => sql`SELECT ${of(value)} AS "v"`),
      ' UNION ALL ',
    )
    return sql`(SELECT ${keyword(name)}("v") FROM (${rows}) AS "given")`
  }

  /** The texts that there are, with another text between them. */
  private together([between, ...texts]: readonly ExpertValue[]): Sql {
    const text = between?.kind === 'text' ? between.value : ''
    const each = texts.map((one) => sql`COALESCE(CAST(${text} AS TEXT) || NULLIF(${this.text(one)}, ''), '')`)
    return sql`NULLIF(SUBSTR(${join(each, ' || ')}, ${[...text].length + 1}), '')`
  }

  /** What the rows of a plugin table come to in this record. */
  private rows(value: Rows): Sql {
    const from = sql`FROM ${id(value.table)} AS ${id(rowsAlias)} WHERE ${id(rowsAlias, 'id_link')} = ${id(this.alias, 'id')}`
    if (value.aggregate === 'count') return sql`(SELECT CAST(COUNT(*) AS DOUBLE PRECISION) ${from})`
    const inner = new ExpressionCompiler(rowsAlias, this.dialect)
    const column: ExpertValue = { kind: 'column', field: value.field }
    const { aggregate } = value
    if (aggregate === 'min' || aggregate === 'max') {
      const of = isNumber(column) ? inner.number(column) : sql`NULLIF(${inner.text(column)}, '')`
      return sql`(SELECT ${keyword(aggregate)}(${of}) ${from})`
    }
    const measured = sql`(SELECT ${inner.number(column)} AS "v" ${from}) AS "measured" WHERE ABS("v") <= ${maxNumber}`
    const sum = this.dialect.exactSum(keyword('"v"'))
    return aggregate === 'sum'
      ? sql`(SELECT ${sum} FROM ${measured})`
      : sql`(SELECT ${sum} / NULLIF(COUNT("v"), 0) FROM ${measured})`
  }

  private arithmetic(operator: Arithmetic, left: ExpertValue, right: ExpertValue): Sql {
    if (isUnfit(operator, left) || isUnfit(operator, right)) return noNumber
    if ((operator === '/' || operator === '%') && right.kind === 'number' && right.value === 0)
      return noNumber
    return named([this.numberPart(left), this.numberPart(right)], ([x, y]) => {
      const guards = [this.guard(operator, left, x), this.guard(operator, right, y)].filter(
        (guard) => guard !== undefined,
      )
      if (operator === '/' || operator === '%') guards.push(sql`${y} <> 0`)
      const result = calculations[operator](x, y)
      return guards.length === 0 ? sql`(${result})` : sql`CASE WHEN ${and(guards)} THEN ${result} END`
    })
  }

  /** The condition under which an operand can take part without leaving the range of numbers. */
  private guard(operator: Arithmetic, value: ExpertValue, number: Sql): Sql | undefined {
    if (value.kind === 'number') return undefined
    if (value.kind === 'column' && value.field.dbType === 'INTEGER') return undefined
    if (operator === '+' || operator === '-') return sql`ABS(${number}) <= ${maxNumber}`
    return sql`(${number} = 0 OR ABS(${number}) BETWEEN ${minNumber} AND ${maxNumber})`
  }

  /** Halves go away from zero. */
  private rounded(value: ExpertValue, decimals: number): Sql {
    const scale = sql`CAST(${10 ** decimals} AS DOUBLE PRECISION)`
    return named(
      [this.numberPart(value)],
      ([x]) =>
        sql`CASE WHEN ABS(${x}) > ${maxNumber} THEN ${x} WHEN ${x} < 0 THEN -FLOOR(-${x} * ${scale} + 0.5) / ${scale} ELSE FLOOR(${x} * ${scale} + 0.5) / ${scale} END`,
    )
  }

  /**
   * A part of a text, from the character at a place (the first is 1) on, of a length if one is given. Places
   * before the first are counted, and empty.
   */
  private part([text, from, length]: readonly ExpertValue[]): Sql {
    const parts = [this.textPart(text as ExpertValue), this.numberPart(within(from as ExpertValue))]
    if (length) parts.push(this.numberPart(within(length)))
    return named(parts, ([whole, start, count]) => {
      const none = sql`SUBSTR(${whole}, 1, 0)`
      const first = sql`CAST(TRUNC(${start}) AS INTEGER)`
      if (!length) {
        return sql`CASE WHEN ${start} >= ${farAway} THEN ${none} WHEN ${start} < 2 THEN ${whole} WHEN ${start} >= 2 THEN SUBSTR(${whole}, ${first}) END`
      }
      const end = sql`(TRUNC(${start}) + TRUNC(${count}))`
      return sql`CASE WHEN ${count} IS NULL THEN NULL WHEN ${count} < 1 AND ${start} IS NOT NULL THEN ${none} WHEN ${start} >= ${farAway} THEN ${none} WHEN ${count} >= ${farAway} AND ${start} < 2 THEN ${whole} WHEN ${count} >= ${farAway} AND ${start} >= 2 THEN SUBSTR(${whole}, ${first}) WHEN ${end} < 2 THEN ${none} WHEN ${start} < 1 THEN SUBSTR(${whole}, 1, CAST(${end} - 1 AS INTEGER)) WHEN ${start} >= 1 THEN SUBSTR(${whole}, ${first}, CAST(TRUNC(${count}) AS INTEGER)) END`
    })
  }

  private numberPart(value: ExpertValue): NamedPart {
    return {
      sql: this.number(value),
      isPlain: value.kind === 'number' || (isStoredColumn(value) && isNumber(value)),
    }
  }

  private textPart(value: ExpertValue): NamedPart {
    return {
      sql: this.text(value),
      isPlain: value.kind === 'text' || (isStoredColumn(value) && !isNumber(value)),
    }
  }
}

/**
 * A value that a piece of SQL uses several times; a plain one, a column or constant, may be written out at
 * every use.
 */
interface NamedPart {
  readonly sql: Sql
  readonly isPlain: boolean
}

/**
 * Values that are not plain are calculated once, under a name. LIMIT keeps the engines from writing the
 * calculation out again at every use, which would grow with every level of nesting.
 */
function named(parts: readonly NamedPart[], use: (names: readonly [Sql, Sql, Sql]) => Sql): Sql {
  const given: Sql[] = []
  const [x = noNumber, y = noNumber, z = noNumber] = parts.map((part, index) => {
    if (part.isPlain) return part.sql
    const name = `v${index + 1}`
    given.push(sql`${part.sql} AS ${id(name)}`)
    return id('given', name)
  })
  const result = use([x, y, z])
  if (given.length === 0) return result
  return sql`(SELECT ${result} FROM (SELECT ${join(given)} LIMIT 1) AS "given")`
}

const farAway = keyword('1000000000')

/** A constant place or length that both engines take. */
function within(value: ExpertValue): ExpertValue {
  if (value.kind !== 'number') return value
  return { kind: 'number', value: Math.max(-999_999_999, Math.min(999_999_999, value.value)) }
}

const calculations: Readonly<Record<Arithmetic, (x: Sql, y: Sql) => Sql>> = {
  '+': (x, y) => sql`${x} + ${y}`,
  '-': (x, y) => sql`${x} - ${y}`,
  '*': (x, y) => sql`${x} * ${y}`,
  '/': (x, y) => sql`${x} / ${y}`,
  '%': (x, y) => sql`${x} - ${y} * TRUNC(${x} / ${y})`,
}

type Choice = Extract<ExpertValue, { kind: 'choice' }>
type Rows = Extract<ExpertValue, { kind: 'rows' }>

/** Under it stand the rows of a plugin table; those of another one never stand among them. */
const rowsAlias = 'row'

const isColumn = (value: ExpertValue): boolean => value.kind === 'column'

/** May it be written out at every use? What is calculated for a column is calculated once. */
const isStoredColumn = (value: ExpertValue): boolean =>
  value.kind === 'column' && value.field.computed === undefined && value.field.stamp === undefined

/** A constant so large or so small that no calculation with it is made. */
function isUnfit(operator: Arithmetic, value: ExpertValue): boolean {
  if (value.kind !== 'number' || value.value === 0) return false
  const size = Math.abs(value.value)
  return size > maxSize || (size < minSize && operator !== '+' && operator !== '-')
}
