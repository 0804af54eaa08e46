/** Where something is put into the number of a record: its counter `n`, the year, or what a field holds. */
interface Placeholder {
  readonly name: string
  /** Digits of the counter at least, or of the year. */
  readonly width: number | undefined
}

/** A number as its pattern cuts it: texts as they stand, and what is put between them. */
export type NumberPattern = readonly (string | Placeholder)[]

export const maxNumberPattern = 200
export const counter = 'n'
/** The year in which the number is given, unless the table has a field of that name. */
export const currentYear = 'year'

const placeholder = /\{([a-z][a-z0-9_]*)(?::(\d{1,2}))?\}/g

/** `{n}` with up to 12 digits, `{year}` with two or four of them; fields are put in as they are. */
const isWidthOf = (name: string, width: number): boolean =>
  name === counter ? width >= 1 && width <= 12 : name === currentYear && (width === 2 || width === 4)

/**
 * `PF{year:2}-{n:4}`: texts, one counter, the year and names of fields. `undefined` for what is no pattern.
 */
export function readNumberPattern(text: string): NumberPattern | undefined {
  if (text.length > maxNumberPattern) return undefined
  const parts: (string | Placeholder)[] = []
  let end = 0
  for (const found of text.matchAll(placeholder)) {
    const [whole, name = '', digits] = found
    const width = digits === undefined ? undefined : Number(digits)
    if (width !== undefined && !isWidthOf(name, width)) return undefined
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push({ name, width })
    end = found.index + whole.length
  }
  if (end < text.length) parts.push(text.slice(end))
  const counters = parts.filter((part) => typeof part === 'object' && part.name === counter)
  const hasBraces = parts.some((part) => typeof part === 'string' && /[{}]/.test(part))
  return counters.length === 1 && !hasBraces ? parts : undefined
}

/** The names that stand in a pattern beside its counter, and no year of so many digits. */
export const namesInPattern = (pattern: NumberPattern): string[] =>
  pattern.flatMap((part) =>
    typeof part === 'object' && part.name !== counter && part.width === undefined ? [part.name] : [],
  )

/** The fields whose values a number depends on, of those that a table has. */
export const fieldsInPattern = (pattern: NumberPattern, isField: (name: string) => boolean): string[] => [
  ...new Set(namesInPattern(pattern).filter(isField)),
]

/** The pattern with fields under the names that they have after a change. */
export function renamedPattern(text: string, nameAfter: (name: string) => string): string {
  return (readNumberPattern(text) ?? [text])
    .map((part) => {
      if (typeof part === 'string') return part
      const name = part.name === counter || part.width !== undefined ? part.name : nameAfter(part.name)
      return `{${name}${part.width === undefined ? '' : `:${part.width}`}}`
    })
    .join('')
}

/** What stands before and after the counter, and its digits at least. */
export interface NumberSeries {
  readonly prefix: string
  readonly suffix: string
  readonly width: number
}

/**
 * The series that a record's number belongs to.
 *
 * @param textOf what is put in for a field; nothing while it is not known
 * @returns the names of the fields that are not known, where there are any
 */
export function seriesOf(
  pattern: NumberPattern,
  year: number,
  isField: (name: string) => boolean,
  textOf: (name: string) => string | undefined,
): NumberSeries | { readonly missing: readonly string[] } {
  const missing = new Set<string>()
  const halves = ['', '']
  let width = 1
  let half = 0
  for (const part of pattern) {
    if (typeof part === 'string') halves[half] += part
    else if (part.name === counter) {
      width = part.width ?? 1
      half = 1
    } else if (part.width !== undefined || (part.name === currentYear && !isField(part.name))) {
      halves[half] += String(year).slice(-(part.width ?? 4))
    } else {
      const text = isField(part.name) ? textOf(part.name) : undefined
      if (text === undefined || text === '') missing.add(part.name)
      else halves[half] += text
    }
  }
  const [prefix = '', suffix = ''] = halves
  return missing.size > 0 ? { missing: [...missing] } : { prefix, suffix, width }
}

/** The number of a series with this counter. */
export const numberIn = ({ prefix, suffix, width }: NumberSeries, n: number): string =>
  `${prefix}${String(n).padStart(width, '0')}${suffix}`

/** Counters are compared as far as every number has its own. */
export const maxCounterDigits = 15

/** The counter of a number of the series; `undefined` for any other text. */
export function counterIn({ prefix, suffix }: NumberSeries, text: string): number | undefined {
  const digits = text.slice(prefix.length, text.length - suffix.length)
  const isOfSeries =
    text.length > prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix)
  return isOfSeries && digits.length <= maxCounterDigits && /^\d+$/.test(digits) ? Number(digits) : undefined
}
