import { type Geometry, geometryDepth } from '@trowel/contract/model/geometry.js'

/** A geometry in what a record says of its places; text that could not be read has none. */
export function geometryIn(geojson: unknown): Geometry | undefined {
  if (typeof geojson !== 'object' || geojson === null || !('type' in geojson)) return undefined
  return Object.hasOwn(geometryDepth, String(geojson.type)) ? (geojson as Geometry) : undefined
}
