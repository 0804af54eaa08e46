import { describe, expect, test } from 'vitest'
import {
  counterIn,
  fieldsInPattern,
  numberIn,
  readNumberPattern,
  renamedPattern,
  seriesOf,
} from './number-pattern.js'

const fields = new Set(['trench', 'kind'])
const values: Readonly<Record<string, string>> = { trench: 'A', kind: '' }
const seriesIn = (text: string, isField = (name: string) => fields.has(name)) =>
  seriesOf(readNumberPattern(text) ?? [], 2026, isField, (name) => values[name])

describe('a pattern for numbers', () => {
  test.each([
    ['US {n}', 7, 'US 7'],
    ['{n}', 12, '12'],
    ['{year}-{n:4}', 17, '2026-0017'],
    ['PF{year:2}-{n:4}', 12345, 'PF26-12345'],
    ['{trench}.{n}', 3, 'A.3'],
    ['{n:2}/{year}/{trench}', 3, '03/2026/A'],
  ])('%s with %i is %s', (text, n, number) => {
    const series = seriesIn(text)
    if ('missing' in series) throw new Error('Nothing is missing.')
    expect(numberIn(series, n)).toBe(number)
    expect(counterIn(series, number)).toBe(n)
  })

  test.each([
    '',
    'US',
    '{year}',
    '{n}{n}',
    '{n:0}',
    '{n:13}',
    '{year:3}-{n}',
    '{trench:2}.{n}',
    '{n',
    '{N}',
    '{n}}',
    `{n}${'x'.repeat(200)}`,
  ])('%j is none', (text) => {
    expect(readNumberPattern(text)).toBeUndefined()
  })

  test('names what it still needs', () => {
    expect(seriesIn('{trench}/{kind}/{room}.{n}')).toEqual({ missing: ['kind', 'room'] })
  })

  test('takes the year of a field of that name, but for one of two digits', () => {
    const isField = (name: string) => name === 'year'
    const pattern = readNumberPattern('{year}-{year:2}-{n}') ?? []
    expect(fieldsInPattern(pattern, isField)).toEqual(['year'])
    expect(seriesOf(pattern, 2026, isField, () => '1998')).toMatchObject({ prefix: '1998-26-' })
  })

  test.each(['US 7 ', 'US', 'US ', 'us 7', 'US 7a', 'US -7', 'US 7.5', `US ${'1'.repeat(16)}`])(
    '%j is no number of "US {n}"',
    (text) => {
      expect(counterIn({ prefix: 'US ', suffix: '', width: 1 }, text)).toBeUndefined()
    },
  )

  test('follows the new name of a field, and of nothing else', () => {
    const after = (name: string) => (name === 'trench' ? 'area' : name === 'n' ? 'm' : name)
    expect(renamedPattern('trench {trench}.{n:3}/{year:2}', after)).toBe('trench {area}.{n:3}/{year:2}')
    expect(renamedPattern('{broken', after)).toBe('{broken')
  })
})
