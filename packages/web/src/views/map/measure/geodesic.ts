import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import geodesic from 'geographiclib-geodesic'

const { WGS84 } = geodesic.Geodesic

/** How long or large something is, on the ellipsoid. */
export type Measured =
  | { readonly kind: 'line'; readonly length: number }
  | { readonly kind: 'area'; readonly area: number; readonly perimeter: number }

/** Metres and square metres of a geometry; points have none. */
export function measure(geometry: Geometry): Measured | undefined {
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return undefined
    case 'LineString':
      return { kind: 'line', length: lengthOf(geometry.coordinates) }
    case 'MultiLineString':
      return { kind: 'line', length: sum(geometry.coordinates.map(lengthOf)) }
    case 'Polygon':
      return areaOf([geometry.coordinates])
    case 'MultiPolygon':
      return areaOf(geometry.coordinates)
  }
}

/** A step of a line: how long it is, and in which direction it goes, in degrees from north by east. */
export function step(from: Position, to: Position): { readonly length: number; readonly azimuth: number } {
  const { s12 = 0, azi1 = 0 } = WGS84.Inverse(from[1], from[0], to[1], to[0])
  return { length: s12, azimuth: (azi1 + 360) % 360 }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

function lengthOf(line: readonly Position[]): number {
  const path = WGS84.Polygon(true)
  for (const [x, y] of line) path.AddPoint(y, x)
  return path.Compute(false, true).perimeter
}

function areaOf(parts: readonly (readonly (readonly Position[])[])[]): Measured {
  const rings = parts.flatMap((part) =>
    part.map((positions, place) => ({ ...ringOf(positions), isHole: place > 0 })),
  )
  return {
    kind: 'area',
    area: sum(rings.map(({ area, isHole }) => (isHole ? -area : area))),
    perimeter: sum(rings.map(({ perimeter }) => perimeter)),
  }
}

function ringOf(ring: readonly Position[]): { area: number; perimeter: number } {
  const polygon = WGS84.Polygon(false)
  for (const [x, y] of ring.slice(0, -1)) polygon.AddPoint(y, x)
  const { area = 0, perimeter } = polygon.Compute(false, true)
  return { area: Math.abs(area), perimeter }
}
