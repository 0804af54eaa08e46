import { expect, test } from 'vitest'
import { lanesIn, placeAfter } from './tiles.js'

test('as many tiles stand beside each other as there is room for, and two on a phone', () => {
  expect(lanesIn(1200, 12)).toEqual({ lanes: 5, tile: 230 })
  expect(lanesIn(358, 12)).toEqual({ lanes: 2, tile: 173 })
})

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 4, 3],
  ['ArrowDown', 1, 6],
  ['ArrowUp', 6, 1],
  ['PageDown', 1, 11],
  ['PageDown', 9, 11],
  ['PageUp', 7, 0],
  ['Home', 9, 0],
  ['End', 0, 11],
  // The last row has two tiles.
  ['ArrowDown', 9, 11],
  ['ArrowDown', 10, undefined],
  ['ArrowRight', 11, undefined],
  ['ArrowUp', 2, undefined],
  ['ArrowLeft', 0, undefined],
  ['a', 0, undefined],
])('%s leads from tile %i to %s', (key, from, to) => {
  expect(placeAfter(key, from, { lanes: 5, count: 12, seen: 2 })).toBe(to)
})
