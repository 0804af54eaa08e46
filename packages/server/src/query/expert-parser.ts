import { fieldOf, type Table } from '../catalogue/catalogue.js'
import { AppError } from '../errors.js'
import { syntaxError, type Token, tokensOf } from './expert-lexer.js'
import {
  type Arithmetic,
  type CastType,
  type Comparison,
  type ExpertValue,
  functions,
  isFunction,
  type Test,
} from './expert-tree.js'

const types: Readonly<Record<string, CastType>> = {
  integer: 'integer',
  real: 'real',
  numeric: 'real',
  text: 'text',
  date: 'date',
}
const comparisons: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '!=': '<>',
  '<>': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const keywords = new Set('AND OR NOT LIKE ILIKE IN BETWEEN IS NULL TRUE FALSE CAST AS SELECT'.split(' '))

const longestExpression = 4000
const mostNested = 50

/**
 * The expression of an expert search as a tree.
 *
 * @throws `expert_syntax_error` with the place and what was expected there; `unknown_field`
 */
export function parseExpression(text: string, table: Table): Test {
  if (text.length > longestExpression && [...text].length > longestExpression) {
    throw syntaxError(
      longestExpression + 1,
      `the end: an expression has at most ${longestExpression} characters`,
    )
  }
  const nul = text.indexOf('\0')
  if (nul !== -1) throw syntaxError(nul + 1, 'no NUL character')
  return new Parser(tokensOf(text), table).whole()
}

/** A part that was read: a test or a value, with its place and the depth of its tree. */
type Part = { readonly position: number; readonly depth: number } & (
  | { readonly test: Test; readonly value?: undefined }
  | { readonly value: ExpertValue; readonly test?: undefined }
)

class Parser {
  private at = 0
  private nested = 0

  constructor(
    private readonly tokens: readonly Token[],
    private readonly table: Table,
  ) {}

  whole(): Test {
    const test = this.test(this.disjunction())
    if (this.token.kind !== 'end') throw this.unexpected('AND, OR or the end')
    return test
  }

  private get token(): Token {
    return this.tokens[this.at] as Token
  }

  private unexpected(expected: string): AppError {
    return syntaxError(this.token.position, expected)
  }

  private isWord(token: Token | undefined, word: string): boolean {
    return token?.kind === 'name' && token.text.toUpperCase() === word
  }

  private takeWord(word: string): boolean {
    const found = this.isWord(this.token, word)
    if (found) this.at++
    return found
  }

  private takeSymbol(symbol: string): boolean {
    const found = this.token.kind === 'symbol' && this.token.text === symbol
    if (found) this.at++
    return found
  }

