import { CommitListeners } from '../commit-listeners.js'
import type { RawAnswer, RawStatement } from '../raw-statement.js'
import { type RowTexts, textsOf } from '../row-texts.js'
import { type Sql, type SqlValue, sql } from '../sql.js'
import {
  type Database,
  type Dialect,
  type JsonColumn,
  type PhysicalTables,
  type RawOptions,
  type Reader,
  type Replica,
  replacing,
  type Snapshot,
  type TextIndexedTable,
  type Transaction,
  type WriteOptions,
} from '../storage.js'
import { announced } from './announcements.js'
import type { CommitAnnouncements } from './commit-announcements.js'
import { ask } from './connection.js'
import { type ConnectionPool, holdConnection, type WithConnection } from './connection-pool.js'
import { streamCursor, withSnapshot } from './cursor.js'
import { postgresDialect } from './dialect.js'
import type { DiskRoom } from './disk-room.js'
import type { ErrorLog } from './errors.js'
import { inspectTables } from './inspect-tables.js'
import { configurationChannel } from './listener.js'
import { runRaw } from './raw-runner.js'
import { PostgresReader } from './reader.js'
import { ReadsTogether } from './reads-together.js'
import { Replacement } from './replacement.js'
import { ApplicationReplica, type ReplicaServer } from './replica.js'
import { Sealing } from './sealing.js'
import { TextIndexes } from './text-indexes.js'
import { PostgresTransaction } from './transaction.js'
import { begin, commit, WriteLocks } from './write-lock.js'

/** After so many new rows it is worth looking whether a text index is due. */
const manyRows = 500

export interface PostgresDatabaseOptions {
  readonly pool: ConnectionPool
  readonly room: DiskRoom
  readonly app: string
  readonly schemaName: string
  /** Tells this node's announcements from those of the others. */
  readonly node: string
  /** Tells the other nodes of commits. */
  readonly announcements: CommitAnnouncements
  readonly trigrams: boolean
  readonly replica?: ReplicaServer | undefined
  /** Do notices (NOTIFY) arrive? */
  readonly notices: boolean
  readonly onClose?: () => void
  readonly queryTimeMs: number
  readonly log: ErrorLog | undefined
}

/** One application: a schema of its own. */
export class PostgresDatabase implements Database {
  readonly engine = 'pgsql'
  readonly dialect: Dialect = postgresDialect
  readonly app: string
  readonly schemaName: string
  readonly quick: Reader
  readonly together = (): Reader => new ReadsTogether(this.quick)
  readonly scan: Reader
  readonly replica?: Replica
  readonly #options: PostgresDatabaseOptions
  readonly #withConnection: WithConnection
  readonly #writeLocks = new WriteLocks()
  readonly #replacement: Replacement
  readonly #textIndexes: TextIndexes
  readonly #sealing: Sealing
  readonly #commits = new CommitListeners()

