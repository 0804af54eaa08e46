import pg, { type ClientBase, type PoolClient } from 'pg'
import { StorageError } from '../storage.js'
import { type ErrorLog, isLost, storageErrorOf } from './errors.js'
import { hasForgottenPlans } from './plan-names.js'
import { searchPathOf } from './search-path.js'
import { SilenceWatch } from './silence-watch.js'

/** Takes a connection out of the pool for the time of `work`. */
export type WithConnection = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

/** A connection that stays out of the pool until it is released. */
export interface HeldConnection {
  readonly client: PoolClient
  readonly release: () => Promise<void>
}

export interface ConnectionPoolOptions {
  /** `postgres://…` */
  readonly url: string
  /** The most connections that it opens. */
  readonly connections: number
  readonly queryTimeMs: number
  /**
   * After so long without an answer PostgreSQL is asked whether it is still there, and has as long to say so.
   */
  readonly silenceMs?: number | undefined
  readonly log?: ErrorLog | undefined
}

export const usualSilenceMs = 4_000

/** Every session relies on these. Server, database and role may say otherwise. */
const settings = {
  // Statements over the journal of all tables are compiled for seconds, and run in milliseconds.
  jit: 'off',
  // Who writes what another one writes waits, and is not refused.
  default_transaction_isolation: "'read committed'",
  lock_timeout: '0',
  idle_session_timeout: '0',
  // Fractions come with all their digits, and bytes as they are counted.
  extra_float_digits: '1',
  bytea_output: 'hex',
  // A backslash in SQL means itself, and nothing is equal to NULL.
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
} as const
export const sessionSettings = Object.entries(settings)
  .map(([name, value]) => `SET ${name} = ${value}`)
  .join('; ')

/** Connections on which nothing moves for long are not forgotten by what stands between. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const

/** The connections to PostgreSQL that all applications of this node share; one that broke is replaced. */
export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #watch: SilenceWatch
  /** The schema in the search path of each connection. */
  readonly #schemas = new WeakMap<PoolClient, string>()

  constructor({ url, connections, queryTimeMs, silenceMs = usualSilenceMs, log }: ConnectionPoolOptions) {
    this.#watch = new SilenceWatch(url, silenceMs, log)
    this.#pool = new pg.Pool({
      ...keepAlive,
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: 2 * silenceMs,
      application_name: 'trowel',
      allowExitOnIdle: true,
      onConnect: (client) => this.#prepare(client, queryTimeMs),
    })
    this.#pool.on('error', (error) => log?.error({ err: error }, 'a connection to PostgreSQL broke'))
    // The pool listens only while a connection is idle, and an error that nothing listens for ends the
    // process. While it is in use, its next statement tells.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** By statements: poolers refuse most settings that come with the connection itself. */
  async #prepare(client: ClientBase, queryTimeMs: number): Promise<void> {
    const servedBy = this.#watch.watch(client)
    await client.query(`SET statement_timeout = ${queryTimeMs}; ${sessionSettings}`)
    const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id')
    if (rows[0]) servedBy(rows[0].id)
  }

  readonly withConnection: WithConnection = async (work) => {
    const client = await this.#connect()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      const known = storageErrorOf(error)
      if (isLost(known)) broken = known
      throw known
    } finally {
      client.release(broken ?? hasForgottenPlans(client))
    }
  }

  /** Takes a connection that is closed afterwards, whatever `work` made of it. */
  readonly withConnectionOnce: WithConnection = async (work) => {
    const client = await this.#connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  }

  /** Takes connections whose search path is an application's schema. */
  inSchema =
    (schemaName: string): WithConnection =>
    (work) =>
      this.withConnection(async (client) => {
        if (this.#schemas.get(client) !== schemaName) {
          await client.query(`SET search_path TO ${searchPathOf(schemaName)}`)
          this.#schemas.set(client, schemaName)
        }
        return work(client)
      })

  /** Ends a statement of this connection, and the connection with it. */
  async terminate(client: PoolClient): Promise<void> {
    const processId = this.#watch.processIdOf(client)
    await this.withConnection((other) => other.query('SELECT pg_terminate_backend($1)', [processId]))
  }

  async end(): Promise<void> {
    await this.#pool.end()
    this.#watch.close()
  }

  async #connect(): Promise<PoolClient> {
    if (this.#watch.isAway) throw new StorageError('unavailable', 'PostgreSQL does not answer.')
    try {
      return await this.#pool.connect()
    } catch (error) {
      this.#watch.suspect()
      throw storageErrorOf(error)
    }
  }
}

/** For work that does not end in one call: rows that are read batch by batch, a lock that is held. */
export function holdConnection(withConnection: WithConnection): Promise<HeldConnection> {
  return new Promise((resolve, reject) => {
    const held = withConnection(
      (client) =>
        new Promise<void>((finish) => {
          resolve({
            client,
            release: () => {
              finish()
              return held
            },
          })
        }),
    )
    held.catch(reject)
  })
}