  private requireSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(`"${symbol}"`)
  }

  private test(part: Part): Test {
    if (!part.test) throw syntaxError(part.position, 'a comparison')
    return part.test
  }

  private value(part: Part): ExpertValue {
    if (!part.value) throw syntaxError(part.position, 'a value')
    return part.value
  }

  /** Reads one level further in. */
  private inside<T>(read: () => T): T {
    this.nested++
    if (this.nested > mostNested) throw this.unexpected(`at most ${mostNested} levels of nesting`)
    const result = read()
    this.nested--
    return result
  }

  private disjunction(): Part {
    return this.group('OR', 'or', () => this.group('AND', 'and', () => this.negation()))
  }

  private group(word: string, kind: 'and' | 'or', next: () => Part): Part {
    const first = next()
    if (!this.isWord(this.token, word)) return first
    const of = [this.test(first)]
    while (this.takeWord(word)) of.push(this.test(next()))
    return { position: first.position, depth: 0, test: { kind, of } }
  }

  private negation(): Part {
    const { position } = this.token
    if (!this.takeWord('NOT')) return this.predicate()
    const of = this.inside(() => this.test(this.negation()))
    return { position, depth: 0, test: { kind: 'not', of } }
  }

  private predicate(): Part {
    const left = this.concatenation()
    const test = this.comparison(left)
    return test ? { position: left.position, depth: 0, test } : left
  }

  private comparison(left: Part): Test | undefined {
    const { token } = this
    const operator = token.kind === 'symbol' ? comparisons[token.text] : undefined
    if (operator) {
      this.at++
      return {
        kind: 'compare',
        operator,
        left: this.value(left),
        right: this.value(this.concatenation()),
      }
    }
    if (this.takeWord('IS')) {
      const negated = this.takeWord('NOT')
      if (!this.takeWord('NULL')) throw this.unexpected('NULL')
      return negatedIf(negated, { kind: 'isNull', value: this.value(left) })
    }
    const negated = this.takeWord('NOT')
    if (this.takeWord('LIKE') || this.takeWord('ILIKE')) {
      const pattern = this.value(this.concatenation())
      return negatedIf(negated, { kind: 'like', text: this.value(left), pattern })
    }
    if (this.takeWord('IN')) {
      return negatedIf(negated, { kind: 'in', value: this.value(left), list: this.list() })
    }
    if (this.takeWord('BETWEEN')) {
      const value = this.value(left)
      const low = this.value(this.concatenation())
      if (!this.takeWord('AND')) throw this.unexpected('AND')
      return negatedIf(negated, {
        kind: 'between',
        value,
        low,
        high: this.value(this.concatenation()),
      })
    }
    if (negated) throw this.unexpected('LIKE, IN or BETWEEN')
    return undefined
  }

  private list(): ExpertValue[] {
    this.requireSymbol('(')
    const values = [this.value(this.inside(() => this.concatenation()))]
    while (this.takeSymbol(',')) values.push(this.value(this.inside(() => this.concatenation())))
    this.requireSymbol(')')
    return values
  }

  private concatenation(): Part {
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

  private chain(
    operators: readonly string[],
    next: () => Part,
    build: (operator: string, left: ExpertValue, right: ExpertValue) => ExpertValue,
  ): Part {
    let left = next()
    while (this.token.kind === 'symbol' && operators.includes(this.token.text)) {
      const operator = this.token
      this.at++
      const right = next()
      left = this.deeper(
        left.position,
        [left, right],
        build(operator.text, this.value(left), this.value(right)),
      )
    }
    return left
  }

  /** A value made of others. The engines walk its tree, so its depth is bounded like that of parentheses. */
  private deeper(position: number, parts: readonly Part[], value: ExpertValue): Part {
    const depth = 1 + Math.max(0, ...parts.map((part) => part.depth))
    if (depth > mostNested) throw syntaxError(position, `at most ${mostNested} levels of nesting`)
    return { position, depth, value }
  }

  private signed(): Part {
    const { position } = this.token
    if (this.takeSymbol('+')) return this.inside(() => this.valuePart(this.signed()))
    if (!this.takeSymbol('-')) return this.converted()
    const part = this.inside(() => this.signed())
    const value = this.value(part)
    if (value.kind === 'number') return { position, depth: part.depth, value: number(-value.value) }
    return this.deeper(position, [part], arithmetic('-', number(0), value))
  }

  private valuePart(part: Part): Part {
    this.value(part)
    return part
  }

  private converted(): Part {
    let part = this.primary()
    while (this.takeSymbol('::')) {
      const of = this.value(part)
      part = this.deeper(part.position, [part], { kind: 'cast', of, to: this.type() })
    }
    return part
  }

  private type(): CastType {
    const { token } = this
    const name = token.text.toLowerCase()
    const type = token.kind === 'name' && Object.hasOwn(types, name) ? types[name] : undefined
    if (!type) throw this.unexpected(`a type: ${Object.keys(types).join(', ')}`)
    this.at++
    return type
  }

  private primary(): Part {
    const { token } = this
    const { position } = token
    if (token.kind === 'text') {
      this.at++
      return { position, depth: 0, value: { kind: 'text', value: token.text } }
    }
    if (token.kind === 'number') {
      if (!Number.isFinite(Number(token.text))) throw this.unexpected('a smaller number')
      this.at++
      return { position, depth: 0, value: number(Number(token.text)) }
    }
    if (this.takeSymbol('(')) {
      const part = this.inside(() => this.disjunction())
      this.requireSymbol(')')
      return part
    }
    if (token.kind === 'quoted') return this.column()
    if (token.kind !== 'name') throw this.unexpected('a field, a value or "("')
    return this.word()
  }

  /** What a word without quotes begins: a constant, a conversion, a function or a field. */
  private word(): Part {
    const { position } = this.token
    if (this.takeWord('NULL')) return { position, depth: 0, value: { kind: 'null' } }
    if (this.takeWord('TRUE')) return { position, depth: 0, value: number(1) }
    if (this.takeWord('FALSE')) return { position, depth: 0, value: number(0) }
    if (this.takeWord('CAST')) return this.castCall(position)
    if (keywords.has(this.token.text.toUpperCase())) throw this.unexpected('a field, a value or "("')
    const next = this.tokens[this.at + 1]
    if (next?.kind === 'symbol' && next.text === '(') return this.call()
    return this.column()
  }

  private castCall(position: number): Part {
    this.requireSymbol('(')
    const part = this.inside(() => this.concatenation())
    if (!this.takeWord('AS')) throw this.unexpected('AS')
    const to = this.type()
    this.requireSymbol(')')
    return this.deeper(position, [part], { kind: 'cast', of: this.value(part), to })
  }

  private call(): Part {
    const { position, text } = this.token
    const name = text.toLowerCase()
    if (!isFunction(name)) {
      throw this.unexpected(`a field or one of the functions ${Object.keys(functions).join(', ')}`)
    }
    this.at += 2
    const parts = [this.inside(() => this.concatenation())]
    while (this.takeSymbol(',')) parts.push(this.inside(() => this.concatenation()))
    const [fewest, most] = functions[name]
    if (parts.length < fewest || parts.length > most) {
      const count = fewest === most ? `${fewest}` : `${fewest} to ${most}`
      throw syntaxError(position, `${count} value${most === 1 ? '' : 's'} for ${name}`)
    }
    this.requireSymbol(')')
    const [first, ...others] = parts.map((part) => this.value(part))
    const digits = others[0]
    if (name === 'round' && digits && !isDigits(digits)) {
      throw syntaxError(parts[1]?.position ?? position, 'a number of decimals from 0 to 15')
    }
    return this.deeper(position, parts, {
      kind: 'call',
      name,
      given: [first as ExpertValue, ...others],
    })
  }

  private column(): Part {
    const { position, text } = this.token
    this.at++
    if (!this.takeSymbol('.')) return this.columnPart(position, text)
    const { token } = this
    if (token.kind !== 'name' && token.kind !== 'quoted') throw this.unexpected('the name of a field')
    this.at++
    if (text !== this.table.name) {
      throw new AppError('unknown_field', {
        text: `An expression asks for fields of "${this.table.name}" alone, not for "${text}.${token.text}".`,
        detail: { table: text, field: token.text },
      })
    }
    return this.columnPart(position, token.text)
  }

  private columnPart(position: number, name: string): Part {
    return { position, depth: 0, value: { kind: 'column', field: fieldOf(this.table, name) } }
  }
}

const number = (value: number): ExpertValue => ({ kind: 'number', value: value + 0 })

const arithmetic = (operator: string, left: ExpertValue, right: ExpertValue): ExpertValue => ({
  kind: 'arithmetic',
  operator: operator as Arithmetic,
  left,
  right,
})

const isDigits = (value: ExpertValue): boolean =>
  value.kind === 'number' && Number.isInteger(value.value) && value.value >= 0 && value.value <= 15

const negatedIf = (negated: boolean, of: Test): Test => (negated ? { kind: 'not', of } : of)
