import { expect, test } from 'vitest'
import { linesOf } from '../groups/lines.js'
import { lanesIn, placeAfter, tileRowsOf } from './tiles.js'

test('as many tiles stand beside each other as there is room for, and two on a phone', () => {
  expect(lanesIn(1200, 12)).toEqual({ lanes: 5, tile: 230 })
  expect(lanesIn(358, 12)).toEqual({ lanes: 2, tile: 173 })
})

const rowsOf = (stretches: readonly { hasHead: boolean; records: number }[], lanes: number) =>
  tileRowsOf(stretches, linesOf(stretches), lanes)

test('a group begins a row below its head, and one that is folded has no rows', () => {
  const rows = rowsOf(
    [
      { hasHead: true, records: 3 },
      { hasHead: true, records: 0 },
      { hasHead: true, records: 2 },
    ],
    2,
  )
  const all = Array.from({ length: rows.total }, (_, row) => [
    rows.headAt(row),
    ...Array.from({ length: rows.sizeOf(row) }, (_, lane) => rows.lineAt(row, lane)),
  ])
  expect(all).toEqual([
    [0, 0],
    [undefined, 1, 2],
    [undefined, 3],
    [1, 4],
    [2, 5],
    [undefined, 6, 7],
  ])
})

// Five beside each other, the last row has two; and two groups, of three tiles and one.
const plain = rowsOf([{ hasHead: false, records: 12 }], 5)
const grouped = rowsOf(
  [
    { hasHead: true, records: 3 },
    { hasHead: true, records: 1 },
  ],
  2,
)

test.each([
  ['ArrowRight', [0, 3], [0, 4], plain],
  ['ArrowRight', [0, 4], [1, 0], plain],
  ['ArrowLeft', [1, 0], [0, 4], plain],
  ['ArrowDown', [0, 1], [1, 1], plain],
  ['ArrowUp', [1, 1], [0, 1], plain],
  ['PageDown', [0, 1], [2, 1], plain],
  ['PageUp', [1, 2], [0, 2], plain],
  ['Home', [1, 4], [0, 0], plain],
  ['End', [0, 0], [2, 1], plain],
  // The last row has two tiles.
  ['ArrowDown', [1, 4], [2, 1], plain],
  ['ArrowDown', [2, 0], undefined, plain],
  ['ArrowRight', [2, 1], undefined, plain],
  ['ArrowUp', [0, 2], undefined, plain],
  ['ArrowLeft', [0, 0], undefined, plain],
  ['a', [0, 0], undefined, plain],
  ['ArrowDown', [1, 1], [2, 0], grouped],
  ['ArrowDown', [2, 0], [3, 0], grouped],
  ['ArrowRight', [2, 0], [3, 0], grouped],
  ['ArrowLeft', [3, 0], [2, 0], grouped],
] as const)('%s leads from %j to %j', (key, [row, lane], to, rows) => {
  const place = placeAfter(key, { row, lane }, rows, 2)
  expect(place && [place.row, place.lane]).toEqual(to)
})
