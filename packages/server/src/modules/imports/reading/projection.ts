import type { Position } from '@trowel/contract/geo.js'
import proj4 from 'proj4'
import { definitionOf, wgs84 } from './reference-systems.js'

/**
 * How a position of a reference system, easting or longitude first, becomes longitude and latitude in WGS 84.
 * @returns `undefined` for a system that is not known
 */
export function projectionToWgs84(epsg: number): ((position: Position) => Position) | undefined {
  if (epsg === wgs84) return (position) => position
  const definition = definitionOf(epsg)
  if (definition === undefined) return undefined
  const projection = proj4(definition, 'EPSG:4326')
  return ([x, y]) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = projection.forward([x, y])
    return [longitude, latitude]
  }
}
