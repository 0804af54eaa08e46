import { simplify } from '../geo/simplify.js'
import { readWkt } from '../geo/wkt.js'

/** One geometry on its way into an answer. */
export interface GeometryOrder {
  readonly wkt: string
  /** In degrees: how far its lines may be from where they are; 0 leaves them. */
  readonly tolerance: number
}

/** A stored geometry as GeoJSON text. @returns `undefined` when its own text cannot be read */
export function geometryJson({ wkt, tolerance }: GeometryOrder): string | undefined {
  const geometry = readWkt(wkt)
  return geometry && JSON.stringify(tolerance > 0 ? simplify(geometry, tolerance) : geometry)
}
