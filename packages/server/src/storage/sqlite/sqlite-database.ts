import { CommitListeners } from '../commit-listeners.js'
import { noAuthor } from '../journal/seal.js'
import type { RawAnswer, RawStatement } from '../raw-statement.js'
import type { RowTexts } from '../row-texts.js'
import type { Sql, SqlValue } from '../sql.js'
import {
  type Database,
  type Dialect,
  type JsonColumn,
  type PhysicalTables,
  type RawOptions,
  type Reader,
  replacing,
  type Snapshot,
  StorageError,
  type TextIndexedTable,
  type Transaction,
  type WriteOptions,
} from '../storage.js'
import { collectClosedSoon } from './collect-closed.js'
import { Connection, toObject, toObjects } from './connection.js'
import { CursorRows } from './cursor.js'
import { sqliteDialect } from './dialect.js'
import { storageErrorOf } from './errors.js'
import { FileCheck } from './file-check.js'
import { inspectTables } from './inspect-tables.js'
import { RawRunner, writtenBy } from './raw-runner.js'
import type { ReaderPool } from './reader-pool.js'
import type { Query } from './reader-protocol.js'
import { jsonRowsOf, jsonTextOf, textOf } from './sql-text.js'
import { dropTables } from './stored-tables.js'
import { TextIndexes } from './text-indexes.js'
import { WriteQueue } from './write-queue.js'
import type { Writer } from './writer.js'

const cacheKib = 65_536

/** Refuses to write beside the process that has the data folder. */
export const readOnly = (): StorageError =>
  new StorageError(
    'unavailable',
    'The running service has the data folder: nothing can be changed beside it.',
  )

