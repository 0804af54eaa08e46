import type { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import { syntaxError, type Token, tokensOf } from './lexer.js'
import { maxDepth } from './part.js'

/** The words and signs of an expression, taken one after another. */
export class ExpertTokens {
  private readonly tokens: readonly Token[]
  private at = 0
  private nested = 0

  /** @throws `expert_syntax_error` */
  constructor(text: string) {
    this.tokens = tokensOf(text)
  }

  /** The one that comes next; the end is never taken. */
  get token(): Token {
    return this.tokens[this.at] as Token
  }

  /** Does this sign stand behind the next token? */
  isFollowedBy(symbol: string): boolean {
    const after = this.tokens[this.at + 1]
    return after?.kind === 'symbol' && after.text === symbol
  }

  isWord(word: string): boolean {
    return this.token.kind === 'name' && this.token.text.toUpperCase() === word
  }

  take(): Token {
    const { token } = this
    this.at++
    return token
  }

  takeWord(word: string): boolean {
    const found = this.isWord(word)
    if (found) this.at++
    return found
  }

  takeSymbol(symbol: string): boolean {
    return this.takeOneOf([symbol]) !== undefined
  }

  /** The one of these signs that comes next. */
  takeOneOf<Symbol extends string>(symbols: readonly Symbol[]): Symbol | undefined {
    const { kind, text } = this.token
    const found = kind === 'symbol' ? symbols.find((symbol) => symbol === text) : undefined
    if (found !== undefined) this.at++
    return found
  }

  /** @throws `expert_syntax_error` */
  requireSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(message('as_written', { text: `"${symbol}"` }))
  }

  /** Reads one level further in. @throws `expert_syntax_error` when that is too deep */
  inside<T>(read: () => T): T {
    this.nested++
    if (this.nested > maxDepth) throw this.unexpected(message('levels_of_nesting', { most: maxDepth }))
    const result = read()
    this.nested--
    return result
  }

  /** What comes next is not what could stand there. */
  unexpected(expected: Message): AppError {
    return syntaxError(this.token.position, expected)
  }
}
