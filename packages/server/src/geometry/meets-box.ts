import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import type { Box } from '../storage/wkt-box.js'

/** Do the geometry and the box share a point? Borders belong to both. */
export function meetsBox(geometry: Geometry, box: Box): boolean {
  switch (geometry.type) {
    case 'Point':
      return holds(box, geometry.coordinates)
    case 'MultiPoint':
      return geometry.coordinates.some((position) => holds(box, position))
    case 'LineString':
      return crosses(geometry.coordinates, box)
    case 'MultiLineString':
      return geometry.coordinates.some((line) => crosses(line, box))
    case 'Polygon':
      return covers(geometry.coordinates, box)
    case 'MultiPolygon':
      return geometry.coordinates.some((polygon) => covers(polygon, box))
  }
}

const holds = ([west, south, east, north]: Box, [x, y]: Position): boolean =>
  x >= west && x <= east && y >= south && y <= north

function crosses(line: readonly Position[], box: Box): boolean {
  for (let k = 1; k < line.length; k++) {
    if (segmentMeets(line[k - 1] as Position, line[k] as Position, box)) return true
  }
  const [only] = line
  return line.length === 1 && only !== undefined && holds(box, only)
}

/** A border of the polygon meets the box, or the box lies wholly in it, and then every corner does. */
const covers = (rings: readonly (readonly Position[])[], box: Box): boolean =>
  rings.some((ring) => crosses(ring, box)) || isInside(rings, [box[0], box[1]])

/** Liang and Barsky's clipping of a line by a box: some part of the segment is left. */
function segmentMeets([x1, y1]: Position, [x2, y2]: Position, [west, south, east, north]: Box): boolean {
  const [dx, dy] = [x2 - x1, y2 - y1]
  let [enters, leaves] = [0, 1]
  for (const [step, room] of [
    [-dx, x1 - west],
    [dx, east - x1],
    [-dy, y1 - south],
    [dy, north - y1],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) enters = Math.max(enters, room / step)
    else leaves = Math.min(leaves, room / step)
  }
  return enters <= leaves
}

/** By the even-odd rule over all rings, so that holes are outside. */
function isInside(rings: readonly (readonly Position[])[], [x, y]: Position): boolean {
  let inside = false
  for (const ring of rings) {
    for (let k = 0, before = ring.length - 1; k < ring.length; before = k++) {
      const [xa, ya] = ring[k] as Position
      const [xb, yb] = ring[before] as Position
      if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) inside = !inside
    }
  }
  return inside
}
