import type { Position } from '@trowel/contract/model/geometry.js'
import proj4 from 'proj4'
import { describe, expect, test } from 'vitest'
import { measure, step } from './geodesic.js'

/** Metres east and north of a trench. */
const trench = proj4('+proj=tmerc +lat_0=43.06 +lon_0=11.41 +k=1 +datum=WGS84 +units=m')
const at = (east: number, north: number): Position => trench.inverse([east, north]) as [number, number]
const square = (side: number, from = 0) => [
  at(from, from),
  at(from + side, from),
  at(from + side, from + side),
  at(from, from + side),
  at(from, from),
]

describe('what is measured', () => {
  test('is true to less than a millimetre and a square centimetre in a trench', () => {
    expect(measure({ type: 'LineString', coordinates: [at(0, 0), at(3, 4), at(3, 5)] })).toEqual({
      kind: 'line',
      length: expect.closeTo(6, 4),
    })
    expect(measure({ type: 'Polygon', coordinates: [square(5)] })).toEqual({
      kind: 'area',
      area: expect.closeTo(25, 3),
      perimeter: expect.closeTo(20, 4),
    })
  })

  test('leaves holes out, whichever way they turn, and adds all parts', () => {
    const hole = square(2, 1).toReversed()
    for (const ring of [hole, square(2, 1)])
      expect(measure({ type: 'MultiPolygon', coordinates: [[square(5), ring], [square(1, 50)]] })).toEqual({
        kind: 'area',
        area: expect.closeTo(25 - 4 + 1, 3),
        perimeter: expect.closeTo(20 + 8 + 4, 4),
      })
  })

  test('is the way over the ellipsoid, from Wellington to Salamanca', () => {
    const { length, azimuth } = step([174.81, -41.32], [-5.5, 40.96])
    // The example of GeographicLib.
    expect(length).toBeCloseTo(19959679.267, 3)
    expect(azimuth).toBeCloseTo(161.067, 2)
  })

  test('is nothing of points', () =>
    expect(measure({ type: 'MultiPoint', coordinates: [at(0, 0), at(1, 1)] })).toBeUndefined())
})
