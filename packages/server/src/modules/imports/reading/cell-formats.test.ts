import { type DayForm, type DecimalMark, dayForms } from '@trowel/contract/imports.js'
import { assert, date as day, double, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { plainAnswer, plainDay, plainNumber } from './cell-formats.js'
import { FormatDetector } from './format-detector.js'

describe('numbers as people write them', () => {
  test.each<[string, DecimalMark, string | undefined]>([
    ['13,6', ',', '13.6'],
    ['1.234,5', ',', '1234.5'],
    ['1 234 567,5', ',', '1234567.5'],
    ['1’234', ',', '1234'],
    [',5', ',', '0.5'],
    ['-7', ',', '-7'],
    ['1,5e-3', ',', '1.5e-3'],
    ['1,234.5', '.', '1234.5'],
    ['1.5', '.', '1.5'],
    ['13.6', ',', undefined],
    ['1.23.456', ',', undefined],
    ['1.234 567', ',', undefined],
    ['1,23', '.', undefined],
    ['12 kg', ',', undefined],
    ['-', ',', undefined],
    [',', ',', undefined],
  ])('%s with "%s" is %s', (text, mark, number) => {
    const found = plainNumber(text, mark)
    expect(found instanceof Unusable ? undefined : found).toBe(number)
  })

  test('any fraction comes back as it went', () => {
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const found = plainNumber(String(number).replace('.', ','), ',')
        // Nobody writes the sign of zero.
        expect(Number(found)).toBe(number === 0 ? 0 : number)
      }),
    )
  })
})

describe('days as people write them', () => {
  const written = (form: DayForm, moment: Date): string => {
    const [year = '', month = '', number = ''] = moment.toISOString().slice(0, 10).split('-')
    return form.replace('yyyy', year).replace('mm', month).replace('dd', number)
  }

  test.each(dayForms)('%s comes back as it went', (form) => {
    assert(
      property(
        day({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        (moment) => {
          expect(plainDay(written(form, moment), form)).toBe(moment.toISOString().slice(0, 10))
        },
      ),
    )
  })

  test.each(['31-12-2023', '2023/12/31', '1/2/24', 'May 2024', '12/2023'])('%s is no dd/mm/yyyy', (text) => {
    expect(plainDay(text, 'dd/mm/yyyy')).toBeInstanceOf(Unusable)
  })
})

describe('yes and no as people write them', () => {
  test.each([
    ['1', ['yes', 'TRUE', 'Sì', 'si', 'si\u0300', 'VERO', ' ja ', 'Wahr', 'oui', 'Sí', '1']],
    ['0', ['No', 'FALSE', 'falso', 'Nein', 'non', 'FAUX', '0']],
  ])('%s is %s', (stored, words) => {
    expect(words.map(plainAnswer)).toEqual(words.map(() => stored))
  })

  test.each(['maybe', 'x', 'n', 'sino', '?'])('%s is neither and stays', (text) => {
    expect(plainAnswer(text)).toBe(text)
  })
})

describe('what a file tells of its forms', () => {
  const watch = (cells: readonly string[]) => {
    const forms = new FormatDetector()
    for (const cell of cells) forms.see(cell)
    return { decimal: forms.decimal(), dates: forms.dates() }
  }

  test.each<[string, string[], string | null, number]>([
    ['commas', ['13,6', '0,125', 'C0412'], ',', 1],
    ['points', ['13.6', '2.25'], '.', 1],
    ['commas and some points', ['13,6', '13,7', '13,8', '1.5'], ',', 0.75],
    ['numbers that mean either', ['1,234', '2.345'], null, 0],
    ['whole numbers', ['1234', '-5'], null, 1],
    ['thousands', ['1.234,50', '2.000,75'], ',', 1],
  ])('%s', (_case, cells, value, sure) => {
    expect(watch(cells).decimal).toMatchObject({ value, sure })
  })

  test.each<[string, string[], string | null, number]>([
    ['the day first', ['31/12/2023', '1/2/2024'], 'dd/mm/yyyy', 1],
    ['the month first', ['12/31/2023', '1/2/2024'], 'mm/dd/yyyy', 1],
    ['days that mean either', ['01/02/2024', '03/04/2024'], 'dd/mm/yyyy', 0.5],
    ['both', ['31/12/2023', '12/31/2023'], 'dd/mm/yyyy', 0.5],
    ['points', ['31.12.2023'], 'dd.mm.yyyy', 1],
    ['the form of the fields', ['2024-05-01'], 'yyyy-mm-dd', 1],
    ['no days', ['3/4', '1.5', '10-12'], null, 1],
  ])('%s', (_case, cells, value, sure) => {
    expect(watch(cells).dates).toMatchObject({ value, sure })
  })
})
