import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { proveRoom } from '../binaries/disk-errors.js'
import { putNew, renamed } from '../renamed.js'
import { type Database, type Storage, StorageError } from '../storage.js'
import { syncFile, syncFolder } from '../sync.js'
import { collect } from './collect-closed.js'
import { storageErrorOf } from './errors.js'
import { ReaderPool } from './reader-pool.js'
import { readOnly, SqliteDatabase } from './sqlite-database.js'
import { Writer } from './writer.js'

export interface SqliteOptions {
  /** The data folder; made when absent. */
  readonly folder: string
  /** Threads for statements of unknown length. */
  readonly readers: number
  /** How long one read may take. */
  readonly queryTimeMs: number
  readonly log?: (message: string, error?: unknown) => void
  /**
   * Beside a process that has the folder, or where there is none: no application is written to, no lock is
   * taken, and nothing is made.
   */
  readonly readOnly?: boolean
}

const fileName = 'trowel.sqlite'
/** What an application keeps besides its database. */
const folders = ['files', 'backups', 'export', 'geodata', 'widgets']
const beingMade = '.new-'
const appName = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/

/**
 * The embedded engine: one file for each application, `<folder>/applications/<app>/trowel.sqlite`.
 * @throws StorageError `unavailable` when another process uses the folder
 */
export async function openSqliteStorage(options: SqliteOptions): Promise<Storage> {
  const folder = resolve(options.folder)
  const applications = join(folder, 'applications')
  if (options.readOnly) return new SqliteStorage(applications, options, () => undefined)
  await mkdir(applications, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new StorageError(
      'unavailable',
      `No applications can be kept in ${applications} (${error.code}). Make it a folder that may be written to.`,
      { cause: error },
    )
  })
  const unlock = lockFolder(folder)
  try {
    for (const name of await readdir(applications)) {
      if (name.startsWith(beingMade)) await rm(join(applications, name), { recursive: true, force: true })
    }
  } catch (error) {
    unlock()
    throw error
  }
  return new SqliteStorage(applications, options, unlock)
}

class SqliteStorage implements Storage {
  readonly engine = 'sqlite'
  readonly #folder: string
  readonly #options: SqliteOptions
  readonly #unlock: () => void
  readonly #writer = new Writer()
  readonly #readers: ReaderPool
  readonly #databases = new Map<string, SqliteDatabase>()

  constructor(folder: string, options: SqliteOptions, unlock: () => void) {
    this.#folder = folder
    this.#options = options
    this.#unlock = unlock
    this.#readers = new ReaderPool(options)
  }

