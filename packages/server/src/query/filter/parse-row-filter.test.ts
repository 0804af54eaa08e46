import { describe, expect, test } from 'vitest'
import { contexts } from '../testing-catalogue.js'
import { checkRowFilter, parseRowFilter } from './parse-row-filter.js'

/** `filter.code._eq invalid_value`, one for each problem. */
const problems = (input: unknown): string[] =>
  checkRowFilter(input, contexts).map(({ field, code }) => `${field} ${code}`)

describe('a row filter', () => {
  test('joins its entries with and; groups may stand anywhere', () => {
    const filter = {
      site: { _in: [1, 2] },
      _or: [{ code: { _neq: 'closed' } }, { _and: [{ depth: { _gt: 1, _lt: 2 } }] }],
    }
    expect(checkRowFilter(filter, contexts)).toEqual([])
    expect(parseRowFilter(filter, contexts, 7)).toMatchObject({
      kind: 'and',
      of: [
        { kind: 'and', of: [{ operator: '_in', value: [1, 2] }] },
        {
          kind: 'or',
          of: [
            { of: [{ of: [{ operator: '_neq', value: 'closed' }] }] },
            { of: [{ kind: 'and', of: [{ of: [{ of: [{ value: 1 }, { value: 2 }] }] }] }] },
          ],
        },
      ],
    })
  })

  test('knows who asks', () => {
    const of = (filter: unknown, user: number | null) => parseRowFilter(filter, contexts, user)
    const compared = (value: unknown) => ({ of: [{ of: [{ value }] }] })
    expect(of({ creator: { _eq: '$CURRENT_USER' } }, 7)).toMatchObject(compared(7))
    expect(of({ creator: { _in: [1, '$CURRENT_USER'] } }, 7)).toMatchObject(compared([1, 7]))
    expect(of({ code: { _starts_with: '$CURRENT_USER' } }, 7)).toMatchObject(compared('7'))
  })

  test('about who asks is met by no row when nobody does', () => {
    for (const operator of ['_eq', '_neq']) {
      const filter = { creator: { [operator]: '$CURRENT_USER' } }
      expect(parseRowFilter(filter, contexts, null)).toEqual({
        kind: 'and',
        of: [{ kind: 'and', of: [{ kind: 'or', of: [] }] }],
      })
    }
  })

  const nested = (depth: number): unknown => (depth === 1 ? { id: { _eq: 1 } } : { _or: [nested(depth - 1)] })
  const deep = JSON.parse(`${'{"_or":['.repeat(50_000)}${']}'.repeat(50_000)}`) as unknown

  test.each([
    ['SQL', "trench = 'N'", ['filter not_an_object']],
    ['a list', [], ['filter not_an_object']],
    ['null', null, ['filter not_an_object']],
    ['an empty object', {}, ['filter wrong_count']],
    ['an unknown column', { nothing: { _eq: 1 } }, ['filter.nothing unknown_field']],
    ['a plugin table', { samples: { lab: { _eq: 'x' } } }, ['filter.samples unknown_field']],
    [
      'a field of a looked-up record',
      { site: { name: { _eq: 'x' } } },
      ['filter.site.name unknown_operator'],
    ],
    [
      'an operator it does not know',
      { code: { _contains: 'x' } },
      ['filter.code._contains unknown_operator'],
    ],
    ['a prototype', JSON.parse('{"__proto__":{"_eq":1}}'), ['filter.__proto__ unknown_field']],
    ['a bare value', { code: 'x' }, ['filter.code not_an_object']],
    ['no operators', { code: {} }, ['filter.code wrong_count']],
    ['an empty group', { _or: [] }, ['filter._or wrong_count']],
    ['a group with an empty filter', { _or: [{}] }, ['filter._or[0] wrong_count']],
    ['a group that is no list', { _and: {} }, ['filter._and wrong_count']],
    ['a group of texts', { _and: ['x'] }, ['filter._and[0] not_an_object']],
    ['a flag that is not true', { code: { _null: false } }, ['filter.code._null invalid_value']],
    ['a list written with commas', { code: { _in: 'a,b' } }, ['filter.code._in invalid_value']],
    ['an empty list', { code: { _in: [] } }, ['filter.code._in invalid_value']],
    ['a list of 201', { code: { _in: Array(201).fill('a') } }, ['filter.code._in invalid_value']],
    ['a span of three', { depth: { _between: [1, 2, 3] } }, ['filter.depth._between invalid_value']],
    ['null as a value', { code: { _eq: null } }, ['filter.code._eq invalid_value']],
    ['a word as a number', { depth: { _gt: 'deep' } }, ['filter.depth._gt invalid_value']],
    ['who asks as a date', { found: { _gt: '$CURRENT_USER' } }, ['filter.found._gt invalid_value']],
    ['five levels', nested(5), ['filter._or[0]._or[0]._or[0]._or[0] too_deep']],
    ['100,000 levels', deep, ['filter too_deep']],
    ['51 conditions', { _or: Array(17).fill({ depth: { _gt: 1, _lt: 2, _neq: 3 } }) }, ['filter too_many']],
    ['21 in a group', { _or: Array(21).fill({ id: { _eq: 1 } }) }, ['filter._or wrong_count']],
    [
      '6 operators',
      { depth: { _gt: 1, _lt: 2, _neq: 3, _gte: 1, _lte: 2, _eq: 1 } },
      ['filter.depth wrong_count'],
    ],
    ['more than 8,192 bytes', { code: { _in: Array(100).fill('x'.repeat(100)) } }, ['filter too_large']],
  ])('%s is refused', (_case, input, expected) => {
    expect(problems(input)).toEqual(expected)
    expect(() => parseRowFilter(input, contexts, 1)).toThrow(
      expect.objectContaining({ code: 'invalid_filter' }),
    )
  })

  test('four levels are allowed', () => {
    expect(problems(nested(4))).toEqual([])
  })

  test('all that is wrong is said at once', () => {
    expect(problems({ nothing: { _eq: 1 }, code: { _like: 'a' }, _or: [{ depth: { _eq: 'x' } }] })).toEqual([
      'filter.nothing unknown_field',
      'filter.code._like unknown_operator',
      'filter._or[0].depth._eq invalid_value',
    ])
  })
})
