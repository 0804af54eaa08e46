import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from '../catalogue/application.js'
import type { Config } from '../config.js'

/** Whose keys they are. */
export type KeyOwner = Pick<Application, 'name' | 'keySalt'>

/**
 * Keys of 32 bytes for signing and encrypting, derived from the service's one secret; the same on every node.
 */
export interface Secrets {
  /**
   * The application's key for one purpose, from its salt: another application has another one, also under the
   * same name. Without a salt it is the key of versions before 5.1.
   */
  keyFor(purpose: string, owner: KeyOwner): Buffer
  /** For what is looked at before the application is known. */
  serviceKey(purpose: string): Buffer
}

const withoutSalt = 'trowel'

/** Keys that are derived already: few for each application, and further ones after a restore. */
const maxCachedKeys = 1_000

/**
 * The secret of the settings, or the one in the data folder, which is made at the first start and readable by
 * the service alone. Without `makesOne` it stays in memory where there is none.
 */
export async function loadSecrets(
  config: Config,
  { makesOne = true }: { readonly makesOne?: boolean } = {},
): Promise<Secrets> {
  const { secret, dataFolder } = config
  if (secret !== undefined) return deriveFrom(secret)
  return deriveFrom(await (makesOne ? secretInFolder(dataFolder) : secretAsItIs(dataFolder)))
}

export function deriveFrom(secret: string): Secrets {
  const cache = new Map<string, Buffer>()
  const derive = (salt: string, info: string): Buffer => {
    const name = `${salt} ${info}`
    let key = cache.get(name)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
      if (cache.size >= maxCachedKeys) cache.clear()
      cache.set(name, key)
    }
    return key
  }
  return {
    keyFor: (purpose, { name, keySalt = withoutSalt }) => derive(keySalt, `${purpose}/${name}`),
    serviceKey: (purpose) => derive(withoutSalt, purpose),
  }
}

async function secretInFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'secret')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const secret = randomBytes(32).toString('hex')
      await file.writeFile(secret)
      await file.sync()
      return secret
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  }
}

async function secretAsItIs(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, 'secret'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return randomBytes(32).toString('hex')
  }
}
