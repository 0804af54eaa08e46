import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { id, join, sql } from '../sql.js'
import { StorageError, type StorageProblem, type TextIndexedTable } from '../storage.js'
import { ask, textOf } from './connection.js'
import type { ConnectionPool, WithConnection } from './connection-pool.js'
import { type ErrorLog, isDeadlock, storageErrorOf } from './errors.js'
import { searchPathOf } from './search-path.js'
import { tryToLockShape } from './shape-lock.js'

/** Before what gave way is tried again. */
const pauseMs = 500

/** How the making of an index ends that was cancelled, or whose connection was lost. */
const givesWay: ReadonlySet<StorageProblem> = new Set(['timeout', 'unavailable'])

/** Fewer rows are searched through faster than an index is worth. */
const smallTable = 2000
/** A row of PostgreSQL takes no less: with its header and its place in the page. */
const minRowBytes = 28

interface TextIndexOptions {
  readonly app: string
  readonly schemaName: string
  readonly trigrams: boolean
  readonly log: ErrorLog | undefined
}

interface ColumnRow {
  /** The name of its index: it stays when table or column are renamed, and goes with the column. */
  readonly index: string
  readonly table: string
  readonly column: string
  /** `null` when there is none yet, 0 when its making was interrupted. */
  readonly valid: number | null
}

/**
 * Makes trigram indexes over the folded texts of larger tables in the background, while people go on writing.
 */
export class TextIndexes {
  #tables: readonly TextIndexedTable[] = []
  #work: Promise<void> = Promise.resolve()
  #waiting = false
  readonly #closing = new AbortController()

  private readonly withConnection: WithConnection

  constructor(
    private readonly pool: ConnectionPool,
    private readonly options: TextIndexOptions,
  ) {
    this.withConnection = pool.inSchema(options.schemaName)
  }

  maintain(tables: readonly TextIndexedTable[]): void {
    this.#tables = tables
    this.look()
  }

  /** Looks whether an index is due; when it is looking already, once more afterwards. */
  look(): void {
    if (!this.options.trigrams || this.#waiting || this.#closing.signal.aborted) return
    this.#waiting = true
    this.#work = this.#work.then(async () => {
      this.#waiting = false
      while (!this.#closing.signal.aborted && !(await this.#makeMissing())) {
        await sleep(pauseMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
      }
    })
  }

  whenIdle(): Promise<void> {
    return this.#work
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#work
  }

  /**
   * @returns false when it has to be tried again: it gave way to a change of tables, or the database was away
   */
  async #makeMissing(): Promise<boolean> {
    try {
      if ((await this.#due()).length === 0) return true
      return await this.pool.withConnectionOnce((client) => this.#makeWhileAlone(client))
    } catch (thrown) {
      const error = storageErrorOf(thrown)
      if (isDeadlock(error)) return false
      if (error instanceof StorageError && givesWay.has(error.problem)) return false
      if (!this.#closing.signal.aborted)
        this.options.log?.error({ err: error, app: this.options.app }, 'text index not made')
      return true
    }
  }

  /** On a connection that is closed afterwards: a lock or setting of it that is left behind goes with it. */
  async #makeWhileAlone(client: PoolClient): Promise<boolean> {
    const { schemaName } = this.options
    if (!(await tryToLockShape(client, schemaName))) return false
    await client.query(`SET statement_timeout = 0; SET search_path TO ${searchPathOf(schemaName)}`)
    for (const column of await this.#due()) {
      if (this.#closing.signal.aborted) break
      await this.#make(client, column)
    }
    return true
  }

  /** Columns of larger tables without an index, or with one whose making was interrupted. */
  async #due(): Promise<ColumnRow[]> {
    const missing = await this.#missing()
    const large = await this.#largeOf(new Set(missing.map(({ table }) => table)))
    return missing.filter(({ table }) => large.has(table))
  }

  /**
   * Of all tables at once: this is asked at every change of the configuration. Columns are looked up only of
   * tables whose files are as large as those of a larger table must be.
   */
  async #missing(): Promise<ColumnRow[]> {
    if (this.#tables.length === 0) return []
    const wanted = new Map(this.#tables.map(({ table, columns }) => [table, columns]))
    const rows = await this.#all<ColumnRow>(sql`
      SELECT 'trgm_' || t.oid || '_' || a.attnum AS index, t.relname AS table, a.attname AS column, x.indisvalid AS valid
      FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND NOT a.attisdropped
        LEFT JOIN pg_class i ON i.relnamespace = t.relnamespace AND i.relname = ('trgm_' || t.oid || '_' || a.attnum)::name
        LEFT JOIN pg_index x ON x.indexrelid = i.oid
      WHERE t.relname IN (${join([...wanted.keys()])}) AND t.relnamespace = ${this.options.schemaName}::regnamespace
        AND pg_relation_size(t.oid) > ${smallTable * minRowBytes}`)
    return rows.filter(({ table, column, valid }) => valid !== 1 && wanted.get(table)?.includes(column))
  }

  async #largeOf(tables: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (tables.size === 0) return new Set()
    const each = [...tables].map(
      (table) =>
        sql`SELECT ${table}::text AS name WHERE EXISTS (SELECT 1 FROM ${id(this.options.schemaName, table)} OFFSET ${smallTable})`,
    )
    const large = await this.#all<{ name: string }>(join(each, ' UNION ALL '))
    return new Set(large.map(({ name }) => name))
  }

  /** Outside a transaction, so that nothing that writes rows waits. */
  async #make(client: PoolClient, { index, table, column, valid }: ColumnRow): Promise<void> {
    const { schemaName } = this.options
    if (valid === 0)
      await client.query(textOf(sql`DROP INDEX CONCURRENTLY IF EXISTS ${id(schemaName, index)}`))
    await client.query(
      textOf(sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${id(index)} ON ${id(schemaName, table)}
        USING gin (trowel_fold(${id(column)}) gin_trgm_ops)`),
    )
    // Without it the planner does not know how rare a text is.
    await client.query(textOf(sql`ANALYZE ${id(schemaName, table)}`))
  }

  async #all<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
    const { rows } = await this.withConnection((client) =>
      ask(client, this.options.schemaName, query, { prepared: false }),
    )
    return rows
  }
}
