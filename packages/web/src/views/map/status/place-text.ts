/** A reference system in which places are told. */
export interface Projection {
  readonly name: string
  /** Longitude and latitude as its own coordinates, east or longitude first. */
  readonly forward: (longitude: number, latitude: number) => readonly [number, number]
  /** The same, the other way. */
  readonly inverse: (x: number, y: number) => readonly [number, number]
  /** Are they degrees, and not metres? */
  readonly isDegrees: boolean
}

export const wgs84: Projection = {
  name: 'WGS 84',
  forward: (longitude, latitude) => [longitude, latitude],
  inverse: (x, y) => [x, y],
  isDegrees: true,
}

/** Degrees north and east, as all maps have them. */
const degreesText = (longitude: number, latitude: number): string =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

/** A place in a system; in metres, east before north. */
export function placeText({ forward, isDegrees }: Projection, longitude: number, latitude: number): string {
  const [x, y] = forward(longitude, latitude)
  return isDegrees ? degreesText(x, y) : `${x.toFixed(2)} E, ${y.toFixed(2)} N`
}
