import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.js'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.js'
import type { Database, EngineName, Storage } from '../storage/storage.js'
import { makeServerDatabase } from './server-database.js'

const all: readonly EngineName[] = ['sqlite', 'pgsql']
const wanted = process.env['TROWEL_TEST_ENGINES']
  ?.split(',')
  .map((name) => (name === 'postgres' ? 'pgsql' : name))

/** The engines that the tests run on. */
export const engines: readonly EngineName[] = all.filter((engine) => wanted?.includes(engine) ?? true)

/**
 * The first of them, for what is decided above the storage: a protocol, the reading of a file, a form that is
 * refused, a right. What has SQL of its own, changes the schema, waits for a lock, or compares and sorts
 * values in the database is tested on all `engines`.
 */
export const oneEngine: readonly EngineName[] = engines.slice(0, 1)

export interface StorageSettings {
  readonly queryTimeMs?: number
  /** What it is a copy of: a folder, or a database of the tests' PostgreSQL server. Nothing, unless told. */
  readonly like?: string | undefined
}

export interface TestStorage {
  readonly storage: Storage
  /** Where a SQLite storage lies. */
  readonly folder: string | undefined
  /** Closes the storage and removes what it kept. */
  close(): Promise<void>
}

/**
 * A storage of its own, empty if it is to be like no other: a temporary folder, or a database on the tests'
 * PostgreSQL server.
 */
export function openStorage(engine: EngineName, settings: StorageSettings = {}): Promise<TestStorage> {
  return engine === 'sqlite' ? openFolder(settings) : openServerDatabase(settings)
}

async function openFolder({ queryTimeMs = 30_000, like }: StorageSettings): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-storage-'))
  if (like !== undefined) await cp(like, folder, { recursive: true })
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

async function openServerDatabase({ queryTimeMs = 30_000, like }: StorageSettings): Promise<TestStorage> {
  const { url, drop } = await makeServerDatabase(like)
  const storage = await openPostgresStorage({ url, connections: 6, queryTimeMs })
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

/** An empty application database in a storage of its own. */
export async function openDatabase(
  engine: EngineName,
  settings: StorageSettings = {},
): Promise<TestDatabase> {
  const { storage, close } = await openStorage(engine, settings)
  await storage.create('dig', async () => undefined)
  return { db: await storage.open('dig'), storage, close }
}
