import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.js'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.js'
import type { Database, EngineName, Storage } from '../storage/storage.js'
import { isLong } from './long-tests.js'
import { byShortestWay, makeServerDatabase } from './server-database.js'

const all: readonly EngineName[] = ['sqlite', 'pgsql']
const wanted = process.env['TROWEL_TEST_ENGINES']
  ?.split(',')
  .map((name) => (name === 'postgres' ? 'pgsql' : name))

/** The engines that the tests run on. */
export const engines: readonly EngineName[] = all.filter((engine) => wanted?.includes(engine) ?? true)

/**
 * The first of them, for what is decided above the storage: a protocol, the reading of a file, a form that is
 * refused, a right. What has SQL of its own, changes the schema, waits for a lock, or compares and sorts
 * values in the database is tested on all `engines`. Tests in their long form run everything on all of them.
 */
export const oneEngine: readonly EngineName[] = isLong ? engines : engines.slice(0, 1)

export interface StorageSettings {
  readonly queryTimeMs?: number
}

export interface TestStorage {
  readonly storage: Storage
  /** Where a SQLite storage lies. */
  readonly folder: string | undefined
  /** Closes the storage and removes what it kept. */
  close(): Promise<void>
}

/** An empty storage of its own: a temporary folder, or a database on the tests' PostgreSQL server. */
export function openStorage(engine: EngineName, settings: StorageSettings = {}): Promise<TestStorage> {
  return engine === 'sqlite' ? openFolder(settings) : openServerDatabase(settings)
}

async function openFolder({ queryTimeMs = 30_000 }: StorageSettings): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-storage-'))
  const storage = await openSqliteStorage({ folder, readers: 1, queryTimeMs })
  return {
    storage,
    folder,
    close: async () => {
      await storage.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openServerDatabase({ queryTimeMs = 30_000 }: StorageSettings): Promise<TestStorage> {
  const { url, drop } = await makeServerDatabase()
  const storage = await openPostgresStorage({
    url: byShortestWay(url),
    connections: 6,
    queryTimeMs,
    isProven: true,
  })
  return {
    storage,
    folder: undefined,
    close: async () => {
      await storage.close()
      await drop()
    },
  }
}

export interface TestDatabase {
  readonly db: Database
  readonly storage: Storage
  close(): Promise<void>
}

/** An empty application database in a storage that nobody else uses meanwhile. */
export async function openDatabase(
  engine: EngineName,
  settings: StorageSettings = {},
): Promise<TestDatabase> {
  // With a time limit of its own a test leaves readers that do not end when they should.
  const isUsual = engine === 'sqlite' && settings.queryTimeMs === undefined
  const opened = (isUsual && idleFolders.pop()) || (await openStorage(engine, settings))
  const { storage, folder } = opened
  await storage.create('dig', async () => undefined)
  const close = async (): Promise<void> => {
    if (!isUsual || folder === undefined) return opened.close()
    await (await storage.open('dig')).close()
    await rm(join(folder, 'applications', 'dig'), { recursive: true })
    idleFolders.push(opened)
  }
  return { db: await storage.open('dig'), storage, close }
}

/** SQLite storages that are empty again: their threads serve the next database too. */
const idleFolders: TestStorage[] = []
