import type { DateWords } from '@trowel/contract/fuzzy-date.js'
import { romanNumeral } from '@trowel/contract/roman-numeral.js'
import { type PrintWords, worded } from './print-words.js'

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
