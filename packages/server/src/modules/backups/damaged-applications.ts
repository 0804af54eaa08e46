import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../../http/services.js'
import { StorageError } from '../../storage/storage.js'
import { readBackupName } from './backup-name.js'
import { listStoredBackups } from './backup-store.js'

export interface DamagedApplication {
  readonly app: string
  /** What is wrong, and what to do. */
  readonly text: string
}

/** Which databases are empty, gone, or can be read no more. */
export interface DamagedApplications {
  /** Reads every database from end to end, and logs what is wrong. */
  examine(): Promise<void>
  list(): Promise<readonly DamagedApplication[]>
}

export function damagedApplications(
  { applications, binaries, storage }: Pick<Services, 'applications' | 'binaries' | 'storage'>,
  log: Pick<FastifyBaseLogger, 'debug' | 'error'>,
): DamagedApplications {
  /** Those in which the long reading found something. */
  const found = new Set<string>()

  const problemOf = async (app: string, isThorough: boolean): Promise<string | undefined> => {
    try {
      if (isThorough) return await (await applications.open(app))?.db.damage()
      // Opens it as well, but an upgrade that takes minutes is not waited for.
      await applications.isBehind(app)
      return undefined
    } catch (error) {
      if (error instanceof StorageError && error.problem === 'damaged') return error.message
      // Every request tells of what else can be wrong.
      log.debug({ app, err: error }, 'the database could not be examined')
      return undefined
    }
  }

  const damaged = async (app: string, isThorough: boolean): Promise<DamagedApplication[]> => {
    const problem = await problemOf(app, isThorough)
    if (isThorough && problem !== undefined) found.add(app)
    else found.delete(app)
    if (problem === undefined) return []
    const text = `The database of the application "${app}" is empty or damaged. ${wayOut[storage.engine](app)}`
    return [{ app, text: `${text}, ${await anew(app)} The engine says: ${problem}` }]
  }

  const lost = async (app: string): Promise<DamagedApplication> => ({
    app,
    text: `The database of the application "${app}" is missing. Put trowel.sqlite back into ${folderOf(app)}, or ${await anew(app)}`,
  })

  /** How an application is made again beside what is left of it. */
  const anew = async (app: string): Promise<string> => {
    const backup = await newestBackup(app)
    const restore =
      backup === undefined
        ? 'restore a backup of it that lies elsewhere; in its folder there is none'
        : `restore its newest backup: trowel backup restore --app ${app} ${backup}`
    return `make it again with "trowel app create ${app}", and ${restore}.`
  }

  const newestBackup = async (app: string): Promise<string | undefined> => {
    const backups = await listStoredBackups(binaries, app)
    const age = (file: string): number => readBackupName(file)?.seconds ?? 0
    return backups
      .filter(({ metadata }) => metadata?.verified)
      .map(({ file }) => file)
      .sort((a, b) => age(b) - age(a))[0]
  }

  return {
    async examine() {
      for (const app of await applications.names()) {
        for (const { text } of await damaged(app, true)) log.error({ app }, text)
      }
      for (const app of await storage.lost()) log.error({ app }, (await lost(app)).text)
    },
    async list() {
      const names = await applications.names()
      const all = await Promise.all([
        ...names.map((app) => damaged(app, found.has(app))),
        ...(await storage.lost()).map(lost),
      ])
      return all.flat()
    },
  }
}

const folderOf = (app: string): string => `applications/${app} in the data folder`

/** How a database that is of no use any more is put out of the way. */
const wayOut = {
  sqlite: (app: string) =>
    `Stop the service, move trowel.sqlite, trowel.sqlite-wal and trowel.sqlite-shm out of ${folderOf(app)}`,
  pgsql: (app: string) => `Stop the service, rename the schema app_${app}`,
} as const
