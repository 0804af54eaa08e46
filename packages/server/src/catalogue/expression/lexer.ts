import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'

export interface Token {
  readonly kind: 'text' | 'number' | 'name' | 'quoted' | 'symbol' | 'end'
  /** What it says: a text without its quotes, a symbol as written. */
  readonly text: string
  /** Where it begins; the first character of the expression is 1. */
  readonly position: number
  /** Where the next character behind it stands, counted from 0. */
  readonly end: number
}

const shapes: readonly (readonly [Exclude<Token['kind'], 'end'>, RegExp])[] = [
  ['text', /'((?:[^']|'')*)'/y],
  ['quoted', /"((?:[^"]|"")+)"/y],
  ['number', /\d+(?:\.\d*)?|\.\d+/y],
  ['name', /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy],
  ['symbol', /\|\||::|<>|!=|<=|>=|[-+*/%=<>(),.]/y],
]

/** The words, values and signs of an expression, `end` last. @throws `expert_syntax_error` */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at++
      continue
    }
    const position = at + 1
    if (text.startsWith('--', at) || text.startsWith('/*', at)) {
      throw syntaxError(position, message('no_comment', {}))
    }
    const token = tokenAt(text, at)
    if (!token)
      throw syntaxError(
        position,
        text.charAt(at) === "'" ? message('closing_quote', {}) : message('name_value_or_operator', {}),
      )
    at += token.length
    tokens.push({ kind: token.kind, text: token.text, position, end: at })
  }
  tokens.push({ kind: 'end', text: '', position: text.length + 1, end: text.length })
  return tokens
}

function tokenAt(
  text: string,
  at: number,
): { kind: Token['kind']; text: string; length: number } | undefined {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at
    const found = shape.exec(text)
    if (!found) continue
    const inner = found[1]
    const plain = kind === 'text' ? inner?.replaceAll("''", "'") : inner?.replaceAll('""', '"')
    return { kind, text: plain ?? found[0], length: found[0].length }
  }
  return undefined
}

/** @param expected what could have stood at `position` */
export function syntaxError(position: number, expected: Message): AppError {
  return new AppError('expert_syntax_error', {
    ...message('expression_wrong', { position, expected }),
    detail: { position, expected: expected.text },
  })
}
