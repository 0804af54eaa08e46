import type { Geometry, Position } from '@trowel/contract/model/geometry.js'

/** The envelope and the geometry of a GeoPackage blob, read by the letter of the standard. */
export function readBlob(bytes: Uint8Array): {
  readonly envelope: readonly number[]
  readonly geometry: Geometry
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 40
  const double = (): number => {
    at += 8
    return view.getFloat64(at - 8, true)
  }
  const int = (): number => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const position = (): Position => [double(), double()]
  const list = <T>(read: () => T): T[] => Array.from({ length: int() }, read)
  const part = <T>(read: () => T): T => {
    if (view.getUint8(at) !== 1) throw new Error('not little-endian')
    at += 5
    return read()
  }
  const ring = () => list(position)
  const shape = (): Geometry => {
    if (view.getUint8(at) !== 1) throw new Error('not little-endian')
    at += 1
    switch (int()) {
      case 1:
        return { type: 'Point', coordinates: position() }
      case 2:
        return { type: 'LineString', coordinates: ring() }
      case 3:
        return { type: 'Polygon', coordinates: list(ring) }
      case 4:
        return { type: 'MultiPoint', coordinates: list(() => part(position)) }
      case 5:
        return { type: 'MultiLineString', coordinates: list(() => part(ring)) }
      case 6:
        return { type: 'MultiPolygon', coordinates: list(() => part(() => list(ring))) }
      default:
        throw new Error('an unknown shape')
    }
  }
  if (String.fromCharCode(view.getUint8(0), view.getUint8(1)) !== 'GP' || view.getInt32(4, true) !== 4326)
    throw new Error('not a geometry of a GeoPackage')
  const envelope = [0, 1, 2, 3].map((k) => view.getFloat64(8 + 8 * k, true))
  const geometry = shape()
  if (at !== bytes.byteLength) throw new Error('something stands behind the geometry')
  return { envelope, geometry }
}
