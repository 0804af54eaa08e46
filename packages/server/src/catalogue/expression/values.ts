import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import type { Field, Table } from '../catalogue.js'
import { listedFieldOf } from '../stamp-fields.js'
import { syntaxError } from './lexer.js'
import { asTest, asValue, madeOf, type Part, valueAt } from './part.js'
import type { ExpertTokens } from './tokens.js'
import {
  type Arithmetic,
  type CastType,
  type ExpertValue,
  type FunctionName,
  functions,
  isFunction,
  isRowAggregate,
  type RowAggregate,
} from './tree.js'

/** What the names in an expression mean. */
export interface Names {
  /** @throws `unknown_field`, or `expert_syntax_error` with the place */
  field(name: string, position: number): Field
  /**
   * The field of a table that is named in front of it.
   * @throws `unknown_field`, or `expert_syntax_error` with the place
   */
  fieldOf(table: string, name: string, position: number): Field
  /** Are there rows of a plugin table of that name? Absent where rows of no other table are looked at. */
  hasRows?(table: string): boolean
  /** The field of those rows. @throws `expert_syntax_error` with the place */
  fieldOfRows?(table: string, name: string, position: number): Field
}

/** An expression that looks at the fields of a table alone. */
export const namesOf = (table: Table): Names => ({
  field: (name) => listedFieldOf(table, name),
  fieldOf(other, name) {
    if (other === table.name) return listedFieldOf(table, name)
    throw new AppError('unknown_field', {
      ...message('expression_other_table', { table: table.name, other, field: name }),
      detail: { table: other, field: name },
    })
  },
})

const types: Readonly<Record<string, CastType>> = {
  integer: 'integer',
  real: 'real',
  numeric: 'real',
  text: 'text',
  date: 'date',
}
/** What is a field only between double quotes. */
const keywords = new Set('AND OR NOT LIKE ILIKE IN BETWEEN IS NULL TRUE FALSE CAST AS SELECT'.split(' '))
export const isKeyword = (word: string): boolean => keywords.has(word.toUpperCase())

/** Reads the values of an expression: `||` binds least, then sums, products, signs and `::`. */
export class ExpertValues {
  /** @param inParentheses reads what may stand there: a test as well as a value */
  constructor(
    private readonly tokens: ExpertTokens,
    private readonly names: Names,
    private readonly inParentheses: () => Part,
  ) {}

  /** A value; or a test, where one stands in parentheses. @throws `expert_syntax_error`, `unknown_field` */
  read(): Part {
    return this.chain(
      ['||'],
      () => this.sum(),
      (_operator, left, right) => ({ kind: 'joined', left, right }),
    )
  }

  private sum(): Part {
    return this.chain(['+', '-'], () => this.product(), arithmetic)
  }

  private product(): Part {
    return this.chain(['*', '/', '%'], () => this.signed(), arithmetic)
  }

  private chain<Operator extends string>(
    operators: readonly Operator[],
    next: () => Part,
    build: (operator: Operator, left: ExpertValue, right: ExpertValue) => ExpertValue,
  ): Part {
    let left = next()
    for (;;) {
      const operator = this.tokens.takeOneOf(operators)
      if (operator === undefined) return left
      const right = next()
      left = madeOf([left, right], left.position, build(operator, asValue(left), asValue(right)))
    }
  }

  private signed(): Part {
    const { position } = this.tokens.token
    if (this.tokens.takeSymbol('+')) {
      const part = this.tokens.inside(() => this.signed())
      asValue(part)
      return part
    }
    if (!this.tokens.takeSymbol('-')) return this.converted()
    const part = this.tokens.inside(() => this.signed())
    const value = asValue(part)
    if (value.kind === 'number') return { position, depth: part.depth, value: number(-value.value) }
    return madeOf([part], position, arithmetic('-', number(0), value))
  }

  private converted(): Part {
    let part = this.primary()
    while (this.tokens.takeSymbol('::')) {
      const of = asValue(part)
      part = madeOf([part], part.position, { kind: 'cast', of, to: this.type() })
    }
    return part
  }

  private type(): CastType {
    const { token } = this.tokens
    const name = token.text.toLowerCase()
    const type = token.kind === 'name' && Object.hasOwn(types, name) ? types[name] : undefined
    if (!type) throw this.tokens.unexpected(message('a_type', { types: Object.keys(types).join(', ') }))
    this.tokens.take()
    return type
  }

  private primary(): Part {
    const { kind, position, text } = this.tokens.token
    if (kind === 'text') {
      this.tokens.take()
      return valueAt(position, { kind: 'text', value: text })
    }
    if (kind === 'number') {
      if (!Number.isFinite(Number(text))) throw this.tokens.unexpected(message('smaller_number', {}))
      this.tokens.take()
      return valueAt(position, number(Number(text)))
    }
    if (this.tokens.takeSymbol('(')) {
      const part = this.tokens.inside(this.inParentheses)
      this.tokens.requireSymbol(')')
      return part
    }
    if (kind === 'quoted') return this.column()
    if (kind !== 'name') throw this.tokens.unexpected(message('field_value_or_bracket', {}))
    return this.word()
  }

