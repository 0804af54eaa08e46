import type { JsonObject } from '@trowel/contract/json.js'
import type { Operator } from '@trowel/contract/model/operators.js'
import { textProblem } from '@trowel/contract/wire/input.js'
import { currentUser } from '../../query/filter/parse-row-filter.js'
import type { ColumnType } from '../../storage/storage.js'
import { readTokens, type Token, Untranslatable } from './condition-tokens.js'

/** The columns that a condition may name. */
export type ConditionFields = ReadonlyMap<string, { readonly type: ColumnType }>

/** More than a row filter holds. */
const maxLength = 10_000

/**
 * The row filter that means what a condition in SQL means to SQLite: it keeps the rows for which that is
 * true, and neither those for which it is false nor those for which it is unknown. It may be larger than a
 * row filter is allowed to be.
 *
 * @returns `undefined` when no row filter means the same
 */
export function translateCondition(sql: string, fields: ConditionFields): JsonObject | undefined {
  if (sql.length > maxLength) return undefined
  try {
    return filterOf(new ConditionParser(readTokens(sql), fields).read(), false)
  } catch (error) {
    if (error instanceof Untranslatable) return undefined
    throw error
  }
}

type Value = string | number

type Test =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Test[] }
  | { readonly kind: 'not'; readonly of: Test }
  | {
      readonly kind: 'compare'
      readonly field: string
      readonly operator: Operator
      readonly value: Value | true | Value[]
    }
  | { readonly kind: 'between'; readonly field: string; readonly low: Value; readonly high: Value }

interface Column {
  readonly name: string
  readonly type: ColumnType
}

const comparisons: Readonly<Record<string, Operator>> = {
  '=': '_eq',
  '==': '_eq',
  '<>': '_neq',
  '!=': '_neq',
  '<': '_lt',
  '<=': '_lte',
  '>': '_gt',
  '>=': '_gte',
}

/** The operator when its two sides change places. */
const mirrored: Readonly<Partial<Record<Operator, Operator>>> = {
  _lt: '_gt',
  _gt: '_lt',
  _lte: '_gte',
  _gte: '_lte',
}

/** Of brackets and of NOT. */
const maxNesting = 100

class ConditionParser {
  #place = 0
  #nesting = 0
  readonly #columns: ReadonlyMap<string, Column>

  constructor(
    private readonly tokens: readonly Token[],
    fields: ConditionFields,
  ) {
    this.#columns = new Map([...fields].map(([name, { type }]) => [name.toLowerCase(), { name, type }]))
  }

  read(): Test {
    const test = this.#or()
    if (this.#place < this.tokens.length) throw new Untranslatable()
    return test
  }

  #or(): Test {
    return this.#group('or', () => this.#group('and', () => this.#not()))
  }

  #group(kind: 'and' | 'or', part: () => Test): Test {
    const first = part()
    const of = [first]
    while (this.#takeWord(kind)) of.push(part())
    return of.length === 1 ? first : { kind, of }
  }

  #not(): Test {
    if (!this.#takeWord('not')) return this.#predicate()
    return this.#nested(() => ({ kind: 'not', of: this.#not() }))
  }

  #nested(read: () => Test): Test {
    if (++this.#nesting > maxNesting) throw new Untranslatable()
    const test = read()
    this.#nesting--
    return test
  }

