import type { Position } from '@trowel/contract/model/geometry.js'
import { assert, constantFrom, integer, property, tuple, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box } from '../storage/wkt-box.js'
import { meetsBox } from './meets-box.js'

const square = (from: number, to: number): Position[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
]

describe('a geometry and a box', () => {
  const unit: Box = [0, 0, 1, 1]
  test.each([
    ['a point in it', { type: 'Point', coordinates: [0.5, 0.5] }, true],
    ['a point on its corner', { type: 'Point', coordinates: [1, 1] }, true],
    ['a point beside it', { type: 'Point', coordinates: [1.01, 1] }, false],
    [
      'one point of several',
      {
        type: 'MultiPoint',
        coordinates: [
          [5, 5],
          [0, 1],
        ],
      },
      true,
    ],
    [
      'a line through it',
      {
        type: 'LineString',
        coordinates: [
          [-1, 0.5],
          [2, 0.5],
        ],
      },
      true,
    ],
    [
      'a line along its border',
      {
        type: 'LineString',
        coordinates: [
          [-1, 1],
          [2, 1],
        ],
      },
      true,
    ],
    [
      'a line past its corner',
      {
        type: 'LineString',
        coordinates: [
          [0.5, 2],
          [2, 0.5],
        ],
      },
      false,
    ],
    [
      'a line that touches its corner',
      {
        type: 'LineString',
        coordinates: [
          [0, 2],
          [2, 0],
        ],
      },
      true,
    ],
    [
      'one line of several',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [8, 8],
            [9, 9],
          ],
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      true,
    ],
    ['a polygon around it', { type: 'Polygon', coordinates: [square(-5, 5)] }, true],
    [
      'a polygon with a hole around it',
      { type: 'Polygon', coordinates: [square(-5, 5), square(-2, 2)] },
      false,
    ],
    ['a polygon within it', { type: 'Polygon', coordinates: [square(0.2, 0.4)] }, true],
    ['a polygon beside it', { type: 'Polygon', coordinates: [square(2, 3)] }, false],
    [
      'one polygon of several',
      { type: 'MultiPolygon', coordinates: [[square(2, 3)], [square(-1, 2)]] },
      true,
    ],
  ] as const)('%s', (_case, geometry, expected) => {
    expect(meetsBox(geometry, unit)).toBe(expected)
  })

  test('a line meets a box exactly when one of very many points on it does', () => {
    const coordinate = integer({ min: -8, max: 8 })
    const position = tuple(coordinate, coordinate)
    assert(
      property(
        position,
        position,
        position,
        constantFrom(1, 2, 5),
        ([x1, y1], [x2, y2], [west, south], side) => {
          const box: Box = [west, south, west + side, south + side]
          const steps = 16 * 16 * 15 * 7
          let sampled = false
          for (let k = 0; k <= steps && !sampled; k += 15) {
            const [x, y] = [x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps]
            sampled = meetsBox({ type: 'Point', coordinates: [x, y] }, box)
          }
          const met = meetsBox(
            {
              type: 'LineString',
              coordinates: [
                [x1, y1],
                [x2, y2],
              ],
            },
            box,
          )
          // A corner may be touched between two samples.
          if (sampled) expect(met).toBe(true)
          else if (met) expect(touchesCorner([x1, y1], [x2, y2], box)).toBe(true)
        },
      ),
    )
  })

  test('a polygon meets the box around each of its own positions', () => {
    const coordinate = integer({ min: -50, max: 50 })
    assert(
      property(uniqueArray(tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 }), (corners) => {
        const ring = [...corners, corners[0] as Position]
        for (const [x, y] of corners) {
          expect(
            meetsBox({ type: 'Polygon', coordinates: [ring] }, [x - 0.1, y - 0.1, x + 0.1, y + 0.1]),
          ).toBe(true)
        }
      }),
    )
  })
})

/** Does the line through both pass a corner of the box at hardly any distance? */
function touchesCorner([x1, y1]: Position, [x2, y2]: Position, [west, south, east, north]: Box): boolean {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ].some(([x = 0, y = 0]) => Math.abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) < 1e-9)
}
