import type { Application, AppSettings } from '../../catalogue/application.js'
import { storedLayers } from './service.js'

const known = new WeakMap<AppSettings, Promise<readonly string[]>>()

/**
 * The other servers that the layers of an application's map come from (`https://tiles.example.org`), each
 * once. Known until the configuration is read anew: the settings are another value then, also when they say
 * the same.
 */
export function outsideOrigins({ settings, db }: Application): Promise<readonly string[]> {
  const before = known.get(settings)
  if (before) return before
  const origins = storedLayers(db.quick).then((layers) => [
    ...new Set(layers.filter(({ type }) => type !== 'local').flatMap(({ path }) => originOf(path) ?? [])),
  ])
  known.set(settings, origins)
  origins.catch(() => known.delete(settings))
  return origins
}

/** Of an address of the web; other text, which older configurations may hold, has none. */
function originOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !URL.canParse(path)) return undefined
  const { protocol, origin } = new URL(path)
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined
}
