import { randomBytes } from 'node:crypto'
import pg, { type PoolClient } from 'pg'
import { type Database, type Storage, StorageError } from '../storage.js'
import { PostgresDatabase } from './database.js'
import { storageErrorOf } from './errors.js'
import { installFunctions, installTrigrams } from './functions.js'
import { ConfigurationListener } from './listener.js'
import type { IndexLog } from './text-indexes.js'

export interface PostgresStorageOptions {
  /** `postgres://…` */
  readonly url: string
  /** The most connections that this node opens. */
  readonly connections: number
  readonly queryTimeMs: number
  readonly log?: IndexLog
}

const schemaOf = (app: string): string => `app_${app}`

/** Keeps applications as schemas of one PostgreSQL database, which several nodes may share. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    statement_timeout: options.queryTimeMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'trowel',
    allowExitOnIdle: true,
  })
  // A connection that breaks while nobody uses it is replaced; who uses one is told by his own query.
  pool.on('error', (error) => options.log?.error({ err: error }, 'a connection to PostgreSQL broke'))
  try {
    const client = await pool.connect()
    try {
      await requireUtf8(client)
      await installFunctions(client)
      const trigrams = await installTrigrams(client)
      await sweepUnfinished(client)
      return new PostgresStorage(pool, options, trigrams)
    } finally {
      client.release()
    }
  } catch (thrown) {
    await pool.end()
    const error = storageErrorOf(thrown)
    if (!(error instanceof StorageError) || error.problem !== 'unavailable') throw error
    throw new StorageError('unavailable', `The PostgreSQL database cannot be used: ${error.message}`, {
      cause: error,
    })
  }
}

async function requireUtf8(client: PoolClient): Promise<void> {
  const found = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = found.rows[0]?.server_encoding
  if (encoding !== 'UTF8') {
    throw new StorageError(
      'unavailable',
      `The PostgreSQL database must have the encoding UTF8, not ${encoding}.`,
    )
  }
}

/** Schemas of applications whose making was interrupted; one that is being made is locked by its maker. */
async function sweepUnfinished(client: PoolClient): Promise<void> {
  const found = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'new\\_%'`,
  )
  for (const { name } of found.rows) {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [
      name,
    ])
    if (!lock.rows[0]?.mine) continue
    await client.query(`DROP SCHEMA IF EXISTS "${name}" CASCADE`)
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name])
  }
}

class PostgresStorage implements Storage {
  readonly engine = 'pgsql'
  readonly #pool: pg.Pool
  readonly #options: PostgresStorageOptions
  readonly #trigrams: boolean
  readonly #node = randomBytes(8).toString('hex')
  readonly #listener: ConfigurationListener
  readonly #opened = new Set<PostgresDatabase>()

  constructor(pool: pg.Pool, options: PostgresStorageOptions, trigrams: boolean) {
    this.#pool = pool
    this.#options = options
    this.#trigrams = trigrams
    this.#listener = new ConfigurationListener(options.url, this.#node, options.log, (app) => {
      for (const db of this.#opened) if (db.app === app) db.replacedElsewhere()
    })
  }

  async applications(): Promise<string[]> {
    const { rows } = await this.#query<{ name: string }>(
      `SELECT substr(nspname, 5) AS name FROM pg_namespace WHERE nspname LIKE 'app\\_%' ORDER BY nspname COLLATE "C"`,
    )
    return rows.map((row) => row.name)
  }

  async create(app: string, build: (db: Database) => Promise<void>): Promise<void> {
    const temporary = `new_${app}_${randomBytes(6).toString('hex')}`
    const client = await this.#connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [temporary])
      if (await this.#exists(client, app)) throw taken(app)
      await client.query(`CREATE SCHEMA "${temporary}"`)
      const db = this.#database(app, temporary)
      try {
        await build(db)
      } finally {
        await db.close()
      }
      await client.query(`ALTER SCHEMA "${temporary}" RENAME TO "${schemaOf(app)}"`)
    } catch (error) {
      await client.query(`DROP SCHEMA IF EXISTS "${temporary}" CASCADE`)
      const isTaken = error instanceof Error && 'code' in error && error.code === '42P06'
      throw isTaken ? taken(app) : storageErrorOf(error)
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtext($1))', [temporary]).catch(() => undefined)
      client.release()
    }
  }

  async scratch<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const temporary = `new_scratch_${randomBytes(6).toString('hex')}`
    const client = await this.#connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [temporary])
      await client.query(`CREATE SCHEMA "${temporary}"`)
      const db = this.#database('scratch', temporary)
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    } finally {
      await client.query(
        `BEGIN; SET LOCAL statement_timeout = 0; DROP SCHEMA IF EXISTS "${temporary}" CASCADE; COMMIT`,
      )
      await client.query('SELECT pg_advisory_unlock(hashtext($1))', [temporary]).catch(() => undefined)
      client.release()
    }
  }

  async open(app: string): Promise<Database> {
    const client = await this.#connect()
    try {
      if (!(await this.#exists(client, app)))
        throw new StorageError('missing', `There is no application "${app}".`)
    } finally {
      client.release()
    }
    const db: PostgresDatabase = this.#database(app, schemaOf(app), () => this.#opened.delete(db))
    this.#opened.add(db)
    return db
  }

  onConfigurationChange(listener: (app: string) => void): void {
    this.#listener.listen(listener)
  }

  async ping(): Promise<void> {
    await this.#query('SELECT 1')
  }

  async close(): Promise<void> {
    await this.#listener.close()
    await this.#pool.end()
  }

  #database(app: string, schemaName: string, onClose: () => void = () => {}): PostgresDatabase {
    const { log, queryTimeMs } = this.#options
    return new PostgresDatabase({
      pool: this.#pool,
      app,
      schemaName,
      node: this.#node,
      trigrams: this.#trigrams,
      queryTimeMs,
      log,
      onClose,
    })
  }

  async #exists(client: PoolClient, app: string): Promise<boolean> {
    const found = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schemaOf(app)])
    return found.rowCount === 1
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw storageErrorOf(error)
    }
  }

  async #query<Row extends object>(text: string): Promise<{ rows: Row[] }> {
    try {
      return await this.#pool.query<Row>(text)
    } catch (error) {
      throw storageErrorOf(error)
    }
  }
}

const taken = (app: string): StorageError =>
  new StorageError('exists', `There is an application "${app}" already.`)
