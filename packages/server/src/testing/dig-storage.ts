import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.js'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.js'
import type { Database, EngineName, Storage } from '../storage/storage.js'
import { byShortestWay, makeServerDatabase, type ServerDatabase } from './server-database.js'

const queryTimeMs = 30_000

/**
 * A storage that can be a copy of the same sample again and again, while the service that uses it goes on: to
 * start its threads and routes takes longer than most tests.
 */
export interface DigStorage {
  readonly storage: Storage
  /** Copies the sample into the empty storage. */
  fill(): Promise<void>
  /** Resolves when the service has heard of every application in it, as it does after a while. */
  whenHeard(): Promise<void>
  /** Takes everything away; the applications in it are closed. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** @param like the sample: a folder, or a database of the tests' PostgreSQL server */
export const openDigStorage = (engine: EngineName, like: string): Promise<DigStorage> =>
  engine === 'sqlite' ? openFolder(like) : Promise.resolve(new ServerStorage(like))

async function openFolder(like: string): Promise<DigStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-storage-'))
  const storage = await openSqliteStorage({ folder, readers: 1, queryTimeMs })
  const applications = join(folder, 'applications')
  return {
    storage,
    fill: () => cp(join(like, 'applications'), applications, { recursive: true }),
    whenHeard: async () => undefined,
    empty: async () => {
      await rm(applications, { recursive: true, force: true })
      await mkdir(applications)
    },
    close: async () => {
      await storage.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database of its own for each copy, behind one storage. */
class ServerStorage implements DigStorage, Storage {
  readonly engine = 'pgsql'
  readonly #like: string
  #database: ServerDatabase | undefined
  #opened: Storage | undefined
  #listener: ((app: string) => void) | undefined
  #heard = Promise.resolve()

  constructor(like: string) {
    this.#like = like
  }

  get storage(): Storage {
    return this
  }

  get #inner(): Storage {
    if (!this.#opened) throw new Error('There is no database in this storage.')
    return this.#opened
  }

  async fill(): Promise<void> {
    this.#database = await makeServerDatabase(this.#like)
    this.#opened = await openPostgresStorage({
      url: byShortestWay(this.#database.url),
      connections: 6,
      queryTimeMs,
      isProven: true,
    })
    if (this.#listener) this.onConfigurationChange(this.#listener)
  }

  whenHeard(): Promise<void> {
    return this.#heard
  }

  async empty(): Promise<void> {
    await this.#opened?.close()
    await this.#database?.drop()
    this.#opened = undefined
    this.#database = undefined
  }

  close(): Promise<void> {
    return this.empty()
  }

  applications(): Promise<string[]> {
    return this.#inner.applications()
  }

  lost(): Promise<string[]> {
    return this.#inner.lost()
  }

  create(...wanted: Parameters<Storage['create']>): Promise<void> {
    return this.#inner.create(...wanted)
  }

  open(app: string): Promise<Database> {
    return this.#inner.open(app)
  }

  scratch<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#inner.scratch(work)
  }

  onConfigurationChange(listener: (app: string) => void): void {
    this.#listener = listener
    this.#heard = new Promise((resolve) => {
      this.#inner.onConfigurationChange((app) => {
        listener(app)
        resolve()
      })
    })
  }

  ping(): Promise<void> {
    return this.#inner.ping()
  }
}
