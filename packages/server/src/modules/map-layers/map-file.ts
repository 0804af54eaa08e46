import { isObject } from '../../catalogue/json-text.js'

/** What may be uploaded for the map, and how it is sent. */
const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml',
}

export const mapFileTypes: readonly string[] = Object.keys(mediaTypes)

/** The type of a file by its name; `undefined` for one that no map shows. */
export const mapFileType = (name: string): string | undefined => mediaTypes[extensionOf(name)]

const extensionOf = (name: string): string => /\.([a-z]+)$/.exec(name)?.[1] ?? ''

const maxNameLength = 120

/**
 * The name under which a file is kept: without folders, spaces and other characters that addresses cannot
 * carry plainly.
 */
export function mapFileName(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? ''
  const plain = base.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '')
  const [, stem = plain, extension = ''] = /^(.*?)(\.[A-Za-z]+)?$/.exec(plain) ?? []
  return `${stem.slice(0, maxNameLength)}${extension.toLowerCase()}`
}

/** Is this a name that `mapFileName` makes, and nothing that reaches out of its folder? */
export const isMapFileName = (name: string): boolean =>
  /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name) && mapFileName(name) === name

const geometries: ReadonlySet<unknown> = new Set([
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
])

/** Far deeper than anybody collects geometries in geometries. */
const deepest = 50

/** Has the value the form of GeoJSON (RFC 7946)? Coordinates are left to the program that draws them. */
export function isGeoJson(value: unknown, depth = 0): boolean {
  if (!isObject(value) || depth > deepest) return false
  const isPart = (part: unknown): boolean => isGeoJson(part, depth + 1)
  const isFeature = (part: unknown): boolean =>
    isObject(part) && part['type'] === 'Feature' && (part['geometry'] === null || isPart(part['geometry']))
  const { type, features, geometries: parts, coordinates } = value
  if (type === 'FeatureCollection') return Array.isArray(features) && features.every(isFeature)
  if (type === 'GeometryCollection') return Array.isArray(parts) && parts.every(isPart)
  return isFeature(value) || (geometries.has(type) && Array.isArray(coordinates))
}
