import { access, constants, mkdir, readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { loadSecrets } from './access/secrets.js'
import { openApplications } from './catalogue/open-applications.js'
import { type Config, ConfigError } from './config.js'
import type { Services } from './http/services.js'
import { openImages } from './images/images.js'
import { backUpBeforeUpgrade } from './modules/backups/index.js'
import { productVersion } from './product-version.js'
import { openCalibration } from './radiocarbon/calibration.js'
import { openBinaries } from './storage/binaries/open-binaries.js'
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.js'
import { type Storage, StorageError } from './storage/storage.js'

export interface OpenedServices extends Services {
  close(): Promise<void>
}

/**
 * Opens what lives as long as the process: the engine that the settings name, the applications, the secrets.
 * @param options.readOnly nothing is written: SQLite beside a running service, or no data folder yet
 * @throws ConfigError when nothing can be kept in the data folder
 */
export async function openServices(
  config: Config,
  log: FastifyBaseLogger,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<OpenedServices> {
  const keepsNothing = config.databaseUrl !== undefined && config.filesUrl !== undefined
  if (!keepsNothing && !readOnly) await prepareFolder(config.dataFolder)
  const storage = await openStorage(config, log, { readOnly })
  try {
    return await openRest(config, log, storage, readOnly)
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Opens the engine that the settings name. @param options.readOnly as with `openServices` */
export async function openStorage(
  config: Config,
  log: FastifyBaseLogger,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Storage> {
  const { queryTimeMs, databaseSilenceMs } = config.limits
  if (config.databaseUrl === undefined) {
    return openSqliteStorage({
      folder: config.dataFolder,
      readers: config.workers,
      queryTimeMs,
      readOnly,
      log: (message, error) => log.error({ err: error }, message),
    })
  }
  // Where it is not used, programs start the sooner without it.
  const { openPostgresStorage } = await import('./storage/postgres/postgres-storage.js')
  return openPostgresStorage({
    url: config.databaseUrl,
    readUrl: config.databaseReadUrl,
    // Besides these one listens and one watches: together no more than poolers give a database by
    // themselves.
    connections: 2 + 4 * config.workers,
    queryTimeMs,
    silenceMs: databaseSilenceMs,
    log,
  })
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    // Other users of the machine must not read the files and databases in it.
    await mkdir(folder, { recursive: true, mode: 0o750 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `Nothing can be kept in the data folder ${folder} (${code}). Set TROWEL_DATA to a folder that may be written to.`,
    )
  }
}

async function openRest(
  config: Config,
  log: FastifyBaseLogger,
  storage: Storage,
  readOnly: boolean,
): Promise<OpenedServices> {
  const [secrets, version, changelog, binaries] = await Promise.all([
    loadSecrets(config, { makesOne: !readOnly }),
    productVersion(),
    readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8').catch(() => ''),
    openBinaries(config),
  ])
  const applications = openApplications(storage, {
    version,
    log,
    beforeUpgrade: async (db) => {
      if (readOnly) throw new StorageError('unavailable', 'Nothing may be written in the data folder.')
      await backUpBeforeUpgrade({ services: { binaries, storage, version }, db, log })
    },
  })
  const images = openImages({ maxPixels: config.limits.pictureMegapixels * 1e6, log })
  return {
    config,
    storage,
    applications,
    binaries,
    images,
    calibration: openCalibration(binaries),
    secrets,
    version,
    changelog,
    close: async () => {
      await images.close()
      await applications.close()
      await storage.close()
      await binaries.close()
    },
  }
}
