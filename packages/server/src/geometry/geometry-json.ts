import { readWkt } from '../formats/wkt.js'
import type { Box } from '../storage/wkt-box.js'
import { meetsBox } from './meets-box.js'
import { simplify } from './simplify.js'

/** One stored geometry on its way into an answer. */
export interface GeometryTask {
  readonly wkt: string
  /**
   * In degrees: how far its lines may be from where they are; they stay where they are when it is 0 or
   * absent.
   */
  readonly tolerance?: number
  /** It is wanted only if it shares a point with one of these. */
  readonly boxes?: readonly Box[]
}

/** Geometries as GeoJSON text, in their order; `undefined` for one that cannot be read or is not wanted. */
export const geometryJson = (orders: readonly GeometryTask[]): (string | undefined)[] => orders.map(jsonOf)

function jsonOf({ wkt, tolerance = 0, boxes = [] }: GeometryTask): string | undefined {
  const geometry = readWkt(wkt)
  if (!geometry || (boxes.length > 0 && !boxes.some((box) => meetsBox(geometry, box)))) return undefined
  return JSON.stringify(tolerance > 0 ? simplify(geometry, tolerance) : geometry)
}
