/**
 * Dates as excavators write them: a century, a part of one, a year, or a span between two of them. Years are calendar years, negative
 * ones BCE; the number before year 1 is -1, and 0 stands only where somebody wrote it.
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
 * Reads a date as it was typed: `c4l BCE`, `-325`, `325 CE`, `?/c2 CE` (ante quem), `c2 CE/?` (post quem), `c4 BCE/c2 CE`; nothing, `?`
 * and `?/?` say that there is none. Upper and lower case are the same.
 *
 * @returns `undefined` for what is no date, and for a span whose beginning is later than its end
 */
export function parseFuzzyDate(input: string): FuzzyDate | undefined {
  const parts = input.split('/').map((part) => part.trim())
  const [left = '', right] = parts
  if (parts.length > 2) return undefined
  if (right === undefined) return left === '' || left === unknown ? undated : parseToken(left)
  if (left === unknown && right === unknown) return undated
  const begin = left === unknown ? undefined : parseToken(left)
  const end = right === unknown ? undefined : parseToken(right)
  if ((left !== unknown && !begin) || (right !== unknown && !end)) return undefined
  if (begin && end) {
    if (begin.from > end.to) return undefined
    return { from: begin.from, to: end.to, label: begin.label + dash + end.label }
  }
  if (begin) return { from: begin.from, to: null, label: postQuem(begin.label) }
  return end && { from: null, to: end.to, label: anteQuem(end.label) }
}

function parseToken(text: string): Token | undefined {
  const [, number, part, era] = century.exec(text) ?? []
  if (number !== undefined && era !== undefined) return centuryToken(Number(number), part ?? '', isBce(era))
  const [, before, plain, itsEra] = year.exec(text) ?? []
  if (before !== undefined) return yearToken(-Number(before))
  if (plain !== undefined) return yearToken(isBce(itsEra) ? -Number(plain) : Number(plain))
  return undefined
}

const isBce = (era: string | undefined): boolean => era?.toLowerCase() === 'bce'

function centuryToken(number: number, part: string, bce: boolean): Token | undefined {
  const named = centuryParts[part.toLowerCase()]
  if (!named) return undefined
  const base = bce ? -number * 100 : (number - 1) * 100 + 1
  return {
    from: base + named.first,
    to: base + named.last,
    label: `${named.words}${ordinal(number)} cent. ${bce ? 'BCE' : 'CE'}`,
  }
}

function yearToken(number: number): Token {
  // "-0" is the year 0, and zero has no sign.
  const years = number === 0 ? 0 : number
  return { from: years, to: years, label: yearText(years) }
}

/** A year in words, such as `325 BCE`. */
export const yearText = (years: number): string =>
  years < 0 ? `${Math.abs(years)} BCE` : `${Math.abs(years)} CE`

const anteQuem = (label: string): string => `Ante quem: ${label}`
const postQuem = (label: string): string => `Post quem: ${label}`

const undated: FuzzyDate = { from: null, to: null, label: 'Undated' }

/** Two stored years in words, for a date without a label of its own. */
export function labelOfYears({ from, to }: YearSpan): string {
  if (from === null) return to === null ? undated.label : anteQuem(yearText(to))
  if (to === null) return postQuem(yearText(from))
  return from === to ? yearText(from) : yearText(from) + dash + yearText(to)
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const plural = new Intl.PluralRules('en', { type: 'ordinal' })

const ordinal = (number: number): string => `${number}${endings[plural.select(number)]}`
