import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { RawAnswer, RawStatement } from '../raw-statement.js'
import { id, join, type Sql, type SqlValue, sql } from '../sql.js'
import {
  type Database,
  type Dialect,
  type JsonColumn,
  type PhysicalTables,
  type Reader,
  type Snapshot,
  StorageError,
  type TextIndexedTable,
  type Transaction,
  type WriteOptions,
} from '../storage.js'
import { ask, textOf, valueTypes } from './connection.js'
import { postgresDialect } from './dialect.js'
import { storageErrorOf } from './errors.js'
import { sharedSchema } from './functions.js'
import { inspectTables } from './inspect-tables.js'
import { runRaw } from './raw-runner.js'
import { type Lend, PostgresReader } from './reader.js'
import { readStoredTables } from './stored-tables.js'
import { type IndexLog, TextIndexes } from './text-indexes.js'
import { PostgresTransaction } from './transaction.js'

const rowsPerBatch = 500
/** After so many new rows it is worth looking whether a text index is due. */
const manyRows = 500

/** The channel on which nodes tell each other that a configuration changed. */
export const configurationChannel = 'trowel_configuration'
/** On it a node tells the others that it begins to replace everything in an application. */
export const replacementChannel = 'trowel_replacement'

export interface PostgresDatabaseOptions {
  readonly pool: Pool
  readonly app: string
  readonly schemaName: string
  /** Tells this node's announcements from those of the others. */
  readonly node: string
  readonly trigrams: boolean
  readonly onClose?: () => void
  readonly queryTimeMs: number
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
  #replacement: Promise<void> | undefined
  #elsewhere: Promise<void> | undefined

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
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      yield* this.#rowsOf(client, query)
    } finally {
      await client.query('ROLLBACK').catch(() => undefined)
      await giveBack()
    }
  }

  /** Each portion is a statement with a time limit of its own: what is read may take longer as a whole. */
  async *#rowsOf(client: PoolClient, query: Sql): AsyncGenerator<SqlValue[][]> {
    try {
      await client.query(`DECLARE portions NO SCROLL CURSOR FOR ${textOf(query)}`, [...query.values])
      for (;;) {
        const { rows } = await client.query<SqlValue[]>({
          text: `FETCH ${rowsPerBatch} FROM portions`,
          rowMode: 'array',
          types: valueTypes,
        })
        if (rows.length > 0) yield rows
        if (rows.length < rowsPerBatch) break
      }
    } catch (error) {
      throw storageErrorOf(error)
    } finally {
      await client.query('CLOSE portions').catch(() => undefined)
    }
  }

  /** The tables keep their shape meanwhile, because they are locked against changes of it. */
  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const { schemaName } = this.#options
    const { client, giveBack } = await this.#borrow()
    const reader = new PostgresReader((use) => use(client), schemaName, false)
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const names = await inspectTables(reader, schemaName)
      if (names.size > 0) {
        const tables = join([...names.keys()].map((name) => id(schemaName, name)))
        await client.query(textOf(sql`LOCK TABLE ${tables} IN ACCESS SHARE MODE`))
      }
      const tables = await readStoredTables(reader, schemaName)
      return await work({ tables, stream: (query) => this.#rowsOf(client, query) })
    } catch (error) {
      throw storageErrorOf(error)
    } finally {
      await client.query('ROLLBACK').catch(() => undefined)
      await giveBack()
    }
  }

  async incarnation(): Promise<string> {
    const row = await this.quick.get<{ oid: number }>(
      sql`SELECT oid FROM pg_namespace WHERE nspname = ${this.#options.schemaName}`,
    )
    return String(row?.oid)
  }

  /** The lock goes with its connection, so nobody who died is believed to be at work. */
  async alone<T>(name: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    const { schemaName } = this.#options
    const { client, giveBack } = await this.#borrow()
    const lock = sql`hashtext(${`trowel ${name} ${schemaName}`})`
    const answer = async (statement: Sql) =>
      (await ask(client, schemaName, statement, { prepared: false })).rows
    try {
      const [row] = await answer(sql`SELECT pg_try_advisory_lock(${lock}) AS mine`)
      if ((row as { mine: number } | undefined)?.mine !== 1) return undefined
      try {
        return { done: await work() }
      } finally {
        await answer(sql`SELECT pg_advisory_unlock(${lock})`)
      }
    } finally {
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
    if (this.#replacement) return Promise.reject(replacing())
    return this.#inTurn(() => this.#transaction(work, options))
  }

  runRaw(statement: RawStatement, incarnation?: string): Promise<RawAnswer> {
    if (this.#replacement) return Promise.reject(replacing())
    const { pool, schemaName, queryTimeMs } = this.#options
    return runRaw(
      { pool, schemaName, limitMs: queryTimeMs },
      statement,
      (work) => this.#inTurn(work),
      (client) => begin(client, schemaName, { incarnation }),
    )
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StorageError('unavailable', 'The database is closed.'))
    const result = this.#turn.then(work)
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
        await begin(client, schemaName, options)
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

  /**
   * The new tables are made in a schema of their own, which takes the name of the present one at the end: readers go on with what
   * was there and wait for nothing. What was there is dropped afterwards; where that fails, the next start does it.
   */
  async replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T> {
    if (this.#replacement) throw replacing()
    const replaced = this.#inTurn(() => this.#replace(keep, build))
    const isOver = () => {
      this.#replacement = undefined
      this.#textIndexes.look()
    }
    this.#replacement = replaced.then(isOver, isOver)
    return replaced
  }

  replacement(): Promise<void> | undefined {
    return this.#replacement ?? this.#elsewhere
  }

  /** Another node begins to replace everything; how long that lasts the lock tells that it holds, also when the node dies. */
  replacedElsewhere(): void {
    const { schemaName } = this.#options
    const released = this.#lend((client) =>
      client.query(
        `BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock_shared(${replacementLock(schemaName)}); COMMIT`,
      ),
    ).catch(() => undefined)
    const over: Promise<void> = Promise.all([this.#elsewhere, released]).then(() => {
      if (this.#elsewhere === over) this.#elsewhere = undefined
    })
    this.#elsewhere = over
  }

  async #replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T> {
    const { app, schemaName } = this.#options
    const number = randomBytes(6).toString('hex')
    const made = `new_${app}_${number}_made`
    const gone = `new_${app}_${number}_gone`
    const result = await this.#lend(async (client) => {
      const present = new PostgresTransaction(client, schemaName, { schema: true })
      const empty = new PostgresTransaction(client, made, { schema: true, replaces: true })
      try {
        await this.#announceReplacement(client)
        await begin(client, schemaName, { schema: true })
        const kept = await keep(present)
        await client.query(
          `CREATE SCHEMA "${made}"; SET LOCAL search_path TO "${made}", ${sharedSchema}, public`,
        )
        const built = await build(empty, kept)
        await empty.addPostponedKeys()
        const failed = present.end() ?? empty.end()
        if (failed) throw failed.error
        await client.query(
          `ALTER SCHEMA "${schemaName}" RENAME TO "${gone}"; ALTER SCHEMA "${made}" RENAME TO "${schemaName}"`,
        )
        await client.query('COMMIT')
        return built
      } catch (error) {
        present.end()
        empty.end()
        await client.query('ROLLBACK').catch(() => undefined)
        throw storageErrorOf(error)
      } finally {
        await client.query(`SELECT pg_advisory_unlock(${replacementLock(schemaName)})`).catch(() => undefined)
      }
    })
    await this.#lend((client) =>
      client.query(`BEGIN; SET LOCAL statement_timeout = 0; DROP SCHEMA IF EXISTS "${gone}" CASCADE; COMMIT`),
    ).catch((error: unknown) => this.#options.log?.error({ err: error, app }, 'replaced tables not dropped'))
    return result
  }

  /** Before the transaction, because what it announces is heard after its end. */
  async #announceReplacement(client: PoolClient): Promise<void> {
    const { node, schemaName } = this.#options
    await client.query(`SELECT pg_advisory_lock(${replacementLock(schemaName)})`)
    await client.query('SELECT pg_notify($1, $2)', [replacementChannel, `${node} ${this.app}`])
  }

  /** Other nodes write too. */
  writeVersion(): undefined {
    return undefined
  }

  /** Two snapshots with the same transactions at work, and the same to come, see the same rows. */
  async state(): Promise<string | undefined> {
    const row = await this.quick.get<{ snapshot: string }>(
      sql`SELECT pg_current_snapshot()::text AS snapshot`,
    )
    return row?.snapshot
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
    this.#options.onClose?.()
    await this.#textIndexes.close()
    await this.#turn
  }
}

