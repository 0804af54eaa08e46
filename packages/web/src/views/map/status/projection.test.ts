import { expect, test } from 'vitest'
import { placeText, wgs84 } from './place-text.js'
import { projectionOf } from './projection.js'

const known = (epsg: number) => {
  const projection = projectionOf(epsg)
  if (!projection) throw new Error(`EPSG:${epsg} is not known`)
  return projection
}

// Computed by PROJ (gdaltransform -s_srs EPSG:4326 -t_srs EPSG:32632).
test('places are told in the metres of a reference system, east first', () => {
  const utm = known(32632)
  expect(placeText(utm, 11.41, 43.06)).toBe('696247.90 E, 4770296.59 N')
  const [longitude, latitude] = utm.inverse(...utm.forward(11.41, 43.06))
  expect([longitude, latitude]).toEqual([expect.closeTo(11.41, 9), expect.closeTo(43.06, 9)])
})

test('or in its degrees, north first', () => {
  expect(placeText(known(4258), 11.41, 43.06)).toBe('43.060000, 11.410000')
  expect(placeText(wgs84, 11.41, -43.06)).toBe('-43.060000, 11.410000')
})

test('a system that is not known tells nothing', () => expect(projectionOf(1)).toBeUndefined())
