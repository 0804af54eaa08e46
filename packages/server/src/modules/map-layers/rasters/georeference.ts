import { definitionOf } from '@trowel/contract/model/reference-systems.js'

/**
 * Where the corners of pixels lie: `x = a·column + b·row + c`, `y = d·column + e·row + f`, in the coordinates
 * of a reference system.
 */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** What a GeoTIFF says of its place (OGC GeoTIFF 1.1, OGC 19-008). */
export interface GeoTags {
  readonly pixelScale: readonly number[] | undefined
  readonly tiepoints: readonly number[] | undefined
  readonly transformation: readonly number[] | undefined
  readonly keys: Readonly<Record<string, unknown>> | null
}

const pixelIsPoint = 2

/** The place of the pixels; `undefined` for a file that does not say it, or by several points only. */
export function transformOf({ pixelScale, tiepoints, transformation, keys }: GeoTags): Transform | undefined {
  const found = matrixOf(transformation) ?? scaledFrom(pixelScale, tiepoints)
  if (!found?.every(Number.isFinite) || isFlat(found)) return undefined
  return keys?.['GTRasterTypeGeoKey'] === pixelIsPoint ? fromCentre(found) : found
}

function matrixOf(matrix: readonly number[] | undefined): Transform | undefined {
  if (matrix?.length !== 16) return undefined
  const [a, b, , c, d, e, , f] = matrix as [number, number, number, number, number, number, number, number]
  return [a, b, c, d, e, f]
}

function scaledFrom(
  scale: readonly number[] | undefined,
  tiepoints: readonly number[] | undefined,
): Transform | undefined {
  if (!scale || tiepoints?.length !== 6) return undefined
  const [width = 0, height = 0] = scale
  const [column = 0, row = 0, , x = 0, y = 0] = tiepoints
  return [width, 0, x - column * width, 0, -height, y + row * height]
}

/** What was said of the middle of the first pixel is said of its corner. */
const fromCentre = ([a, b, c, d, e, f]: Transform): Transform => [
  a,
  b,
  c - (a + b) / 2,
  d,
  e,
  f - (d + e) / 2,
]

/** Have pixels no extent? */
const isFlat = ([a, b, , d, e]: Transform): boolean => a * e - b * d === 0

/** The lines of a world file: the size of pixels, how they are turned, and the middle of the first one. */
export function transformOfWorld(lines: readonly number[]): Transform | undefined {
  const [a, d, b, e, c, f] = lines as [number, number, number, number, number, number]
  const transform: Transform = [a, b, c, d, e, f]
  return lines.length === 6 && transform.every(Number.isFinite) && !isFlat(transform)
    ? fromCentre(transform)
    : undefined
}

const geographic = 2
const userDefined = 32767

/** The reference system that the keys of a GeoTIFF name; `undefined` for one that is not known here. */
export function epsgOfKeys(keys: GeoTags['keys']): number | undefined {
  if (!keys) return undefined
  const { GTModelTypeGeoKey: model, GeographicTypeGeoKey: degrees, ProjectedCSTypeGeoKey: projected } = keys
  const code = Number(model === geographic ? degrees : (projected ?? degrees))
  return Number.isSafeInteger(code) && code !== userDefined && definitionOf(code) ? code : undefined
}

/** The same, to be written: scale and tiepoint or matrix, and the directory of keys. */
export function geoTagsOf(
  [a, b, c, d, e, f]: Transform,
  epsg: number,
): {
  readonly pixelScale?: readonly number[]
  readonly tiepoints?: readonly number[]
  readonly transformation?: readonly number[]
  readonly keys: readonly number[]
} {
  const isGeographic = definitionOf(epsg)?.includes('+proj=longlat') === true
  const place =
    b === 0 && d === 0 && a > 0 && e < 0
      ? { pixelScale: [a, -e, 0], tiepoints: [0, 0, 0, c, f, 0] }
      : { transformation: [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1] }
  const keys = [
    [1024, 0, 1, isGeographic ? geographic : 1],
    [1025, 0, 1, 1],
    [isGeographic ? 2048 : 3072, 0, 1, epsg],
  ]
  return { ...place, keys: [1, 1, 0, keys.length, ...keys.flat()] }
}
