import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWkt, readWkt, writeWkt } from './wkt.js'

/** Degrees and metres with at most nine decimals, as surveys have them. */
const coordinate = fc
  .integer({ min: -8_000_000_000_000, max: 8_000_000_000_000 })
  .map((thousandths) => thousandths / 1e9)
const position: fc.Arbitrary<Position> = fc.tuple(coordinate, coordinate)
const line = fc.array(position, { minLength: 1, maxLength: 6 })
const lines = fc.array(line, { minLength: 1, maxLength: 4 })

const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  fc.tuple(fc.constantFrom('LineString' as const, 'MultiPoint' as const), line).map(toGeometry),
  fc.tuple(fc.constantFrom('Polygon' as const, 'MultiLineString' as const), lines).map(toGeometry),
  fc
    .tuple(fc.constant('MultiPolygon' as const), fc.array(lines, { minLength: 1, maxLength: 3 }))
    .map(toGeometry),
)

function toGeometry([type, coordinates]: readonly [Geometry['type'], unknown]): Geometry {
  return { type, coordinates } as Geometry
}

describe('geometries as text', () => {
  test.each([
    [{ type: 'Point', coordinates: [13.6, 45.7] }, 'POINT (13.6 45.7)'],
    [
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3.5, -4],
        ],
      },
      'LINESTRING (1 2, 3.5 -4)',
    ],
    [
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      'MULTIPOINT ((1 2), (3 4))',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      'POLYGON ((0 0, 1 0, 1 1, 0 0))',
    ],
    [
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 0],
          ],
          [
            [5, 5],
            [6, 6],
          ],
        ],
      },
      'MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))',
    ],
    [
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
          [
            [
              [5, 5],
              [6, 5],
              [6, 6],
              [5, 5],
            ],
          ],
        ],
      },
      'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))',
    ],
  ] as const)('each of the six shapes has one form: %o', (shape, text) => {
    expect(writeWkt(shape)).toBe(text)
    expect(readWkt(text)).toEqual(shape)
  })

  test('what is written is read back as it was', () => {
    fc.assert(
      fc.property(geometry, (shape) => {
        expect(readWkt(writeWkt(shape))).toEqual(normal(shape))
      }),
    )
  })

  test('writing what was read gives the same text', () => {
    fc.assert(
      fc.property(geometry, (shape) => {
        const text = writeWkt(shape)
        const read = readWkt(text)
        expect(read && writeWkt(read)).toBe(text)
      }),
    )
  })

  test('any case and any spacing is read', () => {
    const blanks = fc.constantFrom('', ' ', '\n ', '\t')
    fc.assert(
      fc.property(geometry, blanks, blanks, fc.boolean(), (shape, before, after, isLower) => {
        const text = writeWkt(shape).replace(/[(),]/g, (mark) => `${before}${mark}${after}`)
        expect(readWkt(isLower ? text.toLowerCase() : text)).toEqual(normal(shape))
      }),
    )
  })

  test.each([
    [
      'multipoint(1 2, 3 4)',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'MULTIPOINT ((1 2), 3 4)',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['POINT Z (1 2 3)', [1, 2]],
    ['POINT ZM (1 2 3 4)', [1, 2]],
    ['point(1e2 -.5)', [100, -0.5]],
    [
      'LINESTRING (1 2 9, 3 4 9)',
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ])('%s is read, without a third coordinate', (text, coordinates) => {
    expect(readWkt(text)?.coordinates).toEqual(coordinates)
  })

  test.each([
    '',
    'POINT',
    'POINT ()',
    'POINT EMPTY',
    'POINT (1)',
    'POINT (1 2',
    'POINT (1 2))',
    'POINT (1 2) x',
    'POINT (1, 2)',
    'CIRCLE (1 2)',
    'GEOMETRYCOLLECTION (POINT (1 2))',
    'POLYGON (1 2, 3 4)',
    'POINT (a b)',
    'POINT (1 2 3 4 5)',
    'POINT (1e999 2)',
    'LINESTRING (1 2,)',
    'MULTIPOINT ((1 2)',
    '{"type":"Point"}',
    'POINT X (1 2)',
  ])('%j is no geometry', (text) => {
    expect(readWkt(text)).toBeUndefined()
  })

  test.each([
    [0.1 + 0.2, '0.3'],
    [-1e-12, '0'],
    [1.23456789012, '1.2345678901'],
    [100, '100'],
    [1e21, '1000000000000000000000'],
    [-12.5, '-12.5'],
  ])('the number %d is written as %s', (value, text) => {
    expect(writeWkt({ type: 'Point', coordinates: [value, 1] })).toBe(`POINT (${text} 1)`)
  })

  test('text of any kind is refused or read, and a long one does not take long', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void readWkt(text)))
    expect(readWkt(`POINT ${'('.repeat(100_000)}`)).toBeUndefined()
    expect(readWkt(`POINT (${' '.repeat(100_000)}`)).toBeUndefined()
  })
})

/** Without the sign of zero, which no text has. */
const normal = (shape: Geometry): unknown =>
  JSON.parse(JSON.stringify(shape), (_key, value) => (value === 0 ? 0 : value))

describe('values that may be stored', () => {
  test.each([
    'POINT (13.6 45.7)',
    ' point z(1 2 3) ',
    'PointM ( -1.5e3 .5 7 )',
    'POINT ZM (1 2 3 4)',
    'LINESTRING (0 0, 1 1)',
    'POLYGON ((0 0,1 0,1 1,0 0),(.1 .1,.2 .1,.2 .2,.1 .1))',
    'MULTIPOINT (1 2, 3 4)',
    'MULTIPOINT ((1 2), 3 4)',
    'MULTILINESTRING ((0 0,1 1),(2 2,3 3))',
    'MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))',
  ])('%s is a geometry', (text) => expect(isWkt(text)).toBe(true))

  test.each([
    '',
    'POINT',
    'POINT EMPTY',
    'POINT ()',
    'POINT (1)',
    'POINT (1 2 3 4 5)',
    'POINT (1 2, 3 4)',
    'POINT ((1 2))',
    'POINT (1 2',
    'POINT (1 2))',
    'POINT (1 2) x',
    'POINT (1-2)',
    'POINT X (1 2)',
    'LINESTRING (0 0,)',
    'LINESTRING (0 0 , , 1 1)',
    'LINESTRING ((0 0, 1 1))',
    'POLYGON (0 0,1 1)',
    'POLYGON ((0 0,1 1)(2 2,3 3))',
    'POLYGON ((0 0,1 1), 2 2)',
    'MULTIPOINT ((1 2, 3 4))',
    'MULTIPOINT (((1 2)))',
    'MULTIPOLYGON ((0 0,1 1))',
    'GEOMETRYCOLLECTION (POINT (1 2))',
    'CIRCLE (1 2)',
  ])('"%s" is none', (text) => expect(isWkt(text)).toBe(false))

  test('what may be stored is read, and a missing blank of older data too', () => {
    expect(readWkt('PointM ( -1.5e3 .5 7 )')).toEqual({ type: 'Point', coordinates: [-1500, 0.5] })
    expect(readWkt('LINESTRING (1-2, 3e-1-4)')?.coordinates).toEqual([
      [1, -2],
      [0.3, -4],
    ])
  })
})