  #predicate(): Test {
    if (this.#takeSymbol('(')) {
      const test = this.#nested(() => this.#or())
      this.#requireSymbol(')')
      return test
    }
    const column = this.#takeColumn()
    return column ? this.#about(column) : this.#mirrored()
  }

  /** `2 = area_id` */
  #mirrored(): Test {
    const literal = this.#literal()
    const operator = this.#comparison()
    const column = this.#takeColumn()
    if (!operator || !column) throw new Untranslatable()
    return compare(column, mirrored[operator] ?? operator, literal)
  }

  #about(column: Column): Test {
    const operator = this.#comparison()
    if (operator) return compare(column, operator, this.#literal())
    if (this.#takeWord('is')) {
      const isNegated = this.#takeWord('not')
      if (!this.#takeWord('null')) throw new Untranslatable()
      return { kind: 'compare', field: column.name, operator: isNegated ? '_nnull' : '_null', value: true }
    }
    if (!this.#takeWord('not')) return this.#membership(column)
    return { kind: 'not', of: this.#membership(column) }
  }

  #membership(column: Column): Test {
    if (this.#takeWord('in')) return this.#in(column)
    if (this.#takeWord('like')) return like(column, this.#literal())
    if (!this.#takeWord('between')) throw new Untranslatable()
    const low = valueFor(column, '_gte', this.#literal())
    if (!this.#takeWord('and')) throw new Untranslatable()
    const high = valueFor(column, '_lte', this.#literal())
    return { kind: 'between', field: column.name, low, high }
  }

  #in(column: Column): Test {
    this.#requireSymbol('(')
    const value: Value[] = []
    do value.push(valueFor(column, '_in', this.#literal()))
    while (this.#takeSymbol(','))
    this.#requireSymbol(')')
    return { kind: 'compare', field: column.name, operator: '_in', value }
  }

  #comparison(): Operator | undefined {
    const token = this.tokens[this.#place]
    const operator = token?.kind === 'symbol' ? comparisons[token.text] : undefined
    if (operator) this.#place++
    return operator
  }

  #takeColumn(): Column | undefined {
    const token = this.tokens[this.#place]
    if (token?.kind !== 'word' && token?.kind !== 'quoted') return undefined
    const column = this.#columns.get(token.text.toLowerCase())
    if (column) this.#place++
    return column
  }

  #literal(): Value {
    const sign = this.#takeSymbol('-') ? -1 : 1
    const token = this.tokens[this.#place++]
    if (token?.kind === 'number') return sign * token.value
    if (sign < 0) throw new Untranslatable()
    if (token?.kind === 'text') return token.text
    // SQLite and MySQL take a name that no column has for a text.
    const isName =
      token?.kind === 'quoted' && token.mark === '"' && !this.#columns.has(token.text.toLowerCase())
    if (!isName) throw new Untranslatable()
    return token.text
  }

  #takeWord(word: string): boolean {
    const token = this.tokens[this.#place]
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false
    this.#place++
    return true
  }

  #takeSymbol(symbol: string): boolean {
    const token = this.tokens[this.#place]
    if (token?.kind !== 'symbol' || token.text !== symbol) return false
    this.#place++
    return true
  }

  #requireSymbol(symbol: string): void {
    if (!this.#takeSymbol(symbol)) throw new Untranslatable()
  }
}

const compare = (column: Column, operator: Operator, literal: Value): Test => ({
  kind: 'compare',
  field: column.name,
  operator,
  value: valueFor(column, operator, literal),
})

/** Those for which it does not matter whether numbers or texts are compared. */
const ofEquality: ReadonlySet<Operator> = new Set(['_eq', '_neq', '_in'])

/** A literal as the column has its values, where the comparison means the same with it. */
function valueFor({ type }: Column, operator: Operator, literal: Value): Value {
  switch (type) {
    case 'TEXT':
      if (typeof literal === 'string') return soundText(literal)
      if (Number.isSafeInteger(literal) && ofEquality.has(operator)) return String(literal)
      break
    case 'INTEGER': {
      const number = numberIn(literal)
      if (Number.isSafeInteger(number)) return number
      break
    }
    case 'FLOAT': {
      const number = numberIn(literal)
      if (Number.isFinite(number)) return number
      break
    }
    case 'TIMESTAMP':
      // Moments were texts of any form, and are not any more.
      break
  }
  throw new Untranslatable()
}

function soundText(text: string): string {
  if (text === currentUser || textProblem(text)) throw new Untranslatable()
  return text
}

/** SQLite reads a text beside a column of numbers as a number, if it is one. */
function numberIn(literal: Value): number {
  if (typeof literal === 'number') return literal + 0
  const isNumber = literal !== '' && [...literal].every((character) => '0123456789'.includes(character))
  return isNumber ? Number(literal) : Number.NaN
}

/** LIKE ignores the case of ASCII letters alone, our operators that of all letters. */
const isFoldedAlike = (text: string): boolean =>
  [...text].every((character) => character < '\u0080' || character.toLowerCase() === character.toUpperCase())

function like({ name: field, type }: Column, literal: Value): Test {
  if (type !== 'TEXT' || typeof literal !== 'string' || !isFoldedAlike(literal)) throw new Untranslatable()
  const opensEnd = literal.endsWith('%')
  const opensStart = literal.startsWith('%')
  const value = soundText(literal.slice(opensStart ? 1 : 0, opensEnd ? -1 : undefined))
  if (value === '' || value.includes('%') || value.includes('_')) throw new Untranslatable()
  if (opensStart || opensEnd) {
    const operator = !opensStart ? '_starts_with' : opensEnd ? '_icontains' : '_ends_with'
    return { kind: 'compare', field, operator, value }
  }
  // A whole value that ignores case: no operator does that.
  if (value.toLowerCase() !== value.toUpperCase()) throw new Untranslatable()
  return { kind: 'compare', field, operator: '_eq', value }
}

/** What is true where the operator says false, and unknown where it is unknown. */
const opposites: Readonly<Partial<Record<Operator, Operator>>> = {
  _eq: '_neq',
  _neq: '_eq',
  _lt: '_gte',
  _gte: '_lt',
  _gt: '_lte',
  _lte: '_gt',
  _in: '_nin',
  _icontains: '_ncontains',
  _null: '_nnull',
  _nnull: '_null',
}

/** Row filters have no NOT: it moves inwards, to the comparisons. */
function filterOf(test: Test, isNegated: boolean): JsonObject {
  switch (test.kind) {
    case 'not':
      return filterOf(test.of, !isNegated)
    case 'and':
    case 'or': {
      const key = (test.kind === 'and') === isNegated ? '_or' : '_and'
      return { [key]: test.of.flatMap((part) => partsOf(key, filterOf(part, isNegated))) }
    }
    case 'between':
      return isNegated
        ? { _or: [{ [test.field]: { _lt: test.low } }, { [test.field]: { _gt: test.high } }] }
        : { [test.field]: { _between: [test.low, test.high] } }
    case 'compare': {
      const operator = isNegated ? opposites[test.operator] : test.operator
      if (!operator) throw new Untranslatable()
      return { [test.field]: { [operator]: test.value } }
    }
  }
}

/** A group in a group of its kind is part of it. */
function partsOf(key: '_and' | '_or', filter: JsonObject): unknown[] {
  const own = filter[key]
  return Array.isArray(own) ? own : [filter]
}
