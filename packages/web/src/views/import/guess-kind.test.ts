import { expect, test } from 'vitest'
import { guessKind } from './guess-kind.js'

test.each([
  ['whole numbers, with gaps', ['1', '', '-20', null, 300], 'wholeNumber'],
  ['numbers with decimals, point or comma', ['1', '2.5', '3,75'], 'number'],
  ['days', ['2012-07-09', '9/7/2012'], 'date'],
  ['codes that begin with nought', ['007', '012'], 'text'],
  ['one word among numbers', ['1', '2', '7U'], 'text'],
  ['nothing at all', ['', null], 'text'],
  ['several lines', ['short', 'above\nbelow'], 'longText'],
  ['a long sentence', ['x'.repeat(81)], 'longText'],
])('a column of %s', (_what, values, kind) => {
  expect(guessKind(values)).toBe(kind)
})
