import { expect, test } from 'vitest'
import { movedPoint, placeOf } from './cover-point.js'

test('a cover moves as far as it is hidden, and not where all of it is in sight', () => {
  // Twice as high as its frame, which is as wide as the picture.
  const moved = (x: number, y: number) => movedPoint([0.5, 0.5], [x, y], [400, 100], [800, 400])
  expect([moved(0, 25), moved(30, -25), moved(0, -500)]).toEqual([
    [0.5, 0.25],
    [0.5, 0.75],
    [0.5, 1],
  ])
  expect(movedPoint([0.5, 0.5], [10, 10], [0, 0], [0, 0])).toEqual([0.5, 0.5])
})

test('a cover that nobody placed shows its middle', () => {
  expect([placeOf(null), placeOf([0, 0.9])]).toEqual(['50% 50%', '0% 90%'])
})
