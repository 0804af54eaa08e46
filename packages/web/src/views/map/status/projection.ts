import { definitionOf, nameOfSystem } from '@trowel/contract/model/reference-systems.js'
import proj4 from 'proj4'
import type { Projection } from './place-text.js'

/** @returns nothing for a system that is not known */
export function projectionOf(epsg: number): Projection | undefined {
  const definition = definitionOf(epsg)
  if (definition === undefined) return undefined
  const system = proj4(definition)
  return {
    name: nameOfSystem(epsg) ?? `EPSG:${epsg}`,
    isDegrees: definition.includes('+proj=longlat'),
    forward: (longitude, latitude) => system.forward([longitude, latitude]) as [number, number],
    inverse: (x, y) => system.inverse([x, y]) as [number, number],
  }
}
