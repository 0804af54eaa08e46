import { message } from '../../message.js'
import type { Table } from '../catalogue.js'
import { syntaxError } from './lexer.js'
import { asTest, asValue, type Part, testAt } from './part.js'
import { ExpertTokens } from './tokens.js'
import { type Comparison, type ExpertValue, type Test, writtenSizeOf } from './tree.js'
import { ExpertValues, type Names, namesOf } from './values.js'

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '!=': '<>',
  '<>': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

const maxExpressionLength = 4000

/** What stands twice in the SQL doubles with every level, and an engine reads it without a pause. */
const maxWrittenSize = 5000

/**
 * The expression of an expert search as a tree.
 *
 * @throws `expert_syntax_error` with the place and what was expected there; `unknown_field`
 */
export const parseExpression = (text: string, table: Table): Test =>
  expressionOf(text, namesOf(table)).wholeTest()

/**
 * The value that an expression stands for, such as a formula.
 *
 * @throws `expert_syntax_error` with the place and what was expected there, and what `names` throw
 */
export const parseValue = (text: string, names: Names): ExpertValue => expressionOf(text, names).wholeValue()

function expressionOf(text: string, names: Names): Expression {
  if (text.length > maxExpressionLength && [...text].length > maxExpressionLength) {
    throw syntaxError(maxExpressionLength + 1, message('expression_end', { most: maxExpressionLength }))
  }
  const nul = text.indexOf('\0')
  if (nul !== -1) throw syntaxError(nul + 1, message('no_nul_character', {}))
  return new Expression(new ExpertTokens(text), names)
}

/** Reads the tests of an expression: OR binds least, then AND, NOT and comparisons. */
class Expression {
  private readonly values: ExpertValues

  constructor(
    private readonly tokens: ExpertTokens,
    names: Names,
  ) {
    this.values = new ExpertValues(tokens, names, () => this.disjunction())
  }

  wholeTest(): Test {
    const test = asTest(this.disjunction())
    if (this.tokens.token.kind !== 'end') throw this.tokens.unexpected(message('and_or_end', {}))
    return modest(test)
  }

  wholeValue(): ExpertValue {
    const value = asValue(this.disjunction())
    if (this.tokens.token.kind !== 'end') throw this.tokens.unexpected(message('operator_or_end', {}))
    return modest(value)
  }

  private disjunction(): Part {
    return this.group('OR', 'or', () => this.group('AND', 'and', () => this.negation()))
  }

  private group(word: string, kind: 'and' | 'or', next: () => Part): Part {
    const first = next()
    if (!this.tokens.isWord(word)) return first
    const of = [asTest(first)]
    while (this.tokens.takeWord(word)) of.push(asTest(next()))
    return testAt(first.position, { kind, of })
  }

  private negation(): Part {
    const { position } = this.tokens.token
    if (!this.tokens.takeWord('NOT')) return this.predicate()
    return testAt(position, { kind: 'not', of: this.tokens.inside(() => asTest(this.negation())) })
  }

  private predicate(): Part {
    const left = this.values.read()
    const test = this.comparison(left)
    return test ? testAt(left.position, test) : left
  }

  private comparison(left: Part): Test | undefined {
    const { tokens } = this
    const { kind, text } = tokens.token
    const operator = kind === 'symbol' ? comparisons[text] : undefined
    if (operator) {
      tokens.take()
      return { kind: 'compare', operator, left: asValue(left), right: this.value() }
    }
    if (tokens.takeWord('IS')) {
      const negated = tokens.takeWord('NOT')
      if (!tokens.takeWord('NULL')) throw tokens.unexpected(message('as_written', { text: 'NULL' }))
      return negatedIf(negated, { kind: 'isNull', value: asValue(left) })
    }
    const negated = tokens.takeWord('NOT')
    if (tokens.takeWord('LIKE') || tokens.takeWord('ILIKE')) {
      const pattern = this.value()
      return negatedIf(negated, { kind: 'like', text: asValue(left), pattern })
    }
    if (tokens.takeWord('IN')) {
      return negatedIf(negated, { kind: 'in', value: asValue(left), list: this.list() })
    }
    if (tokens.takeWord('BETWEEN')) {
      const value = asValue(left)
      const low = this.value()
      if (!tokens.takeWord('AND')) throw tokens.unexpected(message('as_written', { text: 'AND' }))
      return negatedIf(negated, { kind: 'between', value, low, high: this.value() })
    }
    if (negated) throw tokens.unexpected(message('like_in_between', {}))
    return undefined
  }

  private list(): ExpertValue[] {
    this.tokens.requireSymbol('(')
    const values: ExpertValue[] = []
    do values.push(this.tokens.inside(() => this.value()))
    while (this.tokens.takeSymbol(','))
    this.tokens.requireSymbol(')')
    return values
  }

  private value(): ExpertValue {
    return asValue(this.values.read())
  }
}

function modest<Tree extends Test | ExpertValue>(tree: Tree): Tree {
  if (writtenSizeOf(tree) <= maxWrittenSize) return tree
  throw syntaxError(1, message('parts_at_most', { most: maxWrittenSize }))
}

const negatedIf = (negated: boolean, of: Test): Test => (negated ? { kind: 'not', of } : of)
