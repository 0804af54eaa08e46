import { type DateWords, labelOfYears, parseFuzzyDate, type YearSpan } from '@trowel/contract/fuzzy-date.js'
import { romanNumeral } from '@trowel/contract/roman-numeral.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Parts of a century by the letters of the grammar, under their names in the language files. */
const parts = {
  e: 'early',
  m: 'mid',
  l: 'late',
  h1: 'half1',
  h2: 'half2',
  q1: 'quarter1',
  q2: 'quarter2',
  q3: 'quarter3',
  q4: 'quarter4',
} as const

const isPart = (letters: string): letters is keyof typeof parts => Object.hasOwn(parts, letters)

/** How sure a date is; the numbers are those that are stored. */
export const certainties = [1, 2, 3] as const
export type Certainty = (typeof certainties)[number]

/** A stored certainty; certain where nothing is stored. */
export const certaintyOf = (value: unknown): Certainty =>
  certainties.find((one) => one === Number(value)) ?? 1

/** How dates are said in the person's language. */
export function useDateWords(): DateWords {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const era = (bce: boolean) => t(bce ? 'dates.bce' : 'dates.ce')
    const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
    const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
    return {
      century: (number, part, bce) => {
        const century = t('dates.century', {
          lng: language,
          ordinal: `${number}${endings[ordinal.select(number)]}`,
          roman: romanNumeral(number),
          era: era(bce),
        })
        return isPart(part) ? t(`dates.${parts[part]}`, { century }) : century
      },
      // No year has the number 0: what begins there begins with the first.
      year: (year) => `${Math.abs(year) || 1} ${era(year < 0)}`,
      anteQuem: (date) => t('dates.anteQuem', { date }),
      postQuem: (date) => t('dates.postQuem', { date }),
      undated: t('dates.undated'),
    }
  }, [t, language])
}

/** A stored date in words: what was typed if it can be read, else what was typed as it is, else its years. */
export function dateInWords(typed: string | null, years: YearSpan, words: DateWords): string {
  if (typed === null || typed.trim() === '') return labelOfYears(years, words)
  return parseFuzzyDate(typed, words)?.label ?? typed
}
