import { randomBytes } from 'node:crypto'
import pg, { type PoolClient } from 'pg'
import { type Database, type Storage, StorageError } from '../storage.js'
import { CommitAnnouncements } from './commit-announcements.js'
import { ConnectionPool, usualSilenceMs } from './connection-pool.js'
import { PostgresDatabase } from './database.js'
import { DiskRoom } from './disk-room.js'
import { type ErrorLog, isLost, storageErrorOf } from './errors.js'
import { installFunctions, installTrigrams } from './functions.js'
import { rebindScript } from './journal-triggers.js'
import { NodeListener } from './listener.js'
import { type EngineAbilities, probeEngine } from './probe-engine.js'
import { openReplica, type ReplicaServer } from './replica.js'
import { makeMarker, markerScript } from './search-path.js'

export interface PostgresStorageOptions {
  /** `postgres://…` */
  readonly url: string
  /** The same of a replica that is read from where it is far enough. */
  readonly readUrl?: string | undefined
  /** The most connections that this node opens. */
  readonly connections: number
  readonly queryTimeMs: number
  readonly silenceMs?: number
  readonly log?: ErrorLog
  /** What this server can do was proved before, and is not tried again. */
  readonly isProven?: boolean
}

interface Abilities extends EngineAbilities {
  readonly trigrams: boolean
  readonly replica: ReplicaServer | undefined
}

const schemaOf = (app: string): string => `app_${app}`

/** Keeps applications as schemas of one PostgreSQL database, which several nodes may share. */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const pool = new ConnectionPool(options)
  try {
    const abilities: EngineAbilities = options.isProven
      ? { notices: true }
      : await probeEngine(options.url, options.silenceMs ?? usualSilenceMs)
    if (!abilities.notices)
      options.log?.error({}, 'PostgreSQL passes no notices on: what other nodes change is looked for')
    const trigrams = await pool.withConnection(async (client) => {
      await requireUtf8(client)
      await installFunctions(client)
      const hasTrigrams = await installTrigrams(client)
      await sweepUnfinished(client)
      return hasTrigrams
    })
    const replica =
      options.readUrl === undefined ? undefined : await openReplica(pool, options.readUrl, options)
    return new PostgresStorage(pool, options, { ...abilities, trigrams, replica })
  } catch (error) {
    await pool.end()
    if (!isLost(error)) throw error
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
  readonly #pool: ConnectionPool
  readonly #options: PostgresStorageOptions
  readonly #can: Abilities
  readonly #node = randomBytes(8).toString('hex')
  readonly #room = new DiskRoom()
  readonly #listener: NodeListener
  readonly #opened = new Set<PostgresDatabase>()
  readonly #announcements: CommitAnnouncements

  constructor(pool: ConnectionPool, options: PostgresStorageOptions, can: Abilities) {
    this.#pool = pool
    this.#options = options
    this.#can = can
    this.#announcements = new CommitAnnouncements(pool, this.#node, can.notices)
    this.#listener = new NodeListener(
      { ...options, node: this.#node, notices: can.notices },
      {
        replacement: (app) => {
          for (const db of this.#opened) if (db.app === app) db.replacedElsewhere()
        },
        commit: (app) => {
          for (const db of this.#opened) if (db.app === app) db.committedElsewhere()
        },
      },
    )
  }

  /** A schema is there or not; nothing of it lies elsewhere. */
  async lost(): Promise<string[]> {
    return []
  }

  async applications(): Promise<string[]> {
    const { rows } = await this.#pool.withConnection((client) =>
      client.query<{ name: string }>(
        `SELECT substr(nspname, 5) AS name FROM pg_namespace WHERE nspname LIKE 'app\\_%' ORDER BY nspname COLLATE "C"`,
      ),
    )
    return rows.map((row) => row.name)
  }

  create(
    app: string,
    build: (db: Database) => Promise<void>,
    { asFirst = false }: { readonly asFirst?: boolean } = {},
  ): Promise<void> {
    const temporary = `new_${app}_${randomBytes(6).toString('hex')}`
    return this.#inTemporary(temporary, async (client) => {
      if (await exists(client, app)) throw taken(app)
      await this.#fill(app, temporary, build)
      if (asFirst) {
        // Held until the connection ends: other nodes see then what was made.
        await client.query(`SELECT pg_advisory_lock(hashtext('first application'))`)
        if ((await this.applications()).length > 0) throw taken(app)
      }
      try {
        const script = markerScript(schemaOf(app), temporary)
        await client.query(
          `${script}; ALTER SCHEMA "${temporary}" RENAME TO "${schemaOf(app)}"; ${rebindScript(schemaOf(app))}`,
        )
      } catch (error) {
        throw isNameTaken(error) ? taken(app) : error
      }
    })
  }

  scratch<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const temporary = `new_scratch_${randomBytes(6).toString('hex')}`
    return this.#inTemporary(temporary, () => this.#fill('scratch', temporary, work))
  }

  /**
   * A schema that is gone afterwards, unless `work` gave it another name; after a crash the next start drops
   * it.
   */
  #inTemporary<T>(temporary: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#pool.withConnectionOnce(async (client) => {
      // The lock tells other nodes that its maker is at work; it goes with the connection.
      try {
        await client.query('SELECT pg_advisory_lock(hashtext($1))', [temporary])
        await client.query(`CREATE SCHEMA "${temporary}"; ${markerScript(temporary)}`)
        return await work(client)
      } catch (error) {
        throw storageErrorOf(error)
      } finally {
        await client
          .query(`SET statement_timeout = 0; DROP SCHEMA IF EXISTS "${temporary}" CASCADE`)
          .catch((error: unknown) => this.#options.log?.error({ err: error }, 'temporary tables not dropped'))
      }
    })
  }

  async #fill<T>(app: string, schemaName: string, work: (db: Database) => Promise<T>): Promise<T> {
    const db = this.#database(app, schemaName)
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  async open(app: string): Promise<Database> {
    await this.#pool.withConnection(async (client) => {
      if (!(await exists(client, app))) throw new StorageError('missing', `There is no application "${app}".`)
      await makeMarker(client, schemaOf(app))
    })
    const db: PostgresDatabase = this.#database(app, schemaOf(app), () => this.#opened.delete(db))
    this.#opened.add(db)
    return db
  }

  onConfigurationChange(listener: (app: string) => void): void {
    this.#listener.listen(listener)
  }

  async ping(): Promise<void> {
    await this.#pool.withConnection((client) => client.query('SELECT 1'))
    this.#room.prove()
  }

  async close(): Promise<void> {
    await this.#listener.close()
    await this.#announcements.close()
    await this.#can.replica?.close()
    await this.#pool.end()
  }

  #database(app: string, schemaName: string, onClose: () => void = () => {}): PostgresDatabase {
    const { log, queryTimeMs } = this.#options
    return new PostgresDatabase({
      pool: this.#pool,
      room: this.#room,
      app,
      schemaName,
      node: this.#node,
      announcements: this.#announcements,
      trigrams: this.#can.trigrams,
      // What is being made is seen nowhere else.
      replica: schemaName === schemaOf(app) ? this.#can.replica : undefined,
      notices: this.#can.notices,
      queryTimeMs,
      log,
      onClose,
    })
  }
}

async function exists(client: PoolClient, app: string): Promise<boolean> {
  const found = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schemaOf(app)])
  return found.rowCount === 1
}

/** A schema of the name is there, or was made by another node at the same moment. */
const isNameTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '42P06' || error.constraint === 'pg_namespace_nspname_index')

const taken = (app: string): StorageError =>
  new StorageError('exists', `There is an application "${app}" already.`)
