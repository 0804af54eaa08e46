import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application } from '../catalogue/application.js'
import { type Config, ConfigError } from '../config.js'
import { putNew } from '../storage/renamed.js'

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
 *
 * @throws ConfigError when the one in the data folder cannot be used
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
  const path = join(folder, 'secret')
  const known = await readSecret(path)
  if (known !== undefined) return known
  await mkdir(folder, { recursive: true })
  const secret = randomBytes(32).toString('hex')
  // Written aside first: after a loss of power there is either a whole secret or none.
  const made = `${path}.${randomBytes(8).toString('hex')}`
  try {
    const file = await open(made, 'wx', 0o600)
    try {
      await file.writeFile(secret)
      await file.sync()
    } finally {
      await file.close()
    }
    await putNew(made, path)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readSecret(path)) ?? secret
  } finally {
    await rm(made, { force: true })
  }
}

const secretAsItIs = async (folder: string): Promise<string> =>
  (await readSecret(join(folder, 'secret'))) ?? randomBytes(32).toString('hex')

/** @throws ConfigError for one that cannot be read, and for an empty one, which everybody could guess */
async function readSecret(path: string): Promise<string | undefined> {
  let secret: string
  try {
    secret = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read (${code})`)
  }
  if (secret === '') throw unusable(path, 'is empty')
  return secret
}

const unusable = (path: string, problem: string): ConfigError =>
  new ConfigError(
    `The secret of the service in ${path} ${problem}. Put the one of before there, or remove it: then everybody logs in again, and keys of reference libraries are entered anew.`,
  )
