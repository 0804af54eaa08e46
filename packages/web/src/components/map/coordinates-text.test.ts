import type { Geometry } from '@trowel/contract/model/geometry.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coordinatesText, readCoordinates, shapeOf } from './coordinates-text.js'

const position = fc.tuple(
  fc.double({ min: -179, max: 179, noNaN: true }).map((x) => Number(x.toFixed(7)) + 0),
  fc.double({ min: -89, max: 89, noNaN: true }).map((y) => Number(y.toFixed(7)) + 0),
)
const line = fc.array(position, { minLength: 2, maxLength: 5 })
const ring = fc
  .array(position, { minLength: 3, maxLength: 5 })
  .filter((corners) => String(corners[0]) !== String(corners.at(-1)))
  .map((corners) => [...corners, corners[0] ?? [0, 0]] as const)
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates) => ({ type: 'Point' as const, coordinates })),
  line.map((coordinates) => ({ type: 'LineString' as const, coordinates })),
  ring.map((corners) => ({ type: 'Polygon' as const, coordinates: [corners] })),
  fc
    .array(line, { minLength: 2, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiLineString' as const, coordinates })),
)

describe('coordinates as text', () => {
  test('are read back as the shape that was written', () =>
    fc.assert(
      fc.property(geometry, (shape) => {
        expect(readCoordinates(coordinatesText(shape), shapeOf(shape))).toEqual(shape)
      }),
    ))

  test.each([
    ['43.06, 11.41\nhere', 'line'],
    ['43.06', 'point'],
    ['91, 11', 'point'],
    ['43, 181', 'point'],
    ['43.06, 11.41', 'line'],
    ['43.06, 11.41\n43.07, 11.41', 'area'],
    ['', 'point'],
  ] as const)('that are no %j make no shape (%s)', (text, shape) =>
    expect(readCoordinates(text, shape)).toBeUndefined(),
  )
})
