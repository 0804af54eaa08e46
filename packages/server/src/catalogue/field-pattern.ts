import { RE2JS } from 're2js'
import { type Message, message } from '../message.js'

/** The pattern of a field that can be run, in time proportional to the text. */
export interface FieldPattern {
  matches(text: string): boolean
  /** Longer texts would cost too much with a pattern of this size. */
  readonly maxLength: number
}

/**
 * Why a pattern cannot be run. `part` is the piece of it that is not possible; undefined where it is no
 * regular expression.
 */
export interface UnusablePattern extends Message {
  readonly part: string | undefined
}

const maxPatternLength = 500

/** Size of the compiled pattern. `.{0,1000}` has some 2000. */
const maxProgram = 5000
/** What one match may cost: the size of the compiled pattern times the length of the text. */
const maxSteps = 10_000_000
/** RE2 repeats nothing more often. */
const maxRepetitions = 1000

export const isUsable = (pattern: FieldPattern | UnusablePattern): pattern is FieldPattern =>
  'matches' in pattern

/**
 * The pattern as people write it, a JavaScript regular expression with the flag `u`, for an engine that does
 * not backtrack. The backtracking one only parses it, so both read the same language.
 */
export function compilePattern(pattern: string): FieldPattern | UnusablePattern {
  const isTooLong = pattern.length > maxPatternLength
  if (isTooLong || !isRegularExpression(pattern)) {
    const part = isTooLong ? `${pattern.slice(0, 40)}…` : undefined
    return { part, ...message('pattern_broken', { most: maxPatternLength }) }
  }
  const translated = translate(pattern)
  if (typeof translated !== 'string') return translated
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(translated))
  } catch {
    return { part: pattern, ...message('pattern_unknown_part', { part: pattern }) }
  }
  const size = compiled.programSize()
  if (size > maxProgram) return { part: pattern, ...message('pattern_too_large', { part: pattern }) }
  return { matches: (text) => compiled.test(text), maxLength: Math.floor(maxSteps / size) }
}

function isRegularExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

/**
 * The pieces of a pattern that parses: escapes, what opens and closes a class, lookaround, counts, and single
 * characters.
 */
const pieces =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|[\s\S])|\(\?<?[=!]|\{\d+(?:,\d*)?\}|[\s\S]/gu

const space = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const noSpace = String.raw`\x00-\x08\x0e-\x1f\x21-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`

/** What RE2 writes otherwise than JavaScript, or takes for something else; the library does the rest. */
function translate(pattern: string): string | UnusablePattern {
  let result = ''
  let inClass = false
  for (const [piece] of pattern.matchAll(pieces)) {
    const unusable = inClass ? undefined : impossible(piece)
    if (unusable) return unusable
    if (piece === '\\s') result += inClass ? space : `[${space}]`
    else if (piece === '\\S') result += inClass ? noSpace : `[${noSpace}]`
    else if (piece.startsWith('\\u')) result += `\\x{${codePointOf(piece).toString(16)}}`
    else if (/^\\p/i.test(piece)) result += piece.replace(/\{(?:Script|sc|General_Category|gc)=/, '{')
    else if (inClass && piece === '\\b') result += '\\x08'
    else if (inClass && piece === '[') result += '\\['
    else if (!inClass && piece === '.') result += String.raw`[^\n\r\x{2028}\x{2029}]`
    else result += piece
    if (piece === '[') inClass = true
    else if (piece === ']') inClass = false
  }
  return result
}

/** Two escapes of half a character each are one. */
function codePointOf(escapes: string): number {
  const units = (escapes.match(/[\da-fA-F]+/g) ?? []).map((digits) => Number.parseInt(digits, 16))
  return String.fromCodePoint(...units).codePointAt(0) ?? 0
}

function impossible(part: string): UnusablePattern | undefined {
  if (/^\(\?<?[=!]$/.test(part)) return { part, ...message('pattern_looks_around', { part }) }
  if (/^\\(?:k<|[1-9])/.test(part)) return { part, ...message('pattern_refers_back', { part }) }
  const counts = /^\{/.test(part) && part.length > 1 ? (part.match(/\d+/g) ?? []) : []
  if (counts.some((count) => Number(count) > maxRepetitions)) {
    return { part, ...message('pattern_repeats_too_often', { part, most: maxRepetitions }) }
  }
  return undefined
}
