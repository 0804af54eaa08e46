import { expect, test } from 'vitest'
import { inColumns } from './in-columns.js'

const placed = (...heights: number[]) =>
  inColumns(heights.map((height, k) => ({ key: String(k), height }))).map((parts) =>
    parts.map(({ key }) => Number(key)),
  )

test('each part goes where there is more room, in their order', () => {
  expect(placed(500, 200, 150, 400, 100)).toEqual([
    [0, 4],
    [1, 2, 3],
  ])
  expect(placed(100, 800, 100, 100, 100)).toEqual([[0, 2, 3, 4], [1]])
})

test('a high one at the end is made up for by others, but the first stays at the left', () => {
  expect(placed(470, 205, 95, 200, 195, 198, 107, 303)).toEqual([
    [0, 2, 4, 6],
    [1, 3, 5, 7],
  ])
  expect(placed(100, 300)).toEqual([[0], [1]])
})

test('what is not there takes no room', () => {
  expect(placed(300, 0, 200, 50)).toEqual([[0], [1, 2, 3]])
  expect(placed()).toEqual([[], []])
})
