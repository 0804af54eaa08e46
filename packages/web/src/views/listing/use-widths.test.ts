import { expect, test } from 'vitest'
import { usualWidth } from './use-widths.js'

test('a column of dates is wide enough for a date, however short its name is', () => {
  const column = { type: 'date', isNumber: false, label: 'On', isName: false }
  // Ten digits and hyphens of the size of the grid, and the space on both sides.
  expect(usualWidth(column)).toBeGreaterThanOrEqual(10 * 8.5 + 24)
})
