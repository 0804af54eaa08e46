import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { valueTypes } from '../../storage/postgres/connection.js'
import { openPostgresStorage } from '../../storage/postgres/postgres-storage.js'
import { Connection } from '../../storage/sqlite/connection.js'
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.js'
import type { EngineName, Storage } from '../../storage/storage.js'
import { makeServerDatabase } from '../../testing/server-database.js'

/** The application of these tests. */
export const applicationName = 'dig'

/** Where services keep their data, and a way to look at them past any service. */
export interface StoredData {
  readonly engine: EngineName
  /** Settings of a service on these data; on PostgreSQL each service is a node of its own. */
  readonly settings: Readonly<Record<string, string>>
  rows<Row>(select: string): Promise<Row[]>
  /** The storage itself, while no service runs. */
  openStorage(): Promise<Storage>
  /** What the engine itself finds wrong; `[]` when nothing is. */
  findDamage(): Promise<unknown[]>
  remove(): Promise<void>
}

export const makeStoredData = (engine: EngineName): Promise<StoredData> =>
  engine === 'sqlite' ? makeFolder() : makeDatabase()

async function makeFolder(): Promise<StoredData> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-faults-'))
  const file = join(folder, 'applications', applicationName, 'trowel.sqlite')
  const ask = async <Row>(select: string): Promise<Row[]> => {
    const connection = new Connection({ file, readOnly: true, cacheKib: 8_192 })
    try {
      return connection.objects<Row>(select, [])
    } finally {
      connection.close()
    }
  }
  return {
    engine: 'sqlite',
    settings: { TROWEL_DATA: folder },
    rows: ask,
    openStorage: () => openSqliteStorage({ folder, readers: 1, queryTimeMs: 30_000 }),
    findDamage: async () => {
      const found = await ask<{ integrity_check: string }>('PRAGMA integrity_check')
      const damage = found.filter((row) => row.integrity_check !== 'ok')
      return [...damage, ...(await ask('PRAGMA foreign_key_check'))]
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function makeDatabase(): Promise<StoredData> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-faults-'))
  const { url, drop } = await makeServerDatabase()
  return {
    engine: 'pgsql',
    settings: { TROWEL_DATA: folder, TROWEL_DATABASE_URL: url },
    rows: async (select) => {
      const client = new pg.Client({ connectionString: url, types: valueTypes })
      await client.connect()
      try {
        await client.query(`SET search_path TO "app_${applicationName}"`)
        return (await client.query(select)).rows
      } finally {
        await client.end()
      }
    },
    openStorage: () => openPostgresStorage({ url, connections: 2, queryTimeMs: 30_000 }),
    // The server checks foreign keys itself, and its own files are not what these tests break.
    findDamage: async () => [],
    remove: async () => {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
