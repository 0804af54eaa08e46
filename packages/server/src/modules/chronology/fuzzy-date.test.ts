import { centuryParts, labelOfYears, parseFuzzyDate } from '@trowel/contract/fuzzy-date.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('a date as excavators write it', () => {
  test.each<[string, number | null, number | null, string]>([
    ['c4 BCE', -400, -301, '4th cent. BCE'],
    ['c1 BCE', -100, -1, '1st cent. BCE'],
    ['c1 CE', 1, 100, '1st cent. CE'],
    ['c4l BCE', -325, -301, 'Late 4th cent. BCE'],
    ['c4m BCE', -375, -326, 'Mid 4th cent. BCE'],
    ['c4e CE', 301, 325, 'Early 4th cent. CE'],
    ['c4h1 BCE', -400, -351, 'First half of 4th cent. BCE'],
    ['c4q1 CE', 301, 325, 'First quarter of 4th cent. CE'],
    ['c4q2 CE', 326, 350, 'Second quarter of 4th cent. CE'],
    ['c4q3 CE', 351, 375, 'Third quarter of 4th cent. CE'],
    ['c4q4 CE', 376, 400, 'Fourth quarter of 4th cent. CE'],
    ['C13H2 ce', 1251, 1300, 'Second half of 13th cent. CE'],
    ['c2 CE', 101, 200, '2nd cent. CE'],
    ['c3 CE', 201, 300, '3rd cent. CE'],
    ['c11 CE', 1001, 1100, '11th cent. CE'],
    ['c12 CE', 1101, 1200, '12th cent. CE'],
    ['c21 CE', 2001, 2100, '21st cent. CE'],
    ['c99 BCE', -9900, -9801, '99th cent. BCE'],
    ['-325', -325, -325, '325 BCE'],
    ['325 BCE', -325, -325, '325 BCE'],
    ['325CE', 325, 325, '325 CE'],
    ['325', 325, 325, '325 CE'],
    ['0', 0, 0, '0 CE'],
    ['-0', 0, 0, '0 CE'],
    ['?/c2 CE', null, 200, 'Ante quem: 2nd cent. CE'],
    ['c2 CE/?', 101, null, 'Post quem: 2nd cent. CE'],
    ['?/-310', null, -310, 'Ante quem: 310 BCE'],
    ['c4 BCE/c2 CE', -400, 200, '4th cent. BCE – 2nd cent. CE'],
    ['  -450  /  c4e bce ', -450, -376, '450 BCE – Early 4th cent. BCE'],
    ['', null, null, 'Undated'],
    ['  ', null, null, 'Undated'],
    ['?', null, null, 'Undated'],
    ['? / ?', null, null, 'Undated'],
  ])('"%s" lies between %s and %s: %s', (input, from, to, label) => {
    expect(parseFuzzyDate(input)).toEqual({ from, to, label })
  })

  test.each([
    'c2 CE/c4 BCE',
    'c0 CE',
    'c100 CE',
    'c4lBCE',
    'c4 l BCE',
    'c4CE',
    'c4',
    'c4h3 CE',
    '123456',
    '-123456',
    '-100 BCE',
    '- 100',
    '4th century',
    'c4 BCE/',
    '/c4 BCE',
    'c4 BCE/c3 BCE/c2 BCE',
    'c4 BCE//c3 BCE',
    '?/?/?',
    '12.5',
    'BCE',
    'toString CE',
  ])('"%s" is none', (input) => {
    expect(parseFuzzyDate(input)).toBeUndefined()
  })

  test('is said in another language by its words', () => {
    const words = {
      century: (number: number, part: string, bce: boolean) => `${number}${part}${bce ? ' a.C.' : ' d.C.'}`,
      year: (year: number) => `anno ${year}`,
      anteQuem: (date: string) => `entro ${date}`,
      postQuem: (date: string) => `dopo ${date}`,
      undated: 'senza data',
    }
    expect(parseFuzzyDate('C4L bce/-12', words)?.label).toBe('4l a.C. – anno -12')
    expect(parseFuzzyDate('?/c2 CE', words)?.label).toBe('entro 2 d.C.')
    expect(parseFuzzyDate('?', words)?.label).toBe('senza data')
    expect(labelOfYears({ from: 5, to: null }, words)).toBe('dopo anno 5')
  })

  test.each<[number | null, number | null, string]>([
    [null, null, 'Undated'],
    [-325, -325, '325 BCE'],
    [-400, 200, '400 BCE – 200 CE'],
    [null, -310, 'Ante quem: 310 BCE'],
    [101, null, 'Post quem: 101 CE'],
  ])('the years %s and %s are told as %s', (from, to, label) => {
    expect(labelOfYears({ from, to })).toBe(label)
  })
})

const blanks = fc.constantFrom('', ' ', '  ')
const era = fc.constantFrom('BCE', 'CE', 'bce', 'Ce')
const token = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.constantFrom(...Object.keys(centuryParts)), era)
    .map(([number, part, its]) => `c${number}${part} ${its}`),
  fc.integer({ min: 0, max: 99_999 }).map((year) => `-${year}`),
  fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), blanks, fc.oneof(era, fc.constant('')))
    .map(([year, between, its]) => (its === '' ? String(year) : year + between + its)),
)

describe('for all dates', () => {
  test('a century lies in its own century, as long as its part says', () => {
    const parts = fc.constantFrom(...Object.entries(centuryParts))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), parts, era, (number, [part, { first, last }], its) => {
        const date = parseFuzzyDate(`c${number}${part} ${its}`)
        const whole = parseFuzzyDate(`c${number} ${its}`)
        if (!date || !whole) return false
        const [from, to] = [Number(date.from), Number(date.to)]
        return to - from === last - first && from >= Number(whole.from) && to <= Number(whole.to)
      }),
    )
  })

  test('a span begins with its first part and ends with its second, or is refused because it would end before it begins', () => {
    fc.assert(
      fc.property(token, token, blanks, blanks, (left, right, before, after) => {
        const [one, other] = [parseFuzzyDate(left), parseFuzzyDate(right)]
        const span = parseFuzzyDate(`${before}${left}${after}/${before}${right}${after}`)
        const ordered = Number(one?.from) <= Number(other?.to)
        expect(span).toEqual(
          ordered ? { from: one?.from, to: other?.to, label: `${one?.label} – ${other?.label}` } : undefined,
        )
      }),
    )
  })

  test('the label of stored years reads back as the same years', () => {
    const year = fc.option(fc.integer({ min: -99_999, max: 99_999 }))
    fc.assert(
      fc.property(year, year, (one, other) => {
        const [from, to] = one !== null && other !== null && one > other ? [other, one] : [one, other]
        const typed = [from, to].map((number) => number ?? '?').join('/')
        const date = parseFuzzyDate(typed)
        expect(date).toMatchObject({ from, to })
        if (from !== to) expect(date?.label).toBe(labelOfYears({ from, to }))
      }),
    )
  })

  test('no text at all makes it fail', () => {
    const letters = fc.constantFrom(...'c?/-0123456789BCEbcelmhq ')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: letters })), (text) => {
        const date = parseFuzzyDate(text)
        if (date?.from != null && date.to != null) expect(date.from).toBeLessThanOrEqual(date.to)
      }),
    )
  })
})
