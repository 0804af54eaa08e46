import { type ReferenceSystem, referenceSystems, zonedSystems } from './reference-system-list.js'

/** The code of longitude and latitude in WGS 84, in which geometries are stored. */
export const wgs84 = 4326

const known: ReadonlyMap<number, ReferenceSystem> = new Map(
  [
    ...referenceSystems,
    ...zonedSystems.flatMap(({ name, base, first, last, definition }) =>
      Array.from({ length: last - first + 1 }, (_, index): ReferenceSystem => {
        const zone = first + index
        return [base + zone, name.replace('{zone}', String(zone)), definition(zone)]
      }),
    ),
  ].map((system) => [system[0], system]),
)

/** Codes under which Web Mercator went before it had one. */
const olderCodes: ReadonlyMap<number, number> = new Map([
  [900913, 3857],
  [102100, 3857],
  [102113, 3857],
])

const current = (code: number): number => olderCodes.get(code) ?? code

/**
 * The code that the name of a reference system means: `EPSG:32633`, `urn:ogc:def:crs:EPSG::32633`, `32633`,
 * `http://www.opengis.net/def/crs/EPSG/0/32633`, `urn:ogc:def:crs:OGC:1.3:CRS84`.
 *
 * @returns `undefined` for a name that means none
 */
export function epsgOf(name: string): number | undefined {
  const text = name.trim()
  if (/\bCRS:?84$/i.test(text)) return wgs84
  const code = /^(?:.*\bEPSG\b[:/](?:[\d.]*[:/])?)?(\d{4,6})$/i.exec(text)?.[1]
  return code === undefined ? undefined : current(Number(code))
}

/** The name of a known system. */
export const nameOfSystem = (epsg: number): string | undefined => known.get(current(epsg))?.[1]

/** The definition of a known system, for PROJ. */
export const definitionOf = (epsg: number): string | undefined => known.get(current(epsg))?.[2]

/** All of them, with what they are called, by name. */
export const knownSystems = (): { readonly epsg: number; readonly name: string }[] =>
  [...known.values()]
    .map(([epsg, name]) => ({ epsg, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
