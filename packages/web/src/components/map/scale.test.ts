import proj4 from 'proj4'
import { describe, expect, test } from 'vitest'
import { mmPerPixel, northStretch, scaleAt, zoomOf } from './scale.js'

/** The web map in pixels of a zoom, as the library draws it. */
const pixelOf = (zoom: number, longitude: number, latitude: number): [number, number] => {
  const world = 512 * 2 ** zoom
  const [x = 0, y = 0] = proj4('EPSG:4326', 'EPSG:3857', [longitude, latitude])
  const around = 2 * Math.PI * 6378137
  return [(x / around) * world, (y / around) * world]
}

describe('the scale of a map', () => {
  test.each([0, 37.5, 43.06, 59.9])(
    'is true from west to east and from south to north at %d°',
    (latitude) => {
      // A plane that is true at this place: its axes are metres of the ellipsoid.
      const plane = proj4(`+proj=tmerc +lat_0=${latitude} +lon_0=11.4 +k=1 +datum=WGS84 +units=m`)
      const zoom = zoomOf(50, latitude)
      const [east, north] = [plane.inverse([1, 0]), plane.inverse([0, 1])] as [
        [number, number],
        [number, number],
      ]
      const [x, y] = pixelOf(zoom, 11.4, latitude)
      const across = (pixelOf(zoom, ...east)[0] - x) * mmPerPixel
      const up = (pixelOf(zoom, ...north)[1] - y) * mmPerPixel
      expect(across).toBeCloseTo(1000 / 50, 4)
      expect(up / northStretch(latitude)).toBeCloseTo(1000 / 50, 4)
    },
  )

  test('comes back from its zoom', () => expect(scaleAt(zoomOf(250, 43), 43)).toBeCloseTo(250, 9))
})
