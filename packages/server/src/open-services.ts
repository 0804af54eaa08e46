import { readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { loadSecrets } from './access/secrets.js'
import { openApplications } from './catalogue/open-applications.js'
import type { Config } from './config.js'
import type { Services } from './http/services.js'
import { productVersion } from './product-version.js'
import { openPostgresStorage } from './storage/postgres/postgres-storage.js'
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.js'

export interface OpenedServices extends Services {
  close(): Promise<void>
}

/** Opens what lives as long as the process: the engine that the settings name, the applications, the secrets. */
export async function openServices(config: Config, log: FastifyBaseLogger): Promise<OpenedServices> {
  const { queryTimeMs } = config.limits
  const storage =
    config.databaseUrl === undefined
      ? await openSqliteStorage({
          folder: config.dataFolder,
          readers: config.workers,
          queryTimeMs,
          log: (message, error) => log.error({ err: error }, message),
        })
      : await openPostgresStorage({
          url: config.databaseUrl,
          connections: 4 + 4 * config.workers,
          queryTimeMs,
          log,
        })
  const [secrets, version, changelog] = await Promise.all([
    loadSecrets(config),
    productVersion(),
    readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8').catch(() => ''),
  ])
  const applications = openApplications(storage, { version, log })
  return {
    config,
    storage,
    applications,
    secrets,
    version,
    changelog,
    close: async () => {
      await applications.close()
      await storage.close()
    },
  }
}
