import { describe, expect, test } from 'vitest'
import { heldText, numberText, readNumber } from './number-text.js'

describe('a number as people type it', () => {
  test.each([
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    [' -0,75 ', '-0.75'],
    ['−5', '-5'],
    [',5', '.5'],
    ['12,', '12.'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['12,5678', '12.5678'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['12 345,5', '12345.5'],
    ['12\u202F345', '12345'],
    ["12'345.5", '12345.5'],
    ['1e-7', '1e-7'],
    ['+3', '3'],
    ['', ''],
  ])('%j is %j in every language', (typed, value) => {
    for (const language of ['en-GB', 'it']) expect(readNumber(typed, language)).toEqual({ value })
  })

  test('a single sign of thousands before three digits is never guessed', () => {
    expect(readNumber('1,234', 'en-GB')).toEqual({ problem: 'ambiguous', whole: '1234', decimals: '1.234' })
    expect(readNumber('-13.604', 'it')).toEqual({
      problem: 'ambiguous',
      whole: '-13604',
      decimals: '-13,604',
    })
    expect(readNumber('1.234', 'en-GB')).toEqual({ value: '1.234' })
    expect(readNumber('13,604', 'it')).toEqual({ value: '13.604' })
  })

  test('what may be two numbers is kept so that the service refuses it and it can be mended', () => {
    const kept = heldText('13.604', readNumber('13.604', 'it'))
    expect(kept).toBe('13.604 ?')
    expect(readNumber(kept, 'it')).toMatchObject({ problem: 'ambiguous', decimals: '13,604' })
    expect(heldText(kept, readNumber(kept, 'it'))).toBe(kept)
    expect(heldText('12,5', readNumber('12,5', 'it'))).toBe('12.5')
    expect(heldText('a few', readNumber('a few', 'it'))).toBe('a few')
  })

  test.each(['1,23,4', '1.23.4', '12,34.5', '1.234,5,6', 'twelve', '12 5', '5 g', '--5', '1,2.3', '9e999'])(
    '%j is none',
    (typed) => {
      expect(readNumber(typed, 'en-GB')).toEqual({ problem: 'notANumber' })
      expect(readNumber(typed, 'it')).toEqual({ problem: 'notANumber' })
    },
  )

  test.each(['12,5', '12.5', '12,', '1.234', '1,234', '1e3', '1e30', 'x'])(
    '%j is no whole number',
    (typed) => {
      expect(readNumber(typed, 'en-GB', true)).toEqual({ problem: 'notWhole' })
      expect(readNumber(typed, 'it', true)).toEqual({ problem: 'notWhole' })
    },
  )

  test('whole numbers may be parted where that leaves no doubt', () => {
    expect(readNumber('1.234.567', 'en-GB', true)).toEqual({ value: '1234567' })
    expect(readNumber('-63', 'it', true)).toEqual({ value: '-63' })
  })
})

test('a number of the wire is shown with the decimal sign of the language', () => {
  expect(numberText('12.5', 'it')).toBe('12,5')
  expect(numberText('12.5', 'en-GB')).toBe('12.5')
  expect(numberText('1.2.3', 'it')).toBe('1.2.3')
})
