import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import { type Box, boxAround, boxOf } from '../../components/map/bounds.js'
import type { Place } from '../../queries/map.js'

/** A place as it is drawn. */
export interface DrawnPlace {
  readonly id: number
  readonly label: string
  /** The `d` of a path: outlines and lines; empty for points. */
  readonly path: string
  readonly isArea: boolean
  /** The middle of its box, and each of its points. */
  readonly at: Point
  readonly points: readonly Point[]
}

type Point = readonly [x: number, y: number]

export interface PlacesPicture {
  readonly places: readonly DrawnPlace[]
  /** A length in metres that is easy to read, and how long it is in the picture. */
  readonly scale: { readonly metres: number; readonly length: number }
}

/** Metres around the earth at the equator (WGS 84). */
const equator = 40_075_016.686
/** A single point is not drawn larger than this many metres across. */
const minMetres = 400
const margin = 0.12
const maxScale = 0.28

/** Web Mercator, from 0 to 1 over the whole earth. */
const project = ([longitude, latitude]: readonly [number, number, ...number[]]): Point => {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Lays places out in a picture of this size, north above. @returns `undefined` without any */
export function drawPlaces(
  places: readonly Place[],
  width: number,
  height: number,
): PlacesPicture | undefined {
  const around = boxAround(places.map(({ geometry }) => boxOf(geometry)))
  if (!around) return undefined
  const { toPicture, perMetre } = frameOf(around, width, height)
  const rounded = (position: Position): Point => {
    const [x, y] = toPicture(project([position[0] ?? 0, position[1] ?? 0]))
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
  }
  return {
    places: places.map(({ id, label, geometry }) => {
      const [west, south, east, north] = boxOf(geometry)
      return {
        id,
        label,
        path: linesOf(geometry)
          .map((line) => pathOf(line.map(rounded)))
          .join(''),
        isArea: geometry.type.endsWith('Polygon'),
        at: rounded([(west + east) / 2, (south + north) / 2]),
        points: pointsOf(geometry).map(rounded),
      }
    }),
    scale: scaleFor(perMetre, width * maxScale),
  }
}

function frameOf([west, south, east, north]: Box, width: number, height: number) {
  const [left, top] = project([west, north])
  const [right, bottom] = project([east, south])
  const middle = (south + north) / 2
  const earthPerMetre = 1 / (equator * Math.cos((middle * Math.PI) / 180))
  const smallest = minMetres * earthPerMetre
  const [wide, high] = [Math.max(right - left, smallest), Math.max(bottom - top, smallest)]
  const zoom = Math.min(width / wide, height / high) * (1 - 2 * margin)
  const [centreX, centreY] = [(left + right) / 2, (top + bottom) / 2]
  return {
    toPicture: ([x, y]: Point): Point => [
      width / 2 + (x - centreX) * zoom,
      height / 2 + (y - centreY) * zoom,
    ],
    perMetre: earthPerMetre * zoom,
  }
}

/** 1, 2 or 5 and zeros, as long as fits. */
function scaleFor(perMetre: number, longest: number): PlacesPicture['scale'] {
  const most = longest / perMetre
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((digit) => digit * power).find((one) => one <= most) ?? power
  return { metres, length: metres * perMetre }
}

const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')

function linesOf(geometry: Geometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates]
    case 'Polygon':
    case 'MultiLineString':
      return geometry.coordinates
    case 'MultiPolygon':
      return geometry.coordinates.flat()
    default:
      return []
  }
}

function pointsOf(geometry: Geometry): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates]
  return geometry.type === 'MultiPoint' ? geometry.coordinates : []
}
