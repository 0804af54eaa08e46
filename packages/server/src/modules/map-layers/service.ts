import { isObject } from '@trowel/contract/json.js'
import type { MapLayer } from '@trowel/contract/map-layers.js'
import type { Secrets } from '../../access/secrets.js'
import type { Application, AppSettings } from '../../catalogue/application.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { saidOf } from '../../message.js'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import type { Reader } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { changeConfiguration } from '../configuration/index.js'
import { readLayers } from './layer-input.js'
import { mapFileUrls } from './map-file-url.js'
import { selectLayers, storeLayers } from './store.js'

export const mapFilePlace = (app: string, name: string): BinaryPlace => ({ app, area: 'geodata', name })

/** The layers of the map in their order, and the names of the uploaded files. */
export async function readConfiguration(
  { db }: RequestScope,
  binaries: BinaryStorage,
): Promise<{ layers: MapLayer[]; files: string[] }> {
  return { layers: await storedLayers(db.quick), files: await fileNames(db.app, binaries) }
}

/** The layers as a map draws them: each uploaded file at an address that needs no header. */
export async function layersToDraw(scope: RequestScope, secrets: Secrets): Promise<MapLayer[]> {
  const urls = mapFileUrls(secrets)
  return (await storedLayers(scope.db.quick)).map((layer) =>
    layer.type === 'local' && layer.path !== '' ? { ...layer, path: urls.urlOf(scope, layer.path) } : layer,
  )
}

/** As they are stored. */
async function storedLayers(reader: Reader): Promise<MapLayer[]> {
  const stored = parseJson(await selectLayers(reader))
  return Array.isArray(stored) ? stored.filter((layer): layer is MapLayer => isObject(layer)) : []
}

async function fileNames(app: string, binaries: BinaryStorage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of binaries.list(app, 'geodata')) names.push(name)
  return names.sort()
}

/**
 * Puts these layers in place of those that were there.
 * @throws `error_geoface_updated` with everything that is wrong
 */
export async function replaceLayers(
  scope: RequestScope,
  binaries: BinaryStorage,
  body: unknown,
): Promise<void> {
  const problems: FieldProblem[] = []
  const layers = readLayers(body, new Set(await fileNames(scope.db.app, binaries)), problems)
  const [first, ...more] = problems
  if (first) {
    throw new AppError('error_geoface_updated', {
      ...(more.length === 0 && saidOf(first)),
      errors: problems,
    })
  }
  await changeConfiguration(
    scope,
    { event: 'map_layers_edited', facts: { layers: layers.length } },
    ({ tx }) => storeLayers(tx, JSON.stringify(layers)),
  )
}

/** Takes a file from the layers that show it: they stay, and say that they have none. */
export function forgetFile(scope: RequestScope, name: string): Promise<void> {
  return changeConfiguration(scope, { event: 'map_file_deleted', facts: { file: name } }, async ({ tx }) => {
    const layers = await storedLayers(tx)
    const after = layers.map((layer) =>
      layer.type === 'local' && layer.path === name ? { ...layer, path: '' } : layer,
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
    ...new Set(layers.filter(({ type }) => type !== 'local').flatMap(({ path }) => originOf(path) ?? [])),
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
