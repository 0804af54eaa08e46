import type { Geometry, Position } from '@trowel/contract/model/geometry.js'

/**
 * A geometry with as few positions as keep every line within `tolerance` of where it was, by the method of
 * Douglas and Peucker (doi 10.3138/FM57-6770-U75U-7727). Lines keep their ends; rings stay closed and keep at
 * least four positions, so that nothing vanishes however small it is.
 *
 * @param tolerance in the units of the coordinates
 */
export function simplify(geometry: Geometry, tolerance: number): Geometry {
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return geometry
    case 'LineString':
      return { ...geometry, coordinates: simplifyLine(geometry.coordinates, tolerance) }
    case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map((line) => simplifyLine(line, tolerance)) }
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => simplifyRing(ring, tolerance)) }
    case 'MultiPolygon':
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((rings) => rings.map((ring) => simplifyRing(ring, tolerance))),
      }
  }
}

const simplifyLine = (line: readonly Position[], tolerance: number): readonly Position[] =>
  line.length <= 2 ? line : keep(line, marked(line, [0, line.length - 1], tolerance))

/**
 * A ring begins where it ends: the position farthest from there, and the one farthest from the line between
 * both, always stay.
 */
function simplifyRing(ring: readonly Position[], tolerance: number): readonly Position[] {
  if (ring.length <= 4) return ring
  const last = ring.length - 1
  const far = farthest(ring, 0, last).at
  const [before, after] = [farthest(ring, 0, far), farthest(ring, far, last)]
  const third = before.distance >= after.distance && before.at > 0 ? before.at : after.at
  return keep(
    ring,
    marked(
      ring,
      [0, far, third, last].sort((a, b) => a - b),
      tolerance,
    ),
  )
}

/**
 * Which positions stay: those given, and between each two whatever lies too far from the line that would
 * replace it.
 */
function marked(line: readonly Position[], fixed: readonly number[], tolerance: number): Uint8Array {
  const stays = new Uint8Array(line.length)
  const parts: [from: number, to: number][] = []
  for (const [place, at] of fixed.entries()) {
    stays[at] = 1
    const before = fixed[place - 1]
    if (before !== undefined) parts.push([before, at])
  }
  // A list instead of calls of itself: a line may have very many positions.
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { at, distance } = farthest(line, ...part)
    if (distance <= tolerance || at === part[0]) continue
    stays[at] = 1
    parts.push([part[0], at], [at, part[1]])
  }
  return stays
}

const keep = (line: readonly Position[], stays: Uint8Array): readonly Position[] =>
  line.filter((_, place) => stays[place] === 1)

/**
 * The position between two others that lies farthest from the line between them; `from` itself when there is
 * none between.
 */
function farthest(
  line: readonly Position[],
  from: number,
  to: number,
): { readonly at: number; readonly distance: number } {
  const [a, b] = [line[from] as Position, line[to] as Position]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  let [at, maxSquare] = [from, -1]
  for (let place = from + 1; place < to; place++) {
    const [x, y] = line[place] as Position
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length))
    const distance = (x - a[0] - along * dx) ** 2 + (y - a[1] - along * dy) ** 2
    if (distance > maxSquare) [at, maxSquare] = [place, distance]
  }
  return { at, distance: Math.sqrt(Math.max(0, maxSquare)) }
}
