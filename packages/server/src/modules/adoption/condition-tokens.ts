/** No row filter means what the condition means. */
export class Untranslatable extends Error {}

export type Token =
  | { readonly kind: 'word' | 'text' | 'symbol'; readonly text: string }
  /** Between quotation marks that are for names; double ones MySQL takes for those of a text. */
  | { readonly kind: 'quoted'; readonly text: string; readonly mark: string }
  | { readonly kind: 'number'; readonly value: number }

const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }
const symbols = ['<=', '>=', '<>', '!=', '==', '=', '<', '>', '(', ')', ',', '-']
/** Engines differ in what stands behind these: comments, escapes. */
const refused = ['--', '/*']

const isSpace = (character: string): boolean => ' \t\r\n\f'.includes(character)
const isDigit = (character: string): boolean => character >= '0' && character <= '9'
const isLetter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') ||
  (character >= 'A' && character <= 'Z') ||
  character === '_' ||
  character >= '\u0080'

/** The parts of a condition in SQL. @throws Untranslatable where there is something else */
export function readTokens(sql: string): Token[] {
  const tokens: Token[] = []
  for (let place = 0; place < sql.length; ) {
    if (isSpace(sql.charAt(place))) {
      place++
      continue
    }
    const { token, end } = readToken(sql, place)
    tokens.push(token)
    place = end
  }
  return tokens
}

interface Read {
  readonly token: Token
  /** The place behind it. */
  readonly end: number
}

function readToken(sql: string, start: number): Read {
  const first = sql.charAt(start)
  if (closing[first] !== undefined) return readQuoted(sql, start)
  if (isDigit(first)) return readNumber(sql, start)
  if (isLetter(first)) {
    const end = endOf(sql, start, (character) => isLetter(character) || isDigit(character))
    return { token: { kind: 'word', text: sql.slice(start, end) }, end }
  }
  const symbol = symbols.find((each) => sql.startsWith(each, start))
  if (symbol === undefined || refused.some((each) => sql.startsWith(each, start))) throw new Untranslatable()
  return { token: { kind: 'symbol', text: symbol }, end: start + symbol.length }
}

function endOf(sql: string, start: number, belongs: (character: string) => boolean): number {
  let end = start
  while (end < sql.length && belongs(sql.charAt(end))) end++
  return end
}

/** A mark that stands twice stands for itself. */
function readQuoted(sql: string, start: number): Read {
  const mark = sql.charAt(start)
  const close = closing[mark]
  let text = ''
  for (let place = start + 1; place < sql.length; place++) {
    const character = sql.charAt(place)
    if (character === '\\') throw new Untranslatable()
    if (character !== close) {
      text += character
      continue
    }
    if (mark !== '[' && sql.charAt(place + 1) === close) {
      text += character
      place++
      continue
    }
    const token: Token = mark === "'" ? { kind: 'text', text } : { kind: 'quoted', text, mark }
    return { token, end: place + 1 }
  }
  throw new Untranslatable()
}

/** Digits, with or without a fraction. */
function readNumber(sql: string, start: number): Read {
  let end = endOf(sql, start, isDigit)
  if (sql.charAt(end) === '.') end = endOf(sql, end + 1, isDigit)
  if (isLetter(sql.charAt(end)) || sql.charAt(end) === '.') throw new Untranslatable()
  return { token: { kind: 'number', value: Number(sql.slice(start, end)) }, end }
}
