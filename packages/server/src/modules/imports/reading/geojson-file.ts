import { stat } from 'node:fs/promises'
import { isObject, type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'
import type { Position } from '@trowel/contract/model/geometry.js'
import { epsgOf, wgs84 } from '@trowel/contract/model/reference-systems.js'
import { fileProblem } from '../../../formats/file-problem.js'
import { message } from '../../../message.js'
import { addKeys, cellsOf, parseJson, readWhole } from './json-file.js'
import { placeOf, projectionToWgs84 } from './places.js'
import type { FileRow, TableFile } from './table-file.js'
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
  const { types, names } = contentsOf(features)
  return {
    count: features.length,
    geometryTypes: types,
    properties: names,
    epsg: crs === null ? wgs84 : epsgOf(crs),
    crs,
    bytes,
  }
}

/** Types of geometry and names of properties, in order of appearance. @throws FileProblem */
function contentsOf(features: readonly JsonObject[]): { readonly types: string[]; readonly names: string[] } {
  const types = new Set<string>()
  const names = new Set<string>()
  for (const feature of features) {
    const { geometry } = feature
    if (isObject(geometry) && typeof geometry['type'] === 'string') types.add(geometry['type'])
    addKeys(names, propertiesOf(feature))
  }
  return { types: [...types], names: [...names] }
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
  return { row, key, ...placeOf(feature['geometry'], project) }
}

const propertiesOf = ({ properties }: JsonObject): JsonObject => objectOrEmpty(properties)

/** Features as rows: their properties are the cells. @throws FileProblem */
export async function openFeatureTable(path: string, onRead: (bytes: number) => void): Promise<TableFile> {
  const { features, crs, bytes } = await openFeatures(path, onRead)
  const { types, names } = contentsOf(features)
  return {
    columns: names,
    headerProblem: names.includes('') ? message('key_empty', {}) : undefined,
    headerLine: 1,
    form: undefined,
    sheets: [],
    sheet: undefined,
    geometry: { types, epsg: crs === null ? wgs84 : epsgOf(crs) },
    bytesDone: () => bytes,
    rows: () => rowsOf(features, names),
  }
}

async function* rowsOf(features: readonly JsonObject[], names: readonly string[]): AsyncGenerator<FileRow> {
  for (const [index, feature] of features.entries()) {
    const row = index + 1
    yield {
      row,
      line: null,
      cells: cellsOf(propertiesOf(feature), names, row),
      geometry: feature['geometry'],
    }
  }
}
