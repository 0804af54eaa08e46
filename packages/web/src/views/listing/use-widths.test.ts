import { expect, test } from 'vitest'
import { usualWidth } from './use-widths.js'

test('a column of moments is wide enough for a day and a time', () => {
  const column = { type: 'moment', isNumber: false, label: 'At', isName: false }
  expect(usualWidth(column)).toBeGreaterThanOrEqual('23 Nov 2026, 16:07'.length * 7.6 + 24)
})

test('a column of dates is wide enough for a date, however short its name is', () => {
  const column = { type: 'date', isNumber: false, label: 'On', isName: false }
  // Ten digits and hyphens of the size of the grid, and the space on both sides.
  expect(usualWidth(column)).toBeGreaterThanOrEqual(10 * 8.5 + 24)
})
