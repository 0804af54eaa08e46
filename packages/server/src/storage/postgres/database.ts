import type { Pool, PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import { type Sql, type SqlValue, sql } from '../sql.js'
import {
  type Database,
  type Dialect,
  type JsonColumn,
  type PhysicalTables,
  type Reader,
  StorageError,
  type TextIndexedTable,
  type Transaction,
  type WriteOptions,
} from '../storage.js'
import { textOf, valueTypes } from './connection.js'
import { postgresDialect } from './dialect.js'
import { storageErrorOf } from './errors.js'
import { sharedSchema } from './functions.js'
import { inspectTables } from './inspect-tables.js'
import { type Lend, PostgresReader } from './reader.js'
import { type IndexLog, TextIndexes } from './text-indexes.js'
import { PostgresTransaction } from './transaction.js'

const rowsPerBatch = 500
/** After so many new rows it is worth looking whether a text index is due. */
const manyRows = 500

/** The channel on which nodes tell each other that a configuration changed. */
export const configurationChannel = 'trowel_configuration'

export interface PostgresDatabaseOptions {
  readonly pool: Pool
  readonly app: string
  readonly schemaName: string
  /** Tells this node's announcements from those of the others. */
  readonly node: string
  readonly trigrams: boolean
  readonly log: IndexLog | undefined
}

/** Which schema a connection looks at. */
const looksAt = new WeakMap<PoolClient, string>()

/** One application: a schema of its own. */
export class PostgresDatabase implements Database {
  readonly engine = 'pgsql'
  readonly dialect: Dialect = postgresDialect
  readonly app: string
  readonly quick: Reader
  readonly scan: Reader
  readonly #options: PostgresDatabaseOptions
  readonly #textIndexes: TextIndexes
  /** Resolves when the writer before has ended. */
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: PostgresDatabaseOptions) {
    this.app = options.app
    this.#options = options
    this.quick = new PostgresReader(this.#lend, options.schemaName, true)
    this.scan = this.quick
    this.#textIndexes = new TextIndexes(this.#lend, options)
  }

  readonly #lend: Lend = async (work) => {
    const { pool, schemaName } = this.#options
    let client: PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw storageErrorOf(error)
    }
    let broken: Error | undefined
    try {
      if (looksAt.get(client) !== schemaName) {
        await client.query(`SET search_path TO "${schemaName}", ${sharedSchema}, public`)
        looksAt.set(client, schemaName)
      }
      return await work(client)
    } catch (error) {
      const known = storageErrorOf(error)
      if (isLost(known)) broken = known
      throw known
    } finally {
      client.release(broken)
    }
  }

  async *stream(query: Sql, _columns: readonly JsonColumn[]): AsyncIterable<SqlValue[][]> {
    const { client, giveBack } = await this.#borrow()
    let cursor: Cursor<SqlValue[]> | undefined
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      cursor = client.query(
        new Cursor<SqlValue[]>(textOf(query), [...query.values], { rowMode: 'array', types: valueTypes }),
      )
      for (;;) {
        const rows = await cursor.read(rowsPerBatch)
        if (rows.length === 0) break
        yield rows
      }
    } catch (error) {
      throw storageErrorOf(error)
    } finally {
      await cursor?.close().catch(() => undefined)
      await client.query('ROLLBACK').catch(() => undefined)
      await giveBack()
    }
  }

  /** A connection that stays lent until the last row was taken, or the consumer stopped. */
  #borrow(): Promise<{ client: PoolClient; giveBack: () => Promise<void> }> {
    return new Promise((resolve, reject) => {
      const lent = this.#lend(
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

  /** Writers take turns, on this node before a connection is lent to them, so that those who wait leave the others to readers. */
  write<T>(work: (tx: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StorageError('unavailable', 'The database is closed.'))
    const result = this.#turn.then(() => this.#transaction(work, options))
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  /** On all nodes, too: each holds the application's lock until its commit. */
  async #transaction<T>(work: (tx: Transaction) => Promise<T>, options: WriteOptions): Promise<T> {
    const { schemaName } = this.#options
    let inserted = 0
    const result = await this.#lend(async (client) => {
      const tx = new PostgresTransaction(client, schemaName, options)
      try {
        // The limit on the time of a query is one for readers.
        await client.query(
          `BEGIN; SET LOCAL statement_timeout = 0${options.schema ? '; SET CONSTRAINTS ALL DEFERRED' : ''}`,
        )
        await tx.all(sql`SELECT pg_advisory_xact_lock(hashtext(${`trowel write ${schemaName}`}))`)
        const done = await work(tx)
        const failed = tx.end()
        if (failed) throw failed.error
        await client.query('COMMIT')
        inserted = tx.inserted
        return done
      } catch (error) {
        tx.end()
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
    if (inserted >= manyRows) this.#textIndexes.look()
    return result
  }

  /** Other nodes write too. */
  writeVersion(): undefined {
    return undefined
  }

  inspect(): Promise<PhysicalTables> {
    return inspectTables(this.scan, this.#options.schemaName)
  }

  async announceConfigurationChange(tx: Transaction): Promise<void> {
    const message = `${this.#options.node} ${this.app}`
    await tx.all(sql`SELECT pg_notify(${configurationChannel}, ${message})`)
  }

  maintainTextIndexes(tables: readonly TextIndexedTable[]): void {
    this.#textIndexes.maintain(tables)
  }

  settled(): Promise<void> {
    return this.#textIndexes.settled()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#textIndexes.close()
    await this.#turn
  }
}

function isLost(error: unknown): error is Error {
  return error instanceof Error && 'problem' in error && error.problem === 'unavailable'
}
