import pg, { type PoolClient } from 'pg'
import { isLost, storageErrorOf } from './errors.js'
import { sharedSchema } from './functions.js'
import type { IndexLog } from './text-indexes.js'

/** Lends a connection for the time of `work`. */
export type Lend = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

/** A connection that stays lent until it is given back. */
export interface Borrowed {
  readonly client: PoolClient
  readonly giveBack: () => Promise<void>
}

export interface ConnectionPoolOptions {
  /** `postgres://…` */
  readonly url: string
  /** The most connections that it opens. */
  readonly connections: number
  readonly queryTimeMs: number
  readonly log?: IndexLog | undefined
}

/** The connections to PostgreSQL that all applications of this node share; one that broke is replaced. */
export class ConnectionPool {
  readonly #pool: pg.Pool
  /** Which schema a connection looks at. */
  readonly #looksAt = new WeakMap<PoolClient, string>()

  constructor({ url, connections, queryTimeMs, log }: ConnectionPoolOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      statement_timeout: queryTimeMs,
      connectionTimeoutMillis: 10_000,
      application_name: 'trowel',
      allowExitOnIdle: true,
    })
    this.#pool.on('error', (error) => log?.error({ err: error }, 'a connection to PostgreSQL broke'))
    // The pool listens only while a connection is idle, and an error that nothing listens for ends the process.
    // While it is lent, its next statement tells.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  readonly lend: Lend = async (work) => {
    const client = await this.#connect()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      const known = storageErrorOf(error)
      if (isLost(known)) broken = known
      throw known
    } finally {
      client.release(broken)
    }
  }

  /** Lends a connection that is closed afterwards, whatever `work` made of it. */
  readonly lendOnce: Lend = async (work) => {
    const client = await this.#connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  }

  /** Lends connections that look at an application's schema. */
  lookingAt =
    (schemaName: string): Lend =>
    (work) =>
      this.lend(async (client) => {
        if (this.#looksAt.get(client) !== schemaName) {
          await client.query(`SET search_path TO "${schemaName}", ${sharedSchema}, public`)
          this.#looksAt.set(client, schemaName)
        }
        return work(client)
      })

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw storageErrorOf(error)
    }
  }
}

/** For work that does not end in one call: rows that are taken as their reader wants them, a lock that is held. */
export function borrowFrom(lend: Lend): Promise<Borrowed> {
  return new Promise((resolve, reject) => {
    const lent = lend(
      (client) =>
        new Promise<void>((finish) => {
          resolve({
            client,
            giveBack: () => {
              finish()
              return lent
            },
          })
        }),
    )
    lent.catch(reject)
  })
}
