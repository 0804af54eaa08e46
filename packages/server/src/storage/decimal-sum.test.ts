import { expect, test } from 'vitest'
import { addDecimal, type DecimalSum, sumOf } from './decimal-sum.js'

test.each([
  [[], null],
  [[0.1, 0.2], 0.3],
  [[0.1, 0.2, -0.3], 0],
  [[1e100, 1, -1e100], 1],
  [[1e-7, 2.5e-7], 3.5e-7],
  [[10, 20], 30],
  [[-0], 0],
])('%j come to %j, as they are written', (numbers, sum) => {
  const added = numbers.reduce<DecimalSum | null>(addDecimal, null)
  expect(sumOf(added)).toBe(sum)
})
