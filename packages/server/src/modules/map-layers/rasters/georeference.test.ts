import { describe, expect, test } from 'vitest'
import { epsgOfKeys, geoTagsOf, type Transform, transformOf, transformOfWorld } from './georeference.js'

const nothing = { pixelScale: undefined, tiepoints: undefined, transformation: undefined, keys: null }
const plain: Transform = [0.5, 0, 700_000, 0, -0.5, 4_770_000]
const turned: Transform = [0.4, 0.3, 700_000, 0.3, -0.4, 4_770_000]

describe('where pixels lie', () => {
  test.each([plain, turned])('is read as it was written: %j', (...transform) => {
    const { pixelScale, tiepoints, transformation } = geoTagsOf(transform, 32633)
    expect(transformOf({ ...nothing, pixelScale, tiepoints, transformation })).toEqual(transform)
  })

  test('is told of a tiepoint anywhere, and of the middle of a pixel', () => {
    const pixelScale = [2, 3, 0]
    const tiepoints = [10, 20, 0, 1020, 5000, 0]
    expect(transformOf({ ...nothing, pixelScale, tiepoints })).toEqual([2, 0, 1000, 0, -3, 5060])
    const keys = { GTRasterTypeGeoKey: 2 }
    expect(transformOf({ ...nothing, pixelScale, tiepoints, keys })).toEqual([2, 0, 999, 0, -3, 5061.5])
  })

  test('is told by a world file of the middle of the first pixel', () => {
    expect(transformOfWorld([0.5, 0, 0, -0.5, 700_000.25, 4_769_999.75])).toEqual(plain)
    const [a, b, c, d, e, f] = turned
    expect(transformOfWorld([a, d, b, e, c + (a + b) / 2, f + (d + e) / 2])).toEqual(turned)
  })

  test('is unknown without a scale, with several points, or with pixels of no extent', () => {
    expect(transformOf(nothing)).toBeUndefined()
    expect(transformOf({ ...nothing, pixelScale: [1, 1, 0] })).toBeUndefined()
    expect(
      transformOf({ ...nothing, pixelScale: [1, 1, 0], tiepoints: Array<number>(24).fill(1) }),
    ).toBeUndefined()
    expect(transformOf({ ...nothing, pixelScale: [0, 1, 0], tiepoints: [0, 0, 0, 1, 1, 0] })).toBeUndefined()
    expect(transformOfWorld([0, 0, 0, 0, 1, 1])).toBeUndefined()
    expect(transformOfWorld([1, 0, 0, Number.NaN, 1, 1])).toBeUndefined()
  })

  test.each([
    [null, undefined],
    [{ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32633 }, 32633],
    [{ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32767 }, undefined],
    [{ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 99999 }, undefined],
    [{ GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 }, 4326],
    [{ GTModelTypeGeoKey: 2 }, undefined],
  ])('is in the reference system that the keys %j name', (keys, epsg) => expect(epsgOfKeys(keys)).toBe(epsg))
})
