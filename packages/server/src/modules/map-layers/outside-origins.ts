import type { Application, AppSettings } from '../../catalogue/application.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { storedLayers } from './service.js'

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