  constructor(options: PostgresDatabaseOptions) {
    this.app = options.app
    this.schemaName = options.schemaName
    this.#options = options
    this.#withConnection = options.pool.inSchema(options.schemaName)
    this.quick = new PostgresReader(this.#withConnection, options.schemaName, true)
    this.scan = this.quick
    if (options.replica)
      this.replica = new ApplicationReplica(options.replica, this.#withConnection, this, this.#commits)
    this.#replacement = new Replacement(this.#withConnection, this.#writeLocks, options)
    this.#textIndexes = new TextIndexes(options.pool, options)
    this.#sealing = new Sealing(options)
  }

  stream(query: Sql, _columns: readonly JsonColumn[]): AsyncIterable<SqlValue[][]> {
    return streamCursor(this.#withConnection, this.#options.schemaName, query)
  }

  streamTexts(query: Sql, columns: readonly JsonColumn[], texts: RowTexts): AsyncIterable<Uint8Array> {
    return textsOf(this.stream(query, columns), columns, texts)
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return withSnapshot(this.#withConnection, this.#options.schemaName, work)
  }

  async generation(): Promise<string> {
    const row = await this.quick.get<{ oid: number }>(
      sql`SELECT oid FROM pg_namespace WHERE nspname = ${this.#options.schemaName}`,
    )
    return String(row?.oid)
  }

  /** The lock goes with its connection, so a node that died does not count as at work. */
  async withLock<T>(name: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    const { schemaName } = this.#options
    const { client, release } = await holdConnection(this.#withConnection)
    const lock = sql`hashtext(${`trowel ${name} ${schemaName}`})`
    const answer = async (statement: Sql) =>
      (await ask(client, schemaName, statement, { prepared: false })).rows
    try {
      const [row] = await answer(sql`SELECT pg_try_advisory_lock(${lock}) AS mine`)
      if ((row as { mine: number } | undefined)?.mine !== 1) return undefined
      try {
        return { done: await work() }
      } finally {
        // Where this fails the connection is gone, and the lock with it: what was done stays done.
        await answer(sql`SELECT pg_advisory_unlock(${lock})`).catch(() => undefined)
      }
    } finally {
      await release()
    }
  }

  write<T>(work: (tx: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#replacement.isHere) return Promise.reject(replacing())
    return this.#writeLocks.run(() => this.#options.room.watch(() => this.#transaction(work, options)))
  }

  async writeApart(statement: Sql): Promise<number> {
    if (this.#replacement.isHere) throw replacing()
    const { rowCount } = await this.#withConnection((client) =>
      ask(client, this.#options.schemaName, statement, { prepared: false }),
    )
    return rowCount ?? 0
  }

  async runRaw(
    statement: RawStatement,
    { generation, author, onChangeSet }: RawOptions = {},
  ): Promise<RawAnswer> {
    if (this.#replacement.isHere) throw replacing()
    const { pool, schemaName, queryTimeMs } = this.#options
    const answer = await runRaw(
      { pool, schemaName, limitMs: queryTimeMs },
      statement,
      (work) => this.#writeLocks.run(work),
      (client) => begin(client, schemaName, { generation }),
      async (client, unseen) => {
        const changeSet = await commit(client, await this.#sealing.statement(client, author, unseen))
        if (changeSet !== undefined) onChangeSet?.(changeSet)
      },
    )
    this.#tellOfCommit()
    return answer
  }

  async #transaction<T>(work: (tx: Transaction) => Promise<T>, options: WriteOptions): Promise<T> {
    const { schemaName } = this.#options
    let inserted = 0
    const result = await this.#withConnection(async (client) => {
      const seal = () => this.#sealing.statement(client, options.author)
      const tx = new PostgresTransaction(client, schemaName, { ...options, seal })
      try {
        await begin(client, schemaName, options)
        const done = await work(tx)
        const sealed = await tx.seal()
        const failed = tx.end()
        if (failed) throw failed.error
        const changeSet = await commit(client, sealed)
        if (changeSet !== undefined) options.onChangeSet?.(changeSet)
        inserted = tx.inserted
        return done
      } catch (error) {
        tx.end()
        await tx.atRest()
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
    if (inserted >= manyRows) this.#textIndexes.look()
    this.#tellOfCommit()
    return result
  }

  #tellOfCommit(): void {
    this.#commits.call()
    this.#options.announcements.add(this.app)
  }

  replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T> {
    return this.#replacement.run(keep, build, () => {
      this.#textIndexes.look()
      this.#commits.call()
    })
  }

  replacement(): Promise<void> | undefined {
    return this.#replacement.underWay()
  }

  /** Another node begins to replace everything. */
  replacedElsewhere(): void {
    this.#replacement.heardOfAnother()
  }

  /** Another node committed something, or may have. */
  committedElsewhere(): void {
    this.#commits.call()
  }

  onCommit(listener: () => void): () => void {
    return this.#commits.add(listener)
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

  async damage(): Promise<undefined> {
    return undefined
  }

  inspect(): Promise<PhysicalTables> {
    return inspectTables(this.scan, this.#options.schemaName)
  }

  async announceConfigurationChange(tx: Transaction): Promise<void> {
    await tx.run(announced(this.app))
    if (!this.#options.notices) return
    const message = `${this.#options.node} ${this.app}`
    await tx.all(sql`SELECT pg_notify(${configurationChannel}, ${message})`)
  }

  maintainTextIndexes(tables: readonly TextIndexedTable[]): void {
    this.#textIndexes.maintain(tables)
  }

  whenIdle(): Promise<void> {
    return this.#textIndexes.whenIdle()
  }

  async close(): Promise<void> {
    this.#writeLocks.close()
    this.#options.onClose?.()
    await this.#textIndexes.close()
    await this.#writeLocks.whenIdle()
  }
}
