import { expect, test } from 'vitest'
import { mergedList } from './merged-list.js'

const merged = (own: string, before: string, now: string): string =>
  mergedList([...own], [...before], [...now], (one) => one).join('')

test.each([
  ['nothing changed elsewhere', 'abc', 'ab', 'ab', 'abc'],
  ['something was put there on both sides', 'abc', 'ab', 'abd', 'abcd'],
  ['the same was put there on both sides', 'abc', 'ab', 'abc', 'abc'],
  ['something was taken away elsewhere', 'abc', 'ab', 'b', 'bc'],
  ['something was taken away here', 'b', 'ab', 'abd', 'bd'],
  ['nothing was known of it here', 'c', '', 'ab', 'cab'],
  ['the order is another one here', 'ba', 'ab', 'abd', 'bad'],
])('a list of which %s', (_what, own, before, now, expected) => {
  expect(merged(own, before, now)).toBe(expected)
})

test('what came elsewhere stands before what was there where the newest comes first', () => {
  expect(mergedList(['x', 'a', 'b'], ['a', 'b'], ['y', 'a', 'b'], (one) => one, true)).toEqual([
    'x',
    'y',
    'a',
    'b',
  ])
})
