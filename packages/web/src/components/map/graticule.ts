import type * as GeoJSON from 'geojson'
import type { Box } from './bounds.js'

const wide = [30, 10, 5, 2, 1]
const nice = [5, 2, 1]
/** About so many lines cross a view. */
const wanted = 6

/** The distance of two lines, in degrees, at which about six of them cross a view so wide. */
export function stepFor(width: number): number {
  for (const step of wide) if (width / step >= wanted) return step
  for (let power = 0.1; power > 1e-7; power /= 10)
    for (const factor of nice) if (width / (factor * power) >= wanted) return factor * power
  return 1e-7
}

/** Meridians and parallels at round degrees across a view. */
export function graticule([west, south, east, north]: Box): GeoJSON.FeatureCollection {
  const step = stepFor(east - west)
  const [bottom, top] = [Math.max(south, -85), Math.min(north, 85)]
  const lines: [number, number][][] = []
  for (let k = Math.ceil(west / step); k * step <= east; k++)
    lines.push([
      [k * step, bottom],
      [k * step, top],
    ])
  for (let k = Math.ceil(bottom / step); k * step <= top; k++)
    lines.push([
      [west, k * step],
      [east, k * step],
    ])
  return {
    type: 'FeatureCollection',
    features: lines.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates },
    })),
  }
}