  /** What a word without quotes begins: a constant, a conversion, a function or a field. */
  private word(): Part {
    const { tokens } = this
    const { position, text } = tokens.token
    if (tokens.takeWord('NULL')) return valueAt(position, { kind: 'null' })
    if (tokens.takeWord('TRUE')) return valueAt(position, number(1))
    if (tokens.takeWord('FALSE')) return valueAt(position, number(0))
    if (tokens.takeWord('CAST')) return this.cast(position)
    if (isKeyword(text)) throw tokens.unexpected(message('field_value_or_bracket', {}))
    return tokens.isFollowedBy('(') ? this.call() : this.column()
  }

  private cast(position: number): Part {
    this.tokens.requireSymbol('(')
    const part = this.tokens.inside(() => this.read())
    if (!this.tokens.takeWord('AS')) throw this.tokens.unexpected(message('as_written', { text: 'AS' }))
    const to = this.type()
    this.tokens.requireSymbol(')')
    return madeOf([part], position, { kind: 'cast', of: asValue(part), to })
  }

  private call(): Part {
    const { position, text } = this.tokens.token
    const name = text.toLowerCase()
    const { hasRows, fieldOfRows } = this.names
    if (name !== 'if' && !isFunction(name) && !(hasRows && isRowAggregate(name))) {
      throw this.tokens.unexpected(
        message('field_or_function', { functions: [...Object.keys(functions), 'if'].join(', ') }),
      )
    }
    this.tokens.take()
    this.tokens.requireSymbol('(')
    if (name === 'if') return this.choice(position)
    const { token } = this.tokens
    const isTable = token.kind === 'name' || token.kind === 'quoted'
    if (isRowAggregate(name) && isTable && fieldOfRows && hasRows?.(token.text))
      return this.rows(position, name, fieldOfRows)
    if (!isFunction(name)) throw this.tokens.unexpected(message('rows_of_record', {}))
    return this.function(position, name)
  }

  private choice(position: number): Part {
    const test = this.tokens.inside(this.inParentheses)
    asTest(test)
    this.tokens.requireSymbol(',')
    const met = this.tokens.inside(() => this.read())
    const otherwise: Part = this.tokens.takeSymbol(',')
      ? this.tokens.inside(() => this.read())
      : valueAt(this.tokens.token.position, { kind: 'null' })
    this.tokens.requireSymbol(')')
    const parts = [test, met, otherwise]
    return madeOf(parts, position, {
      kind: 'choice',
      test: asTest(test),
      met: asValue(met),
      otherwise: asValue(otherwise),
    })
  }

  private rows(position: number, aggregate: RowAggregate, fieldOf: NonNullable<Names['fieldOfRows']>): Part {
    const table = this.tokens.take().text
    if (aggregate === 'count') {
      this.tokens.requireSymbol(')')
      return valueAt(position, { kind: 'rows', table, aggregate })
    }
    this.tokens.requireSymbol('.')
    const { kind } = this.tokens.token
    if (kind !== 'name' && kind !== 'quoted') throw this.tokens.unexpected(message('name_of_field', {}))
    const named = this.tokens.take()
    const field = fieldOf(table, named.text, named.position)
    this.tokens.requireSymbol(')')
    return valueAt(position, { kind: 'rows', table, aggregate, field })
  }

  private function(position: number, name: FunctionName): Part {
    const first = this.tokens.inside(() => this.read())
    const others: Part[] = []
    while (this.tokens.takeSymbol(',')) others.push(this.tokens.inside(() => this.read()))
    const [min, max] = functions[name]
    const count = 1 + others.length
    if (count < min || count > max) {
      const wanted = min === max ? `${min}` : `${min} to ${max}`
      throw syntaxError(
        position,
        message(max === 1 ? 'value_for_function' : 'values_for_function', { wanted, name }),
      )
    }
    this.tokens.requireSymbol(')')
    const given = [asValue(first), ...others.map(asValue)] as const
    const [digits] = others
    if (name === 'round' && digits && !isDigits(asValue(digits))) {
      throw syntaxError(digits.position, message('number_of_decimals', {}))
    }
    if (name === 'join' && asValue(first).kind !== 'text') {
      throw syntaxError(first.position, message('text_between', {}))
    }
    return madeOf([first, ...others], position, { kind: 'call', name, given })
  }

  private column(): Part {
    const { position, text } = this.tokens.take()
    if (!this.tokens.takeSymbol('.')) return fieldAt(position, this.names.field(text, position))
    const { kind } = this.tokens.token
    if (kind !== 'name' && kind !== 'quoted') throw this.tokens.unexpected(message('name_of_field', {}))
    const field = this.tokens.take().text
    return fieldAt(position, this.names.fieldOf(text, field, position))
  }
}

const fieldAt = (position: number, field: Field): Part => valueAt(position, { kind: 'column', field })

// Adding zero makes -0 a plain 0.
const number = (value: number): ExpertValue => ({ kind: 'number', value: value + 0 })

const arithmetic = (operator: Arithmetic, left: ExpertValue, right: ExpertValue): ExpertValue => ({
  kind: 'arithmetic',
  operator,
  left,
  right,
})

const isDigits = (value: ExpertValue): boolean =>
  value.kind === 'number' && Number.isInteger(value.value) && value.value >= 0 && value.value <= 15
