import { stat } from 'node:fs/promises'
import { isObject, type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'
import type { Geometry, Position } from '@trowel/contract/model/geometry.js'
import { definitionOf, epsgOf, wgs84 } from '@trowel/contract/model/reference-systems.js'
import proj4 from 'proj4'
import type { FieldProblem } from '../../../errors.js'
import { fileProblem } from '../../../formats/file-problem.js'
import { writeWkt } from '../../../formats/wkt.js'
import { GeometryProblems, parseGeometry } from '../../../geometry/geometry.js'
import { message } from '../../../message.js'
import { addKeys, parseJson, readWhole } from './json-file.js'
import type { Batch, FeatureScan, FeaturesJob, ReadFeature } from './worker-protocol.js'

/** GeoJSON is read as a whole; larger collections come in parts. */
const maxBytes = 64 * 1024 * 1024
const featuresInBatch = 200

interface FeatureFile {
  readonly features: readonly JsonObject[]
  /** What the old member `crs` says (GeoJSON of 2008). */
  readonly crs: string | null
  readonly bytes: number
}

/** @throws FileProblem for everything but a FeatureCollection */
async function openFeatures(path: string, onRead: (bytes: number) => void): Promise<FeatureFile> {
  const { size } = await stat(path)
  if (size > maxBytes) throw fileProblem('geojson_too_large', {})
  const parsed = parseJson(await readWhole(path, size, onRead))
  const features = isObject(parsed) && parsed['type'] === 'FeatureCollection' ? parsed['features'] : undefined
  if (!isObject(parsed) || !Array.isArray(features)) {
    throw fileProblem('geojson_no_collection', {})
  }
  for (const [index, feature] of features.entries()) {
    const isFeature = isObject(feature) && feature['type'] === 'Feature'
    if (!isFeature) throw fileProblem('geojson_no_feature', { feature: index + 1 })
  }
  return { features: features as readonly JsonObject[], crs: crsName(parsed['crs']), bytes: size }
}

/** `null` is written for "unknown", which this service reads like nothing at all: longitude and latitude. */
function crsName(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null
  const properties = isObject(crs) ? crs['properties'] : undefined
  const name = isObject(properties) ? (properties['name'] ?? properties['code']) : undefined
  if (typeof name === 'string' || typeof name === 'number') return String(name)
  throw fileProblem('geojson_crs_nameless', {})
}

/** Looks through a whole file. @throws FileProblem */
export async function scanFeatures(path: string): Promise<FeatureScan> {
  const { features, crs, bytes } = await openFeatures(path, () => {})
  const geometryTypes = new Set<string>()
  const properties = new Set<string>()
  for (const feature of features) {
    const { geometry } = feature
    if (isObject(geometry) && typeof geometry['type'] === 'string') geometryTypes.add(geometry['type'])
    addKeys(properties, propertiesOf(feature))
  }
  return {
    count: features.length,
    geometryTypes: [...geometryTypes],
    properties: [...properties],
    epsg: crs === null ? wgs84 : epsgOf(crs),
    crs,
    bytes,
  }
}

/** The features of a file in batches, their geometries in WGS 84 and checked. @throws FileProblem */
export async function* readFeatureBatches(
  { path, property, epsg }: FeaturesJob,
  onRead: (bytes: number) => void,
): AsyncGenerator<Batch<ReadFeature>> {
  const { features, bytes } = await openFeatures(path, onRead)
  const project = projectionToWgs84(epsg)
  if (!project) throw fileProblem('reference_system_unknown', { epsg })
  for (let from = 0; from < features.length; from += featuresInBatch) {
    const rows = features
      .slice(from, from + featuresInBatch)
      .map((feature, index) => readFeature(feature, from + index + 1, property, project))
    yield { rows, bytesDone: bytes }
  }
}

function readFeature(
  feature: JsonObject,
  row: number,
  property: string,
  project: (position: Position) => Position,
): ReadFeature {
  const properties = propertiesOf(feature)
  const value = Object.hasOwn(properties, property) ? properties[property] : undefined
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const key = isPlain && value !== '' ? String(value) : undefined
  const { geometry } = feature
  if (geometry === undefined || geometry === null) return { row, key, wkt: undefined, problems: [] }
  try {
    const projected = inWgs84(parseGeometry(geometry), project)
    const problems = outsideTheWorld(projected)
    return { row, key, wkt: problems.length > 0 ? undefined : writeWkt(projected), problems }
  } catch (error) {
    if (!(error instanceof GeometryProblems)) throw error
    return { row, key, wkt: undefined, problems: error.problems }
  }
}

type Nested = Position | readonly Nested[]

const isPosition = (nested: Nested): nested is Position => typeof nested[0] === 'number'

function inWgs84(geometry: Geometry, project: (position: Position) => Position): Geometry {
  const walk = (nested: Nested): Nested => (isPosition(nested) ? project(nested) : nested.map(walk))
  return { type: geometry.type, coordinates: walk(geometry.coordinates) } as Geometry
}

/** Metres in a file that does not say so, or the wrong zone, show as places that the world does not have. */
function outsideTheWorld({ coordinates }: Geometry): FieldProblem[] {
  const walk = (nested: Nested): Position | undefined => {
    if (!isPosition(nested)) {
      for (const part of nested) {
        const found = walk(part)
        if (found) return found
      }
      return undefined
    }
    const [longitude, latitude] = nested
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? undefined : nested
  }
  const found = walk(coordinates)
  if (!found) return []
  const said = message('coordinates_outside', { place: found.join(', ') })
  return [{ field: 'coordinates', code: 'outside_the_world', ...said }]
}

const propertiesOf = ({ properties }: JsonObject): JsonObject => objectOrEmpty(properties)

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
