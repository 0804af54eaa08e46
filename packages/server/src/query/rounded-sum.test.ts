import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundedSum, roundedToDigits } from './aggregates.js'

describe('the digits of a sum', () => {
  test.each<[string, number | null, number | null, number | null]>([
    ['nothing to add', null, null, null],
    ['what adding made up', 0.1 + 0.2, 0.3, 0.3],
    ['a sum below zero', -0.1 - 0.2, 0.3, -0.3],
    ['what is left when numbers cancel each other out', 0.1 + 0.2 - 0.3, 0.6, 0],
    ['a small rest of large numbers', 1e15 + 0.123 - 1e15, 2e15, 0],
    ['a rest that is exact', 1000.25 - 1000, 2000.25, 0.25],
    ['integers, which are exact', 9_007_199_254_740_991, null, 9_007_199_254_740_991],
    ['zero below zero', -0, 1, 0],
    ['sizes of all kinds', 1e300, 1e300, 1e300],
    ['very small ones', 3e-300, 3e-300, 3e-300],
  ])('%s', (_what, sum, size, rounded) => {
    expect(roundedSum(sum, size)).toBe(rounded)
  })

  test('a mean has no more digits than are exact', () => {
    expect([roundedToDigits(0.3 / 3), roundedToDigits(-0), roundedToDigits(2 / 3)]).toEqual([
      0.1, 0, 0.66666666666667,
    ])
  })

  test('whatever the order, decimals add up to what they add up to on paper', () => {
    const hundredths = fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(hundredths, (numbers) => {
        const onPaper = numbers.reduce((sum, number) => sum + number, 0) / 100
        for (const order of [numbers, numbers.toReversed(), numbers.toSorted((a, b) => a - b)]) {
          const fractions = order.map((number) => number / 100)
          const sum = fractions.reduce((all, number) => all + number, 0)
          const size = fractions.reduce((all, number) => all + Math.abs(number), 0)
          expect(roundedSum(sum, size)).toBe(onPaper + 0)
        }
      }),
    )
  })
})
