const decimalSigns = new Map<string, '.' | ','>()

/** The sign before the decimals, as a language writes it. */
function decimalSign(language: string): '.' | ',' {
  let sign = decimalSigns.get(language)
  if (sign === undefined) {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5)
    sign = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
    decimalSigns.set(language, sign)
  }
  return sign
}

/** A number in the form of the wire, empty where nothing is typed; or why the text is none. */
export type NumberRead =
  | { readonly value: string }
  | { readonly problem: 'notANumber' | 'notWhole' }
  /** One of two numbers, which differ a thousandfold. */
  | { readonly problem: 'ambiguous'; readonly whole: string; readonly decimals: string }

/** Behind a text that may mean two numbers: the service, which would read one of them, refuses it. */
const doubt = ' ?'

const plain = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
/** `1.234,5`, `1,234.5`, `1.234.567`: two signs, or one that is repeated, leave no doubt. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d*|(?:,\d{3})+\.\d*|(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/
const groupedBySpaces = /^[+-]?[1-9]\d{0,2}(?:[ \u00A0\u202F'’]\d{3})+(?:[.,]\d*)?$/

/**
 * Reads a number as people type it: a comma and a point both stand before decimals, in every language.
 * Thousands may be parted where that leaves no doubt. A single sign that parts thousands in the language,
 * before three digits, may mean either: it is never guessed.
 */
export function readNumber(typed: string, language: string, isWhole = false): NumberRead {
  const text = typed.trim().replace('−', '-')
  if (text === '') return { value: '' }
  const bare = groupedBySpaces.test(text) ? text.replace(/[ \u00A0\u202F'’]/g, '') : text
  const thousands = decimalSign(language) === ',' ? '.' : ','
  const undoubted = text.endsWith(doubt) ? text.slice(0, -doubt.length) : text
  if (new RegExp(`^[+-]?[1-9]\\d{0,2}\\${thousands}\\d{3}$`).test(undoubted)) {
    if (isWhole) return { problem: 'notWhole' }
    const [before, after] = undoubted.split(thousands)
    return {
      problem: 'ambiguous',
      whole: `${before}${after}`,
      decimals: `${before}${decimalSign(language)}${after}`,
    }
  }
  const value = plain.test(bare)
    ? bare.replace(',', '.')
    : grouped.test(bare)
      ? withoutThousands(bare)
      : undefined
  if (value === undefined || !Number.isFinite(Number(value)))
    return { problem: isWhole ? 'notWhole' : 'notANumber' }
  const unsigned = value.replace(/^\+/, '')
  if (isWhole && !(/^-?\d+$/.test(unsigned) && Number.isSafeInteger(Number(unsigned))))
    return { problem: 'notWhole' }
  return { value: unsigned }
}

/** What a form holds of what was typed: the number, or a text that the service refuses. */
export function heldText(typed: string, read: NumberRead): string {
  if ('value' in read) return read.value
  return read.problem === 'ambiguous' && !typed.endsWith(doubt) ? `${typed.trim()}${doubt}` : typed
}

function withoutThousands(text: string): string {
  const signs = text.replace(/[^.,]/g, '')
  const last = signs.at(-1)
  const decimal = signs.at(0) !== last ? last : undefined
  const bare = [...text].filter((sign) => /[\d+-]/.test(sign) || sign === decimal).join('')
  return bare.replace(',', '.')
}

/** A number of the wire as a person of the language writes it. */
export const numberText = (value: string, language: string): string =>
  plain.test(value) ? value.replace('.', decimalSign(language)) : value
