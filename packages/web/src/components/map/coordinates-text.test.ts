import type { Geometry } from '@trowel/contract/model/geometry.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coordinatesText, partsOf, readCoordinates, shapeOf, withHolesOf } from './coordinates-text.js'

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
    ['43.06,', 'point'],
    [', 11.41', 'point'],
    ['91, 11', 'point'],
    ['43, 181', 'point'],
    ['43.06, 11.41', 'line'],
    ['43.06, 11.41\n43.07, 11.41', 'area'],
    ['', 'point'],
  ] as const)('that are no %j make no shape (%s)', (text, shape) =>
    expect(readCoordinates(text, shape)).toBeUndefined(),
  )

  test('keep the holes of an area, each with its outline, whatever is typed beside it', () => {
    const square = (x: number) => `0, ${x}\n0, ${x + 4}\n4, ${x + 4}\n4, ${x}`
    const hole = (x: number) =>
      [
        [x + 1, 1],
        [x + 2, 1],
        [x + 2, 2],
        [x + 1, 1],
      ] as const
    const typed = (text: string) => readCoordinates(text, 'area') as Geometry
    const outlineOf = (area: Geometry) => partsOf(area)[0] ?? []
    const outline = (x: number) => outlineOf(typed(square(x)))
    const one: Geometry = { type: 'Polygon', coordinates: [outline(0), hole(0)] }
    const two: Geometry = {
      type: 'MultiPolygon',
      coordinates: [[outline(0)], [outline(10), hole(10)]],
    }
    const moved = typed(square(0).replace('4, 4', '5, 5'))
    expect(withHolesOf(one, moved)).toEqual({ type: 'Polygon', coordinates: [outlineOf(moved), hole(0)] })
    expect(withHolesOf(two, typed(square(10)))).toEqual({
      type: 'Polygon',
      coordinates: [outline(10), hole(10)],
    })
    expect(withHolesOf(two, typed([square(20), square(10), square(0)].join('\n\n')))).toEqual({
      type: 'MultiPolygon',
      coordinates: [[outline(20)], [outline(10), hole(10)], [outline(0)]],
    })
    expect(withHolesOf(undefined, moved)).toEqual(moved)
  })
})
