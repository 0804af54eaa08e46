import { expect, test } from 'vitest'
import { roundFloat32 } from './source.js'

test('a number of four bytes has the digits that people wrote', () => {
  const written = [0, 12.3, 0.1, -3, 4500123.5, 16777216, 1e-20, 3.4e38, 1.1754944e-38]
  expect(written.map((number) => roundFloat32(Math.fround(number)))).toEqual(written)
  // As PostgreSQL before 12 sends them.
  expect([12.3000002, 0.100000001].map(roundFloat32)).toEqual([12.3, 0.1])
  expect([NaN, Infinity, -Infinity].map(roundFloat32)).toEqual([NaN, Infinity, -Infinity])
})
