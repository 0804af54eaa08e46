import { open, readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isObject } from '@trowel/contract/json.js'
import { fileEndings, layerTypeOfFile } from '@trowel/contract/map-layers.js'
import type { FastifyRequest } from 'fastify'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { contentRange, isUnchanged, type Preconditions } from '../../http/byte-ranges.js'
import { scopeOfHolder } from '../../http/guard.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import type { BinaryStorage } from '../../storage/binaries/binary-storage.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import { writeConfigurationLog } from '../configuration/index.js'
import type { SentFile } from '../files/index.js'
import { extensionOf, isMapFileName, mapFileName } from './map-file-name.js'
import { mapFileUrls } from './map-file-url.js'
import { forgetFile, mapFilePlace } from './service.js'

/** A drawing is read as a whole by every page that shows it. */
const maxDrawingBytes = 20 * 1024 * 1024

async function* drawingOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.byteLength
    if (bytes > maxDrawingBytes)
      throw new AppError(
        'too_large',
        message('file_too_large_here', { most: maxDrawingBytes.toLocaleString('en') }),
      )
    yield piece
  }
}

/**
 * Keeps a file for the map, in place of one of the same name.
 *
 * @returns the name under which it is kept
 * @throws `unsupported_media_type`; `error_geoface_updated` when it is not what its name says
 */
export async function addMapFile(
  scope: RequestScope,
  binaries: BinaryStorage,
  file: SentFile,
): Promise<string> {
  const name = mapFileName(file.name)
  const type = layerTypeOfFile(name)
  // Pictures are prepared first: they come by a way of their own.
  if (!type || type === 'raster' || !isMapFileName(name)) {
    const endings = [...fileEndings.local, ...fileEndings.pmtiles]
    throw new AppError('unsupported_media_type', {
      ...message('map_file_type', { types: endings.map((ending) => `.${ending}`).join(', ') }),
    })
  }
  const path = await binaries.spool.newPath()
  try {
    await writeDown(path, type === 'local' ? drawingOf(file.content) : file.content)
    await checkContent(name, type, path)
    await binaries.adopt(mapFilePlace(scope.db.app, name), path)
  } finally {
    await rm(path, { force: true })
  }
  await writeConfigurationLog(scope, 'map_file_uploaded', { file: name })
  return name
}

const problems = {
  not_geojson: 'file_not_geojson',
  not_xml: 'file_not_xml',
  not_pmtiles: 'file_not_pmtiles',
} as const

async function checkContent(name: string, type: 'local' | 'pmtiles', path: string): Promise<void> {
  const code = type === 'pmtiles' ? 'not_pmtiles' : name.endsWith('json') ? 'not_geojson' : 'not_xml'
  if (await isWhat(code, path)) return
  const said = message(problems[code], {})
  throw new AppError('error_geoface_updated', { ...said, errors: [{ field: 'file', code, ...said }] })
}

async function isWhat(code: keyof typeof problems, path: string): Promise<boolean> {
  if (code === 'not_pmtiles') return isPmtiles(path)
  const text = await readFile(path, 'utf8')
  return code === 'not_geojson'
    ? isGeoJson(parseJson(text.replace(/^\uFEFF/, '')))
    : /^\uFEFF?\s*</.test(text)
}

/**
 * The header of an archive of tiles (PMTiles 3, §3): its letters, its version, and parts that lie in the
 * file.
 */
async function isPmtiles(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const header = Buffer.alloc(127)
    const { bytesRead } = await file.read(header, 0, header.length, 0)
    if (bytesRead < header.length || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
      return false
    const { size } = await file.stat()
    return [8, 24, 40, 56].every(
      (at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8) <= BigInt(size),
    )
  } finally {
    await file.close()
  }
}

/** Deletes a file; layers that show it stay without one. @throws `error_geoface_updated` (404) */
export async function removeMapFile(
  scope: RequestScope,
  binaries: BinaryStorage,
  name: string | undefined,
): Promise<void> {
  const place = name !== undefined && isMapFileName(name) ? mapFilePlace(scope.db.app, name) : undefined
  if (!place || !(await binaries.head(place))) {
    throw new AppError('error_geoface_updated', { status: 404, ...message('no_such_map_file', {}) })
  }
  await forgetFile(scope, place.name)
  await binaries.remove(place)
}

export interface MapFileRequest {
  readonly name: string
  /** The signed token of the address, if there is one. */
  readonly token: string | undefined
  /** Who asks, when he sent a valid bearer token. */
  readonly scope: RequestScope | undefined
  readonly preconditions: Preconditions
  readonly request: Pick<FastifyRequest, 'id' | 'log'>
}

export interface MapFileContent {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | undefined
}

/**
 * The content of a file for the map, or a part of it.
 *
 * @throws `unauthenticated` without a credential; `invalid_signature`; `not_found`
 */
export async function readMapFile(
  services: Services,
  { name, token, scope, preconditions, request }: MapFileRequest,
): Promise<MapFileContent> {
  const { binaries } = services
  const app = token === undefined ? applicationOf(scope) : await openedBy(services, request, token, name)
  const place = isMapFileName(name) ? mapFilePlace(app, name) : undefined
  const found = place && (await binaries.head(place))
  if (!place || !found) throw new AppError('not_found', message('no_such_map_file', {}))
  const { size } = found
  const etag = `"${found.modified.getTime().toString(36)}-${size.toString(36)}"`
  const modified = new Date(Math.floor(found.modified.getTime() / 1000) * 1000)
  const headers = { etag, 'cache-control': 'private, max-age=3600' }
  if (isUnchanged(preconditions, etag, modified)) return { status: 304, headers, body: undefined }
  const range = contentRange(preconditions, size, etag, modified)
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: undefined }
  const body = await binaries.read(place, range)
  if (!body) throw new AppError('not_found', message('no_such_map_file', {}))
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-type': mediaTypes[extensionOf(name)] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      ...(range && {
        'content-range': `bytes ${range.first}-${range.last}/${size}`,
        'content-length': range.last - range.first + 1,
      }),
    },
    body,
  }
}

function applicationOf(scope: RequestScope | undefined): string {
  if (!scope) throw new AppError('unauthenticated')
  return scope.db.app
}

async function openedBy(
  services: Services,
  request: Pick<FastifyRequest, 'id' | 'log'>,
  token: string,
  name: string,
): Promise<string> {
  const opened = await mapFileUrls(services.secrets).open(services.applications, token, new Date())
  const holder = opened?.claims === name ? await scopeOfHolder(services, request, opened) : undefined
  if (!holder) throw new AppError('invalid_signature')
  return holder.db.app
}

/** How files of the map are sent, by the ends of their names. */
const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml',
  pmtiles: 'application/vnd.pmtiles',
  tif: 'image/tiff',
}

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
function isGeoJson(value: unknown, depth = 0): boolean {
  if (!isObject(value) || depth > deepest) return false
  const isPart = (part: unknown): boolean => isGeoJson(part, depth + 1)
  const isFeature = (part: unknown): boolean =>
    isObject(part) && part['type'] === 'Feature' && (part['geometry'] === null || isPart(part['geometry']))
  const { type, features, geometries: parts, coordinates } = value
  if (type === 'FeatureCollection') return Array.isArray(features) && features.every(isFeature)
  if (type === 'GeometryCollection') return Array.isArray(parts) && parts.every(isPart)
  return isFeature(value) || (geometries.has(type) && Array.isArray(coordinates))
}