/**
 * Begins a transaction that writes, when the application's turn comes. The limit on the time of a query is one for readers.
 * @throws StorageError `replacing` when everything was replaced while it waited, or since `incarnation`
 */
async function begin(
  client: PoolClient,
  schemaName: string,
  { schema = false, incarnation }: { readonly schema?: boolean; readonly incarnation?: string | undefined },
): Promise<void> {
  const found = `SELECT oid FROM pg_namespace WHERE nspname = '${schemaName}'`
  const answers = (await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; ${schema ? 'SET CONSTRAINTS ALL DEFERRED;' : ''}
    ${found}; SELECT pg_advisory_xact_lock(hashtext('trowel write ${schemaName}')); ${found}`,
  )) as unknown as { readonly rows: readonly { readonly oid?: number }[] }[]
  const [asked, now] = [answers.at(-3)?.rows[0]?.oid, answers.at(-1)?.rows[0]?.oid]
  if (asked !== now || (incarnation ?? String(now)) !== String(now)) throw replacing()
}

/** Held by the node that replaces everything, as long as it is at it. */
const replacementLock = (schemaName: string): string => `hashtext('trowel replace ${schemaName}')`

const replacing = (): StorageError =>
  new StorageError('replacing', 'Everything in the database is being replaced.')

function isLost(error: unknown): error is Error {
  return error instanceof Error && 'problem' in error && error.problem === 'unavailable'
}
