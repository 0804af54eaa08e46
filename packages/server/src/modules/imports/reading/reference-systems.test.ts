import { referenceSystems } from '@trowel/contract/model/reference-system-list.js'
import { epsgOf, nameOfSystem } from '@trowel/contract/model/reference-systems.js'
import { describe, expect, test } from 'vitest'
import { projectionToWgs84 } from './places.js'

describe('reference systems', () => {
  // Computed with PROJ 9.5.1 and EPSG 11.022; a shift for the whole area of a system is good to some metres.
  test.each([
    [3003, 1681119.59, 4848803.92, 11.25, 43.77],
    [3004, 2477892.33, 4527784.16, 14.5, 40.9],
    [32633, 457885.67, 4527776.53, 14.5, 40.9],
    [32733, 814420.33, 6243724.84, 18.4, -33.9],
    [25832, 514686.98, 5405242.4, 9.2, 48.8],
    [27700, 414076.45, 142326.42, -1.8, 51.18],
    [2154, 652301.56, 6861302.73, 2.35, 48.85],
    [31467, 3514768.52, 5406965.39, 9.2, 48.8],
    [2056, 2600104.11, 1199879.63, 7.44, 46.95],
    [21781, 600104.11, 199879.63, 7.44, 46.95],
    [3857, 1391493.63, 5146011.68, 12.5, 41.9],
    [900913, 1391493.63, 5146011.68, 12.5, 41.9],
    [3035, 4529175.93, 2091977.33, 12.5, 41.9],
    [28992, 155875.82, 462424.61, 5.4, 52.15],
    [2100, 473500.36, 4202240.98, 23.7, 37.97],
    [31256, 2814.77, 340177.44, 16.37, 48.2],
    [23030, 440707.18, 4472597.43, -3.7, 40.4],
    [4326, 12.5, 41.9, 12.5, 41.9],
  ])('EPSG:%i: %d, %d lies at %d, %d', (epsg, x, y, longitude, latitude) => {
    const [foundX = 0, foundY = 0] = projectionToWgs84(epsg)?.([x, y]) ?? []
    const metres = Math.hypot(
      (foundX - longitude) * 111_320 * Math.cos((latitude * Math.PI) / 180),
      (foundY - latitude) * 110_574,
    )
    expect(metres).toBeLessThan(10)
  })

  test('every one of the list can be used', () => {
    for (const [epsg] of referenceSystems) expect(projectionToWgs84(epsg), String(epsg)).toBeDefined()
    expect(nameOfSystem(32760)).toBe('WGS 84 / UTM zone 60S')
    expect(projectionToWgs84(32661)).toBeUndefined()
  })

  test.each<[string, number | undefined]>([
    ['EPSG:32633', 32633],
    ['urn:ogc:def:crs:EPSG::3004', 3004],
    ['urn:ogc:def:crs:EPSG:9.9.1:3004', 3004],
    ['http://www.opengis.net/def/crs/EPSG/0/25832', 25832],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
    ['32633', 32633],
    ['EPSG:900913', 3857],
    ['WGS 84', undefined],
    ['', undefined],
  ])('%s means %s', (name, epsg) => {
    expect(epsgOf(name)).toBe(epsg)
  })
})
