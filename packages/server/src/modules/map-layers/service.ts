import { isObject } from '@trowel/contract/json.js'
import { isFileLayer, type MapFile, type MapLayer } from '@trowel/contract/map-layers.js'
import type { Secrets } from '../../access/secrets.js'
import type { Application, AppSettings } from '../../catalogue/application.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message, saidOf } from '../../message.js'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import type { Reader } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { changeConfiguration } from '../configuration/index.js'
import { withIds } from './layer-ids.js'
import { readLayers, readSeenLayers, sameLayers } from './layer-input.js'
import { mapFileUrls } from './map-file-url.js'
import { selectConfiguration, storeLayers, storeReferenceSystem } from './store.js'

export const mapFilePlace = (app: string, name: string): BinaryPlace => ({ app, area: 'geodata', name })

/** The layers of the map in their order, the uploaded files, and the reference system of the project. */
export async function readConfiguration(
  { db }: RequestScope,
  binaries: BinaryStorage,
): Promise<{ layers: MapLayer[]; files: MapFile[]; epsg: number | null }> {
  const { layers, epsg } = await selectConfiguration(db.quick)
  return { layers: layersIn(layers), files: await listFiles(db.app, binaries), epsg }
}

/** The layers as a map draws them: each uploaded file at an address that needs no header. */
export async function layersToDraw(scope: RequestScope, secrets: Secrets): Promise<MapLayer[]> {
  return (await readToDraw(scope, secrets)).layers
}

/** The same, with the reference system of the project. */
export async function readToDraw(
  scope: RequestScope,
  secrets: Secrets,
): Promise<{ layers: MapLayer[]; epsg: number | null }> {
  const urls = mapFileUrls(secrets)
  const { layers, epsg } = await selectConfiguration(scope.db.quick)
  const drawn = layersIn(layers).map((layer) =>
    isFileLayer(layer.type) && layer.path !== '' ? { ...layer, path: urls.urlOf(scope, layer.path) } : layer,
  )
  return { layers: drawn, epsg }
}

const storedLayers = async (reader: Reader): Promise<MapLayer[]> =>
  layersIn((await selectConfiguration(reader)).layers)

/** Layers from before they had ids get the same ones each time, until they are saved again. */
function layersIn(stored: string): MapLayer[] {
  const layers = parseJson(stored)
  const known = Array.isArray(layers) ? layers.filter((layer): layer is MapLayer => isObject(layer)) : []
  return withIds(known)
}

async function listFiles(app: string, binaries: BinaryStorage): Promise<MapFile[]> {
  const files: MapFile[] = []
  for await (const { name, size } of binaries.list(app, 'geodata')) files.push({ name, size })
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Puts these layers in place of those that were there.
 * @throws `error_geoface_updated` with everything that is wrong; `stale_record` where others are there than
 *   the caller saw
 */
export async function replaceLayers(
  scope: RequestScope,
  binaries: BinaryStorage,
  body: unknown,
): Promise<void> {
  const problems: FieldProblem[] = []
  const files = await listFiles(scope.db.app, binaries)
  const sent = readLayers(body, new Set(files.map(({ name }) => name)), problems)
  const seen = readSeenLayers(body, problems)
  const [first, ...more] = problems
  if (first) {
    throw new AppError('error_geoface_updated', {
      ...(more.length === 0 && saidOf(first)),
      errors: problems,
    })
  }
  await changeConfiguration(
    scope,
    { event: 'map_layers_edited', facts: { layers: sent.length } },
    async ({ tx }) => {
      const stored = await storedLayers(tx)
      const after = withIds(sent, stored)
      // What is there already as it is sent is no loss.
      if (seen && !sameLayers(stored, seen) && !sameLayers(stored, after))
        throw new AppError('stale_record', {
          ...message('map_layers_changed', {}),
          detail: { layers: stored },
        })
      await storeLayers(tx, JSON.stringify(after))
    },
  )
}

/** Says in which reference system the project works. */
export const setReferenceSystem = (scope: RequestScope, epsg: number | null): Promise<void> =>
  changeConfiguration(scope, { event: 'map_system_set', facts: { epsg: epsg ?? '-' } }, ({ tx }) =>
    storeReferenceSystem(tx, epsg),
  )

/** Takes a file from the layers that show it: they stay, and say that they have none. */
export function forgetFile(scope: RequestScope, name: string): Promise<void> {
  return changeConfiguration(scope, { event: 'map_file_deleted', facts: { file: name } }, async ({ tx }) => {
    const layers = await storedLayers(tx)
    const after = layers.map((layer) =>
      isFileLayer(layer.type) && layer.path === name ? { ...layer, path: '' } : layer,
    )
    await storeLayers(tx, JSON.stringify(after))
  })
}

const cacheOf = weakMemoize((_settings: AppSettings): { origins?: Promise<readonly string[]> } => ({}))

/**
 * The other servers that the layers of an application's map come from (`https://tiles.example.org`), each
 * once. Known until the configuration is read anew: the settings are another value then, also when they say
 * the same.
 */
export function outsideOrigins({ settings, db }: Application): Promise<readonly string[]> {
  const cache = cacheOf(settings)
  if (cache.origins) return cache.origins
  const origins = storedLayers(db.quick).then((layers) => [
    ...new Set(layers.filter(({ type }) => !isFileLayer(type)).flatMap(({ path }) => originOf(path) ?? [])),
  ])
  cache.origins = origins
  origins.catch(() => {
    delete cache.origins
  })
  return origins
}

/** Of an address of the web; other text, which older configurations may hold, has none. */
function originOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !URL.canParse(path)) return undefined
  const { protocol, origin } = new URL(path)
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined
}
