import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.js'

/** Keys for signing and encrypting, each derived from the service's one secret for one purpose and, mostly, one application. */
export interface Secrets {
  /** 32 bytes that nobody without the service's secret can compute; the same on every node. */
  keyFor(purpose: string, app: string): Buffer
}

/** The secret of the settings, or the one in the data folder, which is made at the first start and readable by the service alone. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const secret = config.secret ?? (await secretInFolder(config.dataFolder))
  return {
    keyFor: (purpose, app) => Buffer.from(hkdfSync('sha256', secret, 'trowel', `${purpose}/${app}`, 32)),
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
