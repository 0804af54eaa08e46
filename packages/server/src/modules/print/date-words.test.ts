import { centuryParts, parseFuzzyDate } from '@trowel/contract/fuzzy-date.js'
import { expect, test } from 'vitest'
import { printLanguage } from './print-words.js'
import { dateWords } from './value-text.js'

const said = (language: string, date: string) =>
  parseFuzzyDate(date, dateWords(printLanguage(language).words))?.label

test.each([
  ['en', 'Late 4th cent. BCE', '1st cent. CE', '325 BCE – 20 CE', 'Ante quem: 2nd cent. CE', 'Undated'],
  [
    'it',
    'Fine del IV sec. a.C.',
    'I sec. d.C.',
    '325 a.C. – 20 d.C.',
    'Ante quem: II sec. d.C.',
    'Non datato',
  ],
  [
    'de',
    'Spätes 4. Jh. v. Chr.',
    '1. Jh. n. Chr.',
    '325 v. Chr. – 20 n. Chr.',
    'Ante quem: 2. Jh. n. Chr.',
    'Undatiert',
  ],
  [
    'fr',
    'Fin du IVe s. av. J.-C.',
    'Ier s. apr. J.-C.',
    '325 av. J.-C. – 20 apr. J.-C.',
    'Ante quem: IIe s. apr. J.-C.',
    'Non daté',
  ],
  [
    'es',
    'Finales del s. IV a. C.',
    's. I d. C.',
    '325 a. C. – 20 d. C.',
    'Ante quem: s. II d. C.',
    'Sin fecha',
  ],
])('dates are said in the language of the application: %s', (language, ...expected) => {
  const dates = ['c4l BCE', 'c1 CE', '-325/20', '?/c2 CE', '?']
  expect(dates.map((date) => said(language, date))).toEqual(expected)
})

test.each(['it', 'de', 'fr', 'es'])('every part of a century has its words in %s', (language) => {
  const parts = Object.keys(centuryParts).filter((part) => part !== '')
  const labels = parts.map((part) => said(language, `c49${part} CE`))
  expect(new Set(labels).size).toBe(parts.length)
  expect(labels.every((label) => label?.includes(language === 'de' ? '49. Jh.' : 'XLIX'))).toBe(true)
})
