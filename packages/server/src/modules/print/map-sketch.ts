import type { Geometry, Position } from '@trowel/contract/model/geometry.js'

/** Parts of geometries in metres east and north of the middle of them all. */
export interface Sketch {
  readonly middle: Position
  readonly points: readonly Position[]
  readonly lines: readonly (readonly Position[])[]
  /** Rings of each area, the outer one first. */
  readonly areas: readonly (readonly (readonly Position[])[])[]
  /** How far they reach from the middle, east and north. */
  readonly reach: Position
}

/** Mean radius of the earth (IUGG 1980). */
const earthMetres = 6_371_008.8
const metresPerDegree = (earthMetres * Math.PI) / 180

/** Everything on a plane that touches the earth in the middle of it: true enough for what a record covers. */
export function sketchOf(geometries: readonly Geometry[]): Sketch | undefined {
  const parts = geometries.map(partsOf)
  const positions: Position[] = []
  for (const { points, lines, areas } of parts) {
    for (const line of [points, ...lines, ...areas.flat()])
      for (const position of line) positions.push(position)
  }
  const [first] = positions
  if (!first) return undefined
  let [west, south] = first
  let [maxEast, maxNorth] = first
  for (const [x, y] of positions) {
    west = Math.min(west, x)
    south = Math.min(south, y)
    maxEast = Math.max(maxEast, x)
    maxNorth = Math.max(maxNorth, y)
  }
  const middle: Position = [(west + maxEast) / 2, (south + maxNorth) / 2]
  const east = metresPerDegree * Math.max(Math.cos((middle[1] * Math.PI) / 180), 0.01)
  const flat = ([x, y]: Position): Position => [(x - middle[0]) * east, (y - middle[1]) * metresPerDegree]
  return {
    middle,
    points: parts.flatMap(({ points }) => points.map(flat)),
    lines: parts.flatMap(({ lines }) => lines.map((line) => line.map(flat))),
    areas: parts.flatMap(({ areas }) => areas.map((rings) => rings.map((ring) => ring.map(flat)))),
    reach: [((maxEast - west) / 2) * east, ((maxNorth - south) / 2) * metresPerDegree],
  }
}

interface Parts {
  readonly points: readonly Position[]
  readonly lines: readonly (readonly Position[])[]
  readonly areas: readonly (readonly (readonly Position[])[])[]
}

function partsOf(geometry: Geometry): Parts {
  const none = { points: [], lines: [], areas: [] }
  switch (geometry.type) {
    case 'Point':
      return { ...none, points: [geometry.coordinates] }
    case 'MultiPoint':
      return { ...none, points: geometry.coordinates }
    case 'LineString':
      return { ...none, lines: [geometry.coordinates] }
    case 'MultiLineString':
      return { ...none, lines: geometry.coordinates }
    case 'Polygon':
      return { ...none, areas: [geometry.coordinates] }
    case 'MultiPolygon':
      return { ...none, areas: geometry.coordinates }
  }
}

/** Degrees with six decimals, which is a tenth of a metre. */
export function coordinatesText([longitude, latitude]: Position): string {
  const degrees = (value: number, [positive, negative]: readonly [string, string]): string =>
    `${Math.abs(value).toFixed(6)}° ${value < 0 ? negative : positive}`
  return `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`
}
