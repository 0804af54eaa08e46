/*
 * From the pixels of a tile of the web map to the pixels of a picture that lies in another reference system.
 */

/** Column and row in a picture of a point of the web map; no numbers where there is none. */
export type ToPixel = (x: number, y: number) => readonly [column: number, row: number]

/** The box of a tile in the web map, 0 to 1 from the west and from the north. */
export interface TileBox {
  readonly left: number
  readonly top: number
  readonly size: number
}

export const tileBox = (z: number, x: number, y: number): TileBox => {
  const size = 1 / 2 ** z
  return { left: x * size, top: y * size, size }
}

/** Longitude and latitude of a place in the web map (spherical Mercator, EPSG:3857). */
export const toDegrees = (x: number, y: number): [number, number] => [
  x * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]

/** The same, the other way. */
export const fromDegrees = (longitude: number, latitude: number): [number, number] => {
  const sine = Math.sin((Math.min(Math.max(latitude, -89.99), 89.99) * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Where the pixels of a tile lie in the picture. */
export interface Warp {
  readonly columns: Float32Array
  readonly rows: Float32Array
}

/** So far, in pixels of the picture, a place may be from where it truly is. */
const maxError = 0.1

/**
 * Where each pixel of a tile lies in a picture. Places are computed where they have to be and taken from
 * between them elsewhere, as GDAL's approximating transformer does.
 *
 * @param pixels how many a tile has on each side
 */
export function warpTile(box: TileBox, pixels: number, toPixel: ToPixel): Warp {
  const columns = new Float32Array(pixels * pixels).fill(Number.NaN)
  const rows = new Float32Array(pixels * pixels).fill(Number.NaN)
  const at = (x: number, y: number) =>
    toPixel(box.left + (box.size * (x + 0.5)) / pixels, box.top + (box.size * (y + 0.5)) / pixels)

  const fill = (left: number, top: number, right: number, bottom: number): void => {
    const corners = [at(left, top), at(right, top), at(left, bottom), at(right, bottom)] as const
    const between = (x: number, y: number, axis: 0 | 1): number => {
      const across = right === left ? 0 : (x - left) / (right - left)
      const down = bottom === top ? 0 : (y - top) / (bottom - top)
      const [one, two, three, four] = corners
      return (
        (one[axis] * (1 - across) + two[axis] * across) * (1 - down) +
        (three[axis] * (1 - across) + four[axis] * across) * down
      )
    }
    const isClose = (x: number, y: number): boolean => {
      const [column, row] = at(x, y)
      return Math.hypot(column - between(x, y, 0), row - between(x, y, 1)) <= maxError
    }
    const [middle, half] = [(left + right) >> 1, (top + bottom) >> 1]
    // Beyond what the reference system knows of the world.
    if (corners.every(([column]) => Number.isNaN(column)) && Number.isNaN(at(middle, half)[0])) return
    const isSmall = right - left <= 1 && bottom - top <= 1
    const edges = [
      [middle, half],
      [middle, top],
      [middle, bottom],
      [left, half],
      [right, half],
    ] as const
    if (isSmall || edges.every(([x, y]) => isClose(x, y))) {
      for (let y = top; y <= bottom; y++)
        for (let x = left; x <= right; x++) {
          columns[y * pixels + x] = between(x, y, 0)
          rows[y * pixels + x] = between(x, y, 1)
        }
      return
    }
    for (const [from, to] of halves(left, right))
      for (const [above, below] of halves(top, bottom)) fill(from, above, to, below)
  }
  fill(0, 0, pixels - 1, pixels - 1)
  return { columns, rows }
}

/** A stretch in two that share their border; a single step cannot be parted. */
const halves = (from: number, to: number): readonly (readonly [number, number])[] => {
  const middle = (from + to) >> 1
  return to - from > 1
    ? [
        [from, middle],
        [middle, to],
      ]
    : [[from, to]]
}

/** What of a picture a tile needs: first and last column and row, as far as they lie in it. */
export function windowOf({ columns, rows }: Warp, width: number, height: number) {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (let k = 0; k < columns.length; k++) {
    const [column, row] = [columns[k] ?? Number.NaN, rows[k] ?? Number.NaN]
    if (!(column >= 0 && row >= 0 && column < width && row < height)) continue
    left = Math.min(left, column)
    top = Math.min(top, row)
    right = Math.max(right, column)
    bottom = Math.max(bottom, row)
  }
  if (right < 0) return undefined
  return {
    left: Math.max(Math.floor(left) - 1, 0),
    top: Math.max(Math.floor(top) - 1, 0),
    right: Math.min(Math.ceil(right) + 2, width),
    bottom: Math.min(Math.ceil(bottom) + 2, height),
  }
}
