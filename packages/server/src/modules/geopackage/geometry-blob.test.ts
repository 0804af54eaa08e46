import { type Geometry, geometryDepth } from '@trowel/contract/model/geometry.js'
import { array, assert, constantFrom, double, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { geometryBlob } from './geometry-blob.js'
import { readBlob } from './testing/read-blob.js'

describe('a geometry in a package', () => {
  test('has the header and the well-known binary of the standard', () => {
    const bytes = geometryBlob({ type: 'Point', coordinates: [1, 2] }, [1, 2, 1, 2])
    expect(bytes.toString('hex')).toBe(
      [
        '47500003e6100000',
        '000000000000f03f000000000000f03f00000000000000400000000000000040',
        '0101000000000000000000f03f0000000000000040',
      ].join(''),
    )
  })

  test('is read back as it was, whatever its shape and size', () => {
    const number = double({ noNaN: true, noDefaultInfinity: true })
    const position = tuple(number, number)
    const nested = (depth: number): ReturnType<typeof array> | typeof position =>
      depth === 0 ? position : array(nested(depth - 1) as never, { minLength: 1, maxLength: 40 })
    const types = Object.keys(geometryDepth) as Geometry['type'][]
    const anyGeometry = constantFrom(...types).chain((type) =>
      (nested(geometryDepth[type]) as typeof position).map(
        (coordinates) => ({ type, coordinates }) as Geometry,
      ),
    )
    assert(
      property(anyGeometry, tuple(number, number, number, number), (geometry, box) => {
        const { envelope, geometry: read } = readBlob(geometryBlob(geometry, box))
        expect(read).toEqual(geometry)
        expect(envelope).toEqual([box[0], box[2], box[1], box[3]])
      }),
      { numRuns: 60 },
    )
  })
})
