import { describe, expect, test } from 'vitest'
import { GeometryProblems, parseGeometry } from './geometry.js'

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]

describe('geometries that people draw', () => {
  test('a third coordinate is dropped', () => {
    const drawn = { type: 'Polygon', coordinates: [square.map((position) => [...position, 312.4])] }
    expect(parseGeometry(drawn)).toEqual({ type: 'Polygon', coordinates: [square] })
  })

  test.each([
    ['no object', 'POINT (1 2)', 'unsupported_geometry', 'type'],
    ['no type', {}, 'unsupported_geometry', 'type'],
    ['a collection', { type: 'GeometryCollection', geometries: [] }, 'unsupported_geometry', 'type'],
    [
      'the name of an inherited property',
      { type: 'toString', coordinates: [1, 2] },
      'unsupported_geometry',
      'type',
    ],
    ['no coordinates', { type: 'Point' }, 'invalid_coordinates', 'coordinates'],
    ['text for a number', { type: 'Point', coordinates: ['1', 2] }, 'invalid_coordinates', 'coordinates'],
    [
      'infinity',
      { type: 'Point', coordinates: [1, Number.POSITIVE_INFINITY] },
      'invalid_coordinates',
      'coordinates',
    ],
    [
      'too little nesting',
      { type: 'Polygon', coordinates: square },
      'invalid_coordinates',
      'coordinates[0][0]',
    ],
    [
      'a line of one position',
      { type: 'LineString', coordinates: [[1, 2]] },
      'invalid_coordinates',
      'coordinates',
    ],
    [
      'an open ring',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
      'ring_not_closed',
      'coordinates[0]',
    ],
    [
      'a ring of three',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      },
      'ring_too_short',
      'coordinates[0]',
    ],
    [
      'the second ring',
      { type: 'MultiPolygon', coordinates: [[square], [[[0, 0]]]] },
      'ring_too_short',
      'coordinates[1][0]',
    ],
  ])('%s is refused with its place', (_what, drawn, code, field) => {
    expect(problemsOf(drawn)[0]).toMatchObject({ code, field })
  })

  test('not more problems are listed than somebody can read', () => {
    const coordinates = Array.from({ length: 1000 }, () => ['x', 'y'])
    expect(problemsOf({ type: 'LineString', coordinates }).length).toBeLessThanOrEqual(20)
  })
})

function problemsOf(drawn: unknown) {
  try {
    parseGeometry(drawn)
  } catch (error) {
    if (error instanceof GeometryProblems) return error.problems
    throw error
  }
  return []
}
