import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { colouringOf, distinct, ramps } from './colouring.js'
import { fieldsOf } from './map-fields.js'

// Nothing is asked of the service.
vi.mock('../../../core/session.js', () => ({ client: {} }))

const value = fc.oneof(fc.string({ maxLength: 2 }), fc.integer(), fc.boolean(), fc.constant(null))
const someValues = fc.oneof(
  fc.array(value, { maxLength: 60 }),
  fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(null)), { maxLength: 60 }),
)

describe('the colours of a field', () => {
  test('count every feature once in the legend', () =>
    fc.assert(
      fc.property(someValues, fc.boolean(), (values, isNumber) => {
        const { legend } = colouringOf(values, isNumber)
        expect(legend.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
      }),
    ))

  test('are those of the legend', () =>
    fc.assert(
      fc.property(someValues, fc.boolean(), (values, isNumber) => {
        const { legend, colour } = colouringOf(values, isNumber)
        const known = new Set(legend.map((entry) => entry.colour))
        for (const one of values) expect(known).toContain(colour(one))
      }),
    ))

  test('grade numbers in ranges that begin at round ones, and a few one by one', () => {
    const { legend } = colouringOf(
      Array.from({ length: 1000 }, (_, number) => number * 1.2345),
      true,
    )
    expect(legend).toMatchObject([
      { kind: 'range', from: 0, to: 240, isLast: false },
      { from: 240, to: 490 },
      { from: 490, to: 740 },
      { from: 740, to: 980 },
      { from: 980, to: 999 * 1.2345, isLast: true },
    ])
    const [one, two, none] = colouringOf([2, 1, 2, null], true).legend
    expect([one, two, none]).toMatchObject([
      { kind: 'value', value: 1, count: 1 },
      { kind: 'value', value: 2, count: 2 },
      { kind: 'empty', count: 1 },
    ])
    expect(one?.colour).toBe(legend[0]?.colour)
    expect(two?.colour).toBe(legend[4]?.colour)
  })

  test('tell words apart, the most frequent of many, and call the rest others', () => {
    const words = Array.from({ length: 12 }, (_, kind) => Array<string>(kind + 1).fill(`kind ${kind}`)).flat()
    const { legend } = colouringOf(words, false)
    expect(legend.map((entry) => (entry.kind === 'value' ? entry.value : entry.kind))).toEqual([
      ...Array.from({ length: 9 }, (_, place) => `kind ${place + 3}`),
      'others',
    ])
    expect(new Set(legend.map(({ colour }) => colour)).size).toBe(10)
  })

  test('are those that were chosen', () => {
    const words = ['wall', 'pit', 'pit', 'floor']
    const own = colouringOf(words, false, { colours: { pit: '#102030', gone: '#ffffff' } })
    expect(own.legend.map(({ colour }) => colour)).toEqual([distinct[0], '#102030', distinct[2]])
    expect(own.colour('pit')).toBe('#102030')
    const blue = colouringOf(words, false, { palette: 'blue' })
    expect(blue.legend.map(({ colour }) => colour)).toEqual([
      ramps['blue']?.[0],
      ramps['blue']?.[2],
      ramps['blue']?.[4],
    ])
    // A palette of another version.
    expect(colouringOf(words, false, { palette: 'gone' }).legend).toEqual(colouringOf(words, false).legend)
  })

  test('sort numbers in as many classes as were asked for, in three ways', () => {
    const numbers = [...Array.from({ length: 90 }, (_, k) => k % 10), 500, 501, 502, 990, 995, 1000]
    const starts = (method: 'quantile' | 'equal' | 'natural', classes = 3) =>
      colouringOf(numbers, true, { method, classes }).legend.map((entry) =>
        entry.kind === 'range' ? entry.from : undefined,
      )
    expect(starts('quantile')).toEqual([0, 3, 7])
    expect(starts('equal')).toEqual([0, 330, 660])
    expect(starts('natural')).toEqual([0, 500, 990])
    for (const method of ['quantile', 'equal', 'natural'] as const)
      for (const classes of [2, 9, 1, 50]) {
        const count = starts(method, classes).length
        expect(count).toBeGreaterThan(1)
        expect(count).toBeLessThanOrEqual(Math.min(Math.max(classes, 2), 9))
      }
  })
})

test('numbers are measures, but for those that name a record, are unique, or lead to another table', () => {
  const field = (name: string, more = {}) => ({
    value: `finds:${name}`,
    label: name,
    type: 'text',
    db_type: 'INTEGER',
    ...more,
  })
  const fields = fieldsOf('finds', 'inv_no', [
    field('id'),
    field('inv_no'),
    field('weight', { db_type: 'FLOAT' }),
    field('label_no', { is_unique: true }),
    field('context', { ref_tb: 'contexts' }),
    field('is_special', { type: 'boolean' }),
    { ...field('value'), value: 'measures:value' },
  ])
  expect(fields.map(({ name, isNumber }) => [name, isNumber])).toEqual([
    ['inv_no', false],
    ['weight', true],
    ['label_no', false],
    ['context', false],
    ['is_special', false],
  ])
})
