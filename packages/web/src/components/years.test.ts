import { expect, test } from 'vitest'
import { densityOf } from './density-of.js'
import { calendarYear, countedYear } from './years.js'

test.each([
  [-325, -324],
  [-2, -1],
  [-1, 0],
  [1, 1],
  [2024, 2024],
])('the year %i is counted as %i, and back', (year, counted) => {
  expect(countedYear(year)).toBe(counted)
  expect(calendarYear(counted)).toBe(year)
})

test('a 0 that somebody wrote is the first year of our era', () => expect(countedYear(0)).toBe(1))

test('records of the last year before our era and of its first lie beside each other', () => {
  const density = densityOf(
    [
      { from: -1, to: -1 },
      { from: 1, to: 1 },
    ],
    2,
  )
  expect(density).toEqual({ from: 0, to: 1, slices: [1, 1] })
})
