import type { Geometry, Position } from '@trowel/contract/model/geometry.js'

/** What can be drawn; several of a kind make one feature, too. */
export const shapes = ['point', 'line', 'area'] as const
export type Shape = (typeof shapes)[number]

export const shapeOf = ({ type }: Geometry): Shape =>
  type.endsWith('Point') ? 'point' : type.endsWith('LineString') ? 'line' : 'area'

/** Points, lines or rings of which a geometry consists; the holes of areas are left out. */
export function partsOf(geometry: Geometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position])
    case 'LineString':
      return [geometry.coordinates]
    case 'MultiLineString':
      return geometry.coordinates
    case 'Polygon':
      return geometry.coordinates.slice(0, 1)
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings) => rings.slice(0, 1))
  }
}

/** A geometry of such parts. @param holes of the areas, by their place */
export function geometryOf(
  shape: Shape,
  parts: readonly (readonly Position[])[],
  holes: readonly (readonly (readonly Position[])[])[] = [],
): Geometry | undefined {
  const [only, ...more] = parts
  if (!only) return undefined
  const isOne = more.length === 0
  if (shape === 'line')
    return isOne ? { type: 'LineString', coordinates: only } : { type: 'MultiLineString', coordinates: parts }
  if (shape === 'area') {
    const areas = parts.map((ring, place) => [ring, ...(holes[place] ?? [])])
    return isOne
      ? { type: 'Polygon', coordinates: areas[0] ?? [] }
      : { type: 'MultiPolygon', coordinates: areas }
  }
  const [first] = only
  if (!first) return undefined
  return isOne
    ? { type: 'Point', coordinates: first }
    : { type: 'MultiPoint', coordinates: parts.flatMap((part) => part.slice(0, 1)) }
}

export const holesOf = (geometry: Geometry): readonly (readonly (readonly Position[])[])[] =>
  geometry.type === 'Polygon'
    ? [geometry.coordinates.slice(1)]
    : geometry.type === 'MultiPolygon'
      ? geometry.coordinates.map((rings) => rings.slice(1))
      : []

/**
 * Latitude and longitude, a point on each line; an empty line between parts. The last point of a ring, which
 * is its first, is left out.
 */
export function coordinatesText(geometry: Geometry): string {
  const isArea = shapeOf(geometry) === 'area'
  return partsOf(geometry)
    .map((part) => (isArea ? part.slice(0, -1) : part).map(([x, y]) => `${y}, ${x}`).join('\n'))
    .join(shapeOf(geometry) === 'point' ? '\n' : '\n\n')
}

const fewest = { point: 1, line: 2, area: 3 } as const

/** Reads the same. @returns nothing when a line is no place, or when there are too few of them */
export function readCoordinates(text: string, shape: Shape): Geometry | undefined {
  const blocks = text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map(positionIn))
  const read = blocks.map((block) => block.filter((position) => position !== undefined))
  if (read.some((block, place) => block.length !== blocks[place]?.length)) return undefined
  if (read.some((block) => block.length < fewest[shape])) return undefined
  if (shape === 'point')
    return geometryOf(
      shape,
      read.flat().map((position) => [position]),
    )
  return geometryOf(shape, shape === 'area' ? read.map(closed) : read)
}

/**
 * An area whose outline was typed, with the holes that it had: each outline that is still there keeps its
 * own, and one that was changed those of its place.
 */
export function withHolesOf(before: Geometry | undefined, typed: Geometry): Geometry {
  if (!before || shapeOf(before) !== 'area' || shapeOf(typed) !== 'area') return typed
  const [known, rings] = [partsOf(before).map(String), partsOf(typed)]
  const holes = holesOf(before)
  const own = rings.map((ring, place) => {
    const same = known.indexOf(String(ring))
    return holes[same < 0 && rings.length === known.length ? place : same] ?? []
  })
  return geometryOf('area', rings, own) ?? typed
}

function positionIn(line: string): Position | undefined {
  const [y = Number.NaN, x = Number.NaN, ...more] = line
    .trim()
    .split(/[\s,;]+/)
    .map((number) => (number === '' ? Number.NaN : Number(number)))
  return more.length === 0 && Math.abs(x) <= 180 && Math.abs(y) <= 90 ? [x, y] : undefined
}

function closed(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return ring
  return [...ring, first]
}
