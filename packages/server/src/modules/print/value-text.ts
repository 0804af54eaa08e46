import { type DateWords, parseFuzzyDate } from '@trowel/contract/fuzzy-date.js'
import { describeFieldType, type Holds } from '@trowel/contract/model/field-types.js'
import { romanNumeral } from '@trowel/contract/roman-numeral.js'
import type { Field } from '../../catalogue/catalogue.js'
import { type PrintLanguage, type PrintWords, worded } from './print-words.js'
import type { Cell } from './read-facts.js'

/** How the dates of a chronology are said on paper; `undefined` where their own English is. */
export function dateWords(words: PrintWords): DateWords | undefined {
  const { dates } = words
  if (!dates) return undefined
  const eraOf = (isBefore: boolean) => worded(isBefore ? words.yearBefore : words.yearAfter, { n: '' }).trim()
  return {
    century: (number, part, isBefore) => {
      const form = (number === 1 ? dates.firstCentury : undefined) ?? dates.century
      const century = worded(form, { n: number, roman: romanNumeral(number), era: eraOf(isBefore) })
      return worded(dates.parts[part] ?? '{century}', { century })
    },
    year: (year) => worded(year < 0 ? words.yearBefore : words.yearAfter, { n: Math.abs(year) || 1 }),
    anteQuem: (date) => worded(dates.anteQuem, { date }),
    postQuem: (date) => worded(dates.postQuem, { date }),
    undated: dates.undated,
  }
}

/** How a value is read off paper, where that is not simply its text. */
const readings: Readonly<
  Partial<Record<Holds, (value: string | number, language: PrintLanguage) => string>>
> = {
  answer: (value, { words }) => (Number(value) === 1 ? words.yes : words.no),
  day: (value, { locale }) => dayText(String(value), locale),
  list: (value) => String(value).split(';').join(', '),
}

/** The fields of a record's chronology keep what was typed, and years, those before our era below zero. */
const chronology: Readonly<
  Record<string, (value: string | number, language: PrintLanguage) => string | undefined>
> = {
  chrono_label: (value, { words }) => parseFuzzyDate(String(value), dateWords(words))?.label,
  chrono_from: (value, language) => yearText(Number(value), language),
  chrono_to: (value, language) => yearText(Number(value), language),
  chrono_certainty: (value, { words }) => words.certainty[Number(value) - 1],
}

/**
 * A value as people read it: what a looked-up record is called, a day in words, yes or no; `''` for nothing.
 */
export function valueText(field: Field, cell: Cell | undefined, language: PrintLanguage): string {
  if (!cell || cell.val === null || cell.val === '') return ''
  const dated = chronology[field.name]?.(cell.val, language)
  if (dated !== undefined) return dated
  if (field.idFromTable !== undefined) return cell.val_label ?? String(cell.val)
  const reading = readings[describeFieldType(field.type).holds]
  return reading ? reading(cell.val, language) : String(cell.val)
}

/** `2024-05-04` as `4 May 2024`; what is no day stays as it is. */
function dayText(text: string, locale: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) return text
  let format = dayFormats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    dayFormats.set(locale, format)
  }
  return format.format(moment)
}

/** By locale: to make one takes longer than to use it a hundred times. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** There is no year 0: what begins there begins with the first of our era. */
function yearText(year: number, { words }: PrintLanguage): string {
  if (year >= 1000) return String(year)
  return worded(year < 0 ? words.yearBefore : words.yearAfter, { n: Math.abs(year) || 1 })
}