  async applications(): Promise<string[]> {
    const names = await this.#names()
    return names.filter((name) => appName.test(name) && existsSync(this.#fileOf(name))).sort()
  }

  async lost(): Promise<string[]> {
    const names = await this.#names()
    const orphaned = names.filter((name) => appName.test(name) && !existsSync(this.#fileOf(name)))
    const held = await Promise.all(orphaned.map((name) => this.#holdsAnything(name)))
    return orphaned.filter((_, k) => held[k]).sort()
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder)
    } catch (error) {
      if (this.#options.readOnly && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }

  async #holdsAnything(app: string): Promise<boolean> {
    const contents = await Promise.all(
      folders.map((name) => readdir(join(this.#folder, app, name)).catch(() => [])),
    )
    return contents.some((names) => names.length > 0)
  }

  async create(
    app: string,
    build: (db: Database) => Promise<void>,
    { asFirst = false }: { readonly asFirst?: boolean } = {},
  ): Promise<void> {
    if (this.#options.readOnly) throw readOnly()
    if (!appName.test(app))
      throw new StorageError('missing', `"${app}" cannot be the name of an application.`)
    const target = join(this.#folder, app)
    const taken = (): StorageError => new StorageError('exists', `There is an application "${app}" already.`)
    if (existsSync(this.#fileOf(app)) || (asFirst && (await this.applications()).length > 0)) throw taken()
    const folder = this.#newFolder(app)
    try {
      for (const name of folders) await mkdir(join(folder, name), { recursive: true })
      const file = join(folder, fileName)
      await (await open(file, 'w')).close()
      const db = this.#databaseOf(app, file, this.#writer)
      try {
        await db.write(async () => undefined)
        await build(db)
      } finally {
        await db.close()
      }
      await syncFile(file)
      await syncFolder(folder)
      if (existsSync(target)) {
        // The folder of an application whose damaged database was taken away: its files and backups stay.
        await putNew(file, this.#fileOf(app))
        await syncFolder(target)
        await rm(folder, { recursive: true })
      } else {
        // A folder that holds anything is not replaced: of two who make the same application one is refused
        // here.
        await renamed(folder, target)
        await syncFolder(this.#folder)
      }
    } catch (error) {
      await removeFolder(folder)
      throw isNameTaken(error) ? taken() : error
    }
  }

  /** With a thread of its own that writes, so that no request waits for it. */
  async scratch<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const folder = this.#newFolder('scratch')
    const writer = new Writer()
    try {
      await mkdir(folder)
      const file = join(folder, fileName)
      await (await open(file, 'w')).close()
      const db = this.#databaseOf('scratch', file, writer, { isScratch: true })
      try {
        await db.write(async () => undefined)
        return await work(db)
      } finally {
        await db.close()
      }
    } finally {
      await writer.close()
      await removeScratch(folder)
    }
  }

  async open(app: string): Promise<Database> {
    const known = this.#databases.get(app)
    if (known) return known
    const file = this.#fileOf(app)
    if (!appName.test(app) || !existsSync(file)) {
      throw new StorageError('missing', `There is no application "${app}".`)
    }
    try {
      const db = this.#databaseOf(app, file, this.#writer, {
        readOnly: this.#options.readOnly ?? false,
        onClose: () => this.#databases.delete(app),
      })
      this.#databases.set(app, db)
      return db
    } catch (error) {
      throw storageErrorOf(error)
    }
  }

  onConfigurationChange(): void {
    // Only one process uses the folder: no other changes anything.
  }

  async ping(): Promise<void> {
    await (this.#options.readOnly ? this.#names() : proveRoom(this.#folder))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#databases.values()].map((db) => db.close()))
    await this.#readers.close()
    await this.#writer.close()
    this.#unlock()
  }

  #fileOf(app: string): string {
    return join(this.#folder, app, fileName)
  }

  #newFolder(name: string): string {
    return join(this.#folder, `${beingMade}${name}-${randomBytes(6).toString('hex')}`)
  }

  #databaseOf(
    app: string,
    file: string,
    writer: Writer,
    {
      readOnly = false,
      isScratch = false,
      onClose = () => undefined,
    }: { readOnly?: boolean; isScratch?: boolean; onClose?: () => unknown } = {},
  ): SqliteDatabase {
    const { queryTimeMs, log = () => undefined } = this.#options
    return new SqliteDatabase({
      app,
      file,
      writer,
      readers: this.#readers,
      queryTimeMs,
      log,
      readOnly,
      isScratch,
      onClose,
    })
  }
}

/** Disks of the network and sticks keep a folder with a file that is still open. */
async function removeScratch(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    collect()
    await removeFolder(folder)
  }
}

/**
 * What was just closed, or what a virus scanner looks at, cannot be removed for a moment on Windows and on
 * disks of the network.
 */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 })

const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')

/**
 * Takes the data folder for this process. The lock is one of the operating system on a small file, so that it
 * ends with the process however that ends.
 * @returns gives the folder back
 * @throws StorageError `unavailable` when it is locked already, in this process or another
 */
function lockFolder(folder: string): () => void {
  const db = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    db.close()
    throw new StorageError(
      'unavailable',
      `The data folder ${folder} is in use by another running service. Stop that one first, or give this one a folder of its own (TROWEL_DATA).`,
      { cause },
    )
  }
  return () => db.close()
}
