/**
 * Dates as excavators write them: a century, a part of one, a year, or a span between two of them. Years are
 * calendar years, negative ones BCE; the number before year 1 is -1, and 0 stands only where a person wrote
 * it.
 */
export interface YearSpan {
  /** The first year; null when nothing is known of the beginning. */
  readonly from: number | null
  /** The last year; null when nothing is known of the end. */
  readonly to: number | null
}

export interface FuzzyDate extends YearSpan {
  /** The date in words, such as `Late 4th cent. BCE`. */
  readonly label: string
}

/** How dates are said in a language. */
export interface DateWords {
  /** @param part a key of `centuryParts` */
  century(number: number, part: string, bce: boolean): string
  /** @param year negative for BCE */
  year(year: number): string
  /** Not after. */
  anteQuem(date: string): string
  /** Not before. */
  postQuem(date: string): string
  readonly undated: string
}

interface CenturyPart {
  /** What is said before the century. */
  readonly words: string
  /** First and last year, counted from the first of the century. */
  readonly first: number
  readonly last: number
}

/** Parts of a century, by the letters that follow its number. */
export const centuryParts: Readonly<Record<string, CenturyPart>> = {
  '': { words: '', first: 0, last: 99 },
  e: { words: 'Early ', first: 0, last: 24 },
  m: { words: 'Mid ', first: 25, last: 74 },
  l: { words: 'Late ', first: 75, last: 99 },
  h1: { words: 'First half of ', first: 0, last: 49 },
  h2: { words: 'Second half of ', first: 50, last: 99 },
  q1: { words: 'First quarter of ', first: 0, last: 24 },
  q2: { words: 'Second quarter of ', first: 25, last: 49 },
  q3: { words: 'Third quarter of ', first: 50, last: 74 },
  q4: { words: 'Fourth quarter of ', first: 75, last: 99 },
}

/** One end of a span: its years are always known. */
interface Token {
  readonly from: number
  readonly to: number
  readonly label: string
}

const century = /^c([1-9]\d?)(e|m|l|h[12]|q[1-4])?\s+(bce|ce)$/i
const year = /^(?:-(\d{1,5})|(\d{1,5})\s*(bce|ce)?)$/i
const dash = ' – '

/** What is written for a date that is not known. */
const unknown = '?'

/**
 * Reads a date as it was typed: `c4l BCE`, `-325`, `325 CE`, `?/c2 CE` (ante quem), `c2 CE/?` (post quem),
 * `c4 BCE/c2 CE`; nothing, `?` and `?/?` say that there is none. Upper and lower case are the same.
 *
 * @param words the language of the label
 * @returns `undefined` for what is no date, and for a span whose beginning is later than its end
 */
export function parseFuzzyDate(input: string, words: DateWords = english): FuzzyDate | undefined {
  const parts = input.split('/').map((part) => part.trim())
  const [left = '', right] = parts
  if (parts.length > 2) return undefined
  if (right === undefined) return left === '' || left === unknown ? undated(words) : parseToken(left, words)
  if (left === unknown && right === unknown) return undated(words)
  const begin = left === unknown ? undefined : parseToken(left, words)
  const end = right === unknown ? undefined : parseToken(right, words)
  if ((left !== unknown && !begin) || (right !== unknown && !end)) return undefined
  if (begin && end) {
    if (begin.from > end.to) return undefined
    return { from: begin.from, to: end.to, label: begin.label + dash + end.label }
  }
  if (begin) return { from: begin.from, to: null, label: words.postQuem(begin.label) }
  return end && { from: null, to: end.to, label: words.anteQuem(end.label) }
}

function parseToken(text: string, words: DateWords): Token | undefined {
  const [, number, part, era] = century.exec(text) ?? []
  if (number !== undefined && era !== undefined)
    return centuryToken(Number(number), (part ?? '').toLowerCase(), isBce(era), words)
  const [, before, plain, itsEra] = year.exec(text) ?? []
  if (before !== undefined) return yearToken(-Number(before), words)
  if (plain !== undefined) return yearToken(isBce(itsEra) ? -Number(plain) : Number(plain), words)
  return undefined
}

const isBce = (era: string | undefined): boolean => era?.toLowerCase() === 'bce'

function centuryToken(number: number, part: string, bce: boolean, words: DateWords): Token | undefined {
  const named = centuryParts[part]
  if (!named) return undefined
  const base = bce ? -number * 100 : (number - 1) * 100 + 1
  return {
    from: base + named.first,
    to: base + named.last,
    label: words.century(number, part, bce),
  }
}

function yearToken(number: number, words: DateWords): Token {
  // "-0" is the year 0, and zero has no sign.
  const years = number === 0 ? 0 : number
  return { from: years, to: years, label: words.year(years) }
}

/** A year in words, such as `325 BCE`. */
export const yearText = (years: number): string =>
  years < 0 ? `${Math.abs(years)} BCE` : `${Math.abs(years)} CE`

const undated = (words: DateWords): FuzzyDate => ({ from: null, to: null, label: words.undated })

/** Two stored years in words, for a date without a label of its own. */
export function labelOfYears({ from, to }: YearSpan, words: DateWords = english): string {
  if (from === null) return to === null ? words.undated : words.anteQuem(words.year(to))
  if (to === null) return words.postQuem(words.year(from))
  return from === to ? words.year(from) : words.year(from) + dash + words.year(to)
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const plural = new Intl.PluralRules('en', { type: 'ordinal' })

const ordinal = (number: number): string => `${number}${endings[plural.select(number)]}`

const english: DateWords = {
  century: (number, part, bce) =>
    `${centuryParts[part]?.words ?? ''}${ordinal(number)} cent. ${bce ? 'BCE' : 'CE'}`,
  year: yearText,
  anteQuem: (date) => `Ante quem: ${date}`,
  postQuem: (date) => `Post quem: ${date}`,
  undated: 'Undated',
}
