import { AppError } from '../../errors.js'
import type { Box } from '../../geometry/places.js'
import { type Message, message } from '../../message.js'

/** One tile of the web map: column from the west, row from the north, of 2^z each. */
export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

export const deepestZoom = 22
/**
 * How many units a tile is wide, and how far it reaches into its neighbours, so that nothing is cut off at
 * its border.
 */
export const tileExtent = 4096
export const tileBuffer = 64

/** @throws `invalid_parameter` when there is no such tile */
export function requireTilePlace({ z, x, y }: TilePlace): TilePlace {
  if (z > deepestZoom) throw noTile('z', message('zoom_up_to', { most: deepestZoom }))
  if (x >= 2 ** z) throw noTile('x', message('column_below', { end: 2 ** z }))
  if (y >= 2 ** z) throw noTile('y', message('row_below', { end: 2 ** z }))
  return { z, x, y }
}

function noTile(name: string, value: Message): AppError {
  const reason = message('must_be', { value })
  return new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name, reason }),
    detail: { name, reason: reason.text },
  })
}

/** The box of a tile with its border, in degrees: the spherical Mercator projection (EPSG:3857), undone. */
export function boxOfTile({ z, x, y }: TilePlace): Box {
  const count = 2 ** z
  const border = tileBuffer / tileExtent
  const longitude = (column: number): number => (column / count) * 360 - 180
  const latitude = (row: number): number =>
    row <= 0
      ? 90
      : row >= count
        ? -90
        : (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI
  return [longitude(x - border), latitude(y + 1 + border), longitude(x + 1 + border), latitude(y - border)]
}
