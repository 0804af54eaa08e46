/** The ellipsoid of WGS 84. */
const equator = 6378137
const eccentricity2 = 0.00669437999014

/** The zooms of the library count from a world of so many pixels. */
const worldPixels = 512
/** A pixel of CSS is 1/96 of an inch. */
export const mmPerPixel = 25.4 / 96

const sine2 = (latitude: number): number => Math.sin((latitude * Math.PI) / 180) ** 2

/** How many metres from west to east a pixel of the map is. */
const metresPerPixel = (zoom: number, latitude: number): number => {
  const normal = equator / Math.sqrt(1 - eccentricity2 * sine2(latitude))
  const around = 2 * Math.PI * normal * Math.cos((latitude * Math.PI) / 180)
  return around / (worldPixels * 2 ** zoom)
}

/** What a millimetre of the map is in millimetres of the ground: 500 for 1:500. */
export const scaleAt = (zoom: number, latitude: number): number =>
  (metresPerPixel(zoom, latitude) * 1000) / mmPerPixel

/** The zoom at which a map has a scale. */
export const zoomOf = (scale: number, latitude: number): number => Math.log2(scaleAt(0, latitude) / scale)

/**
 * How much longer a metre of the map is from south to north than from west to east: the web map takes the
 * earth for a sphere, which in the middle latitudes makes four millimetres of a metre.
 */
export const northStretch = (latitude: number): number =>
  (1 - eccentricity2 * sine2(latitude)) / (1 - eccentricity2)