/** One application's database file. */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite'
  readonly schemaName = 'main'
  readonly app: string
  readonly dialect: Dialect
  readonly quick: Reader
  readonly scan: Reader
  readonly #file: string
  readonly #readers: ReaderPool
  readonly #limitMs: number
  readonly #readOnly: boolean
  readonly #isScratch: boolean
  readonly #connection: Connection
  readonly #cursors: CursorRows
  readonly #queue: WriteQueue
  readonly #textIndexes: TextIndexes
  readonly #raw: RawRunner
  readonly #check: FileCheck
  readonly #onClose: () => void
  /** Changes of the shape of tables; every table counts each of them as a change of its rows. */
  #shape = 0
  readonly #written = new Map<string, number>()
  readonly #atWork = new Set<string>()
  readonly #commits = new CommitListeners()
  #replacement: Promise<void> | undefined
  #replaced = 0

  constructor(options: {
    readonly app: string
    readonly file: string
    readonly writer: Writer
    readonly readers: ReaderPool
    readonly queryTimeMs: number
    readonly log: (message: string, error?: unknown) => void
    /** Another process writes: nothing that it did is known here. */
    readonly readOnly: boolean
    /** Is its file removed once it is closed? */
    readonly isScratch: boolean
    readonly onClose: () => void
  }) {
    this.app = options.app
    this.#file = options.file
    this.#readers = options.readers
    this.#limitMs = options.queryTimeMs
    this.#readOnly = options.readOnly
    this.#isScratch = options.isScratch
    this.#onClose = options.onClose
    this.#connection = new Connection({ file: options.file, readOnly: true, cacheKib })
    this.#queue = new WriteQueue(options.file, options.writer, (tables, schema) =>
      this.#committed(tables, schema),
    )
    this.#textIndexes = new TextIndexes(this.#connection, this.#queue, options.log)
    this.#raw = new RawRunner(options.file, options.queryTimeMs)
    this.#check = new FileCheck(options.file)
    this.dialect = sqliteDialect(this.#textIndexes)
    const asked = (query: Sql) => this.#asked(query)
    this.quick = quickReader(this.#connection, options.queryTimeMs)
    this.scan = scanReader(options.readers, asked)
    this.#cursors = new CursorRows(options.readers, options.file, options.queryTimeMs, asked)
  }

  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    if (this.#readOnly) return Promise.reject(readOnly())
    return this.#isOver(options?.generation) ? Promise.reject(replacing()) : this.#queue.write(work, options)
  }

  writeApart(statement: Sql): Promise<number> {
    return this.write((tx) => tx.run(statement))
  }

  /** Writers that wait already are served before. */
  async replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T> {
    if (this.#readOnly) throw readOnly()
    if (this.#replacement) throw replacing()
    const replaced = this.#replace(keep, build)
    const isOver = () => {
      this.#replacement = undefined
    }
    this.#replacement = replaced.then(isOver, isOver)
    return replaced
  }

  async #replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T> {
    const built = await this.#queue.write(
      async (tx) => {
        const kept = await keep(tx)
        await dropTables(tx)
        return build(tx, kept)
      },
      { schema: true },
    )
    this.#replaced++
    return built
  }

  replacement(): Promise<void> | undefined {
    return this.#replacement
  }

  #isOver(generation: string | undefined): boolean {
    return (
      this.#replacement !== undefined || (generation ?? String(this.#replaced)) !== String(this.#replaced)
    )
  }

  /** Another process writes: what is cached of any table is stale then. */
  async runRaw(
    statement: RawStatement,
    { generation = String(this.#replaced), author = noAuthor, onChangeSet }: RawOptions = {},
  ): Promise<RawAnswer> {
    if (this.#readOnly) throw readOnly()
    if (this.#isOver(generation)) throw replacing()
    return this.#raw.run(statement, author, (work) =>
      this.#queue.aside(async () => {
        if (this.#isOver(generation)) throw replacing()
        const report = await work()
        const written = writtenBy(report)
        if (written) this.#committed(written, true)
        if ('changeSet' in report && report.changeSet !== undefined) onChangeSet?.(report.changeSet)
        return report
      }),
    )
  }

  async generation(): Promise<string> {
    return String(this.#replaced)
  }

  async withLock<T>(name: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    if (this.#atWork.has(name)) return undefined
    this.#atWork.add(name)
    try {
      return { done: await work() }
    } finally {
      this.#atWork.delete(name)
    }
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.#cursors.snapshot(work)
  }

  stream(query: Sql, columns: readonly JsonColumn[]): AsyncIterable<SqlValue[][]> {
    return this.#cursors.stream(query, columns)
  }

  streamTexts(query: Sql, columns: readonly JsonColumn[], texts: RowTexts): AsyncIterable<Uint8Array> {
    return this.#cursors.streamTexts(query, columns, texts)
  }

  writeVersion(table: string): number | undefined {
    if (this.#readOnly) return undefined
    return this.#shape + (this.#written.get(table) ?? 0)
  }

  async state(): Promise<string | undefined> {
    if (this.#readOnly) return undefined
    return [this.#shape, ...this.#written.values()].join()
  }

  onCommit(listener: () => void): () => void {
    return this.#commits.add(listener)
  }

  async damage(): Promise<string | undefined> {
    return this.#check.run()
  }

  inspect(): Promise<PhysicalTables> {
    return inspectTables(this.scan)
  }

  async announceConfigurationChange(): Promise<void> {
    // There is no other node: one process has the data folder to itself.
  }

  maintainTextIndexes(tables: readonly TextIndexedTable[]): void {
    if (!this.#readOnly) this.#textIndexes.maintain(tables)
  }

  whenIdle(): Promise<void> {
    return this.#textIndexes.whenIdle()
  }

  async close(): Promise<void> {
    this.#onClose()
    this.#raw.close()
    this.#check.close()
    await this.#textIndexes.close()
    await this.#queue.end()
    this.#connection.close()
    await this.#readers.closeFile(this.#file, this.#isScratch)
    // The last to close brings the write-ahead log into the file, which a reader may not.
    await this.#queue.close(this.#isScratch)
    collectClosedSoon(this.#isScratch)
  }

  #committed(tables: readonly string[], schema: boolean): void {
    for (const table of tables) this.#written.set(table, (this.#written.get(table) ?? 0) + 1)
    if (schema) {
      this.#shape++
      this.#connection.forgetStatements()
    }
    this.#textIndexes.committed(tables, schema)
    this.#commits.call()
  }

  #asked(query: Sql): Query {
    return {
      file: this.#file,
      shape: this.#shape,
      text: textOf(query),
      values: query.values,
      limitMs: this.#limitMs,
    }
  }
}

/**
 * Reads on the accepting thread, which answers no other request meanwhile: for statements known to be short.
 */
function quickReader(connection: Connection, limitMs: number): Reader {
  const answer = <T>(read: () => T): T => {
    try {
      return connection.within(limitMs, read)
    } catch (error) {
      throw storageErrorOf(error)
    }
  }
  return {
    all: async <Row>(query: Sql) => answer(() => connection.objects<Row>(textOf(query), query.values)),
    get: async <Row>(query: Sql) => answer(() => connection.object<Row>(textOf(query), query.values)),
    json: async (query, columns) =>
      answer(() =>
        jsonRowsOf(connection.firstRow(jsonTextOf(textOf(query), columns), query.values), columns),
      ),
  }
}

/** Reads in the threads of the pool. @param asked the query as it is sent to a thread */
function scanReader(readers: ReaderPool, asked: (query: Sql) => Query): Reader {
  const rowsOf = (query: Sql) => readers.ask({ do: 'all', ...asked(query) })
  return {
    all: async <Row>(query: Sql) => toObjects<Row>(await rowsOf(query)),
    get: async <Row>(query: Sql) => {
      const { names, rows } = await rowsOf(query)
      return rows[0] && (toObject(names, rows[0]) as Row)
    },
    json: async (query, columns) =>
      jsonRowsOf(await readers.ask({ do: 'json', columns, ...asked(query) }), columns),
  }
}
