import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { colouringOf } from './colouring.js'

const value = fc.oneof(fc.string({ maxLength: 2 }), fc.integer(), fc.boolean(), fc.constant(null))

describe('the colours of a field', () => {
  test('count every feature once in the legend', () =>
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const { legend } = colouringOf(values)
        expect(legend.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
      }),
    ))

  test('are those of the legend', () =>
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const { legend, colour } = colouringOf(values)
        const known = new Set(legend.map((entry) => entry.colour))
        for (const one of values) expect(known).toContain(colour(one))
      }),
    ))

  test('grade many numbers, and tell a few apart', () => {
    const grades = colouringOf(Array.from({ length: 100 }, (_, number) => number))
    expect(grades.legend.map(({ kind, count }) => [kind, count])).toEqual(Array(5).fill(['range', 20]))
    const kinds = colouringOf([1, 2, 2, null])
    expect(kinds.legend.map(({ kind, text, count }) => [kind, text, count])).toEqual([
      ['value', '1', 1],
      ['value', '2', 2],
      ['empty', '', 1],
    ])
  })
})
