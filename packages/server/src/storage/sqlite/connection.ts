import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
import type { SqlValue } from '../sql.js'
import { StorageError } from '../storage.js'
import { type Clock, registerFunctions } from './functions.js'

export interface ConnectionOptions {
  readonly file: string
  readonly readOnly: boolean
  /**
   * Page cache, KiB. The file is not mapped into memory: mapped pages would count as the service's own, and
   * are no faster.
   */
  readonly cacheKib: number
  /** After how much time without a statement the page cache is given back. */
  readonly restMs?: number
  /** Shared with another thread, which sets it to end every statement. */
  readonly stop?: Int32Array
}

/** Rows as they come: the names of the columns once, then the values. */
export interface Rows {
  readonly names: readonly string[]
  readonly rows: SqlValue[][]
}

interface Prepared {
  readonly statement: StatementSyncInstance
  readonly names: readonly string[]
  /** Tables that running it changes, by triggers and foreign keys too. */
  readonly writes: ReadonlySet<string>
}

const maxStatements = 500

const busyTimeoutMs = 5_000
const defaultRestMs = 60_000

/** One connection to one database file, with its prepared statements. Everything is synchronous. */
export class Connection {
  readonly #db: DatabaseSyncInstance
  readonly #clock: Clock
  readonly #statements = new Map<string, Prepared>()
  /**
   * The driver's iterators do not keep their statements: one that was collected while rows are read takes the
   * process along.
   */
  readonly #iterated = new Set<StatementSyncInstance>()
  /** Collects what the authorizer reports while a statement is compiled. */
  #compiling = new Set<string>()
  /** Tables changed since the set was taken last. */
  #written = new Set<string>()
  /**
   * Caches of many applications would stay for as long as the service runs; reading them again is cheap after
   * a rest.
   */
  readonly #rest: NodeJS.Timeout

  constructor(options: ConnectionOptions) {
    this.#db = new DatabaseSync(options.file, {
      readOnly: options.readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
      returnArrays: true,
      defensive: true,
    })
    this.#clock = { deadline: Number.POSITIVE_INFINITY, stop: options.stop }
    registerFunctions(this.#db, this.#clock)
    this.#db.exec(`PRAGMA cache_size = -${options.cacheKib}`)
    if (options.readOnly) {
      // What is sorted goes to a nameless file when it outgrows the cache: parts are sorted faster than
      // all records one by one in memory.
      this.#db.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON;')
    } else {
      this.#db.exec(`
        PRAGMA temp_store = MEMORY;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA recursive_triggers = ON;
        PRAGMA journal_size_limit = 67108864;`)
      this.#db.setAuthorizer((action, table) => {
        if (table !== null && changing.has(action)) this.#compiling.add(table)
        return 0
      })
    }
    this.#rest = setTimeout(
      () => this.#db.exec('PRAGMA shrink_memory'),
      options.restMs ?? defaultRestMs,
    ).unref()
  }

  get isTransaction(): boolean {
    return this.#db.isTransaction
  }

  all(text: string, values: readonly SqlValue[]): Rows {
    const prepared = this.#prepare(text)
    const bound = bindable(values)
    try {
      return { names: prepared.names, rows: prepared.statement.all(...bound) }
    } catch (error) {
      if (!isTooLarge(error)) throw error
      return {
        names: prepared.names,
        rows: readingBigInts(prepared.statement, () => prepared.statement.all(...bound)),
      }
    }
  }

  objects<Row>(text: string, values: readonly SqlValue[]): Row[] {
    return toObjects<Row>(this.all(text, values))
  }

  object<Row>(text: string, values: readonly SqlValue[]): Row | undefined {
    const prepared = this.#prepare(text)
    const bound = bindable(values)
    let row: SqlValue[] | undefined
    try {
      row = prepared.statement.get(...bound)
    } catch (error) {
      if (!isTooLarge(error)) throw error
      row = readingBigInts(prepared.statement, () => prepared.statement.all(...bound))[0]
    }
    return row && (toObject(prepared.names, row) as Row)
  }

  /** The single value of the first row. */
  value(text: string, values: readonly SqlValue[] = []): SqlValue | undefined {
    return this.firstRow(text, values)[0]
  }

  /** Its values; none where there is no row. */
  firstRow(text: string, values: readonly SqlValue[]): readonly SqlValue[] {
    return this.#prepare(text).statement.get(...bindable(values)) ?? []
  }

  /** @returns rows changed, and the id of the last row inserted */
  run(text: string, values: readonly SqlValue[] = []): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#prepare(text).statement.run(...bindable(values))
    return { changes, lastId: Number(lastInsertRowid) }
  }

  /** Integers come as numbers, or as text beyond 2^53. */
  *iterate(text: string, values: readonly SqlValue[]): Generator<SqlValue[]> {
    const statement = this.#db.prepare(text, { readBigInts: true, returnArrays: true })
    this.#iterated.add(statement)
    try {
      for (const row of statement.iterate(...bindable(values))) yield withoutBigInts(row)
    } finally {
      this.#rest.refresh()
      this.#iterated.delete(statement)
    }
  }

  columnsOf(text: string): readonly string[] {
    return this.#prepare(text).names
  }

  exec(text: string): void {
    this.#compiling = this.#written
    this.#rest.refresh()
    this.#db.exec(text)
  }

  /** Runs `work`; its statements end with an error when they take longer than `milliseconds`. */
  within<T>(milliseconds: number, work: () => T): T {
    this.#clock.deadline = performance.now() + milliseconds
    try {
      return work()
    } finally {
      this.#clock.deadline = Number.POSITIVE_INFINITY
    }
  }

  takeWritten(): string[] {
    const tables = [...this.#written]
    this.#written = new Set()
    return tables
  }

  /** To be called when the shape of tables changed: the names of a statement's columns may be others now. */
  forgetStatements(): void {
    this.#statements.clear()
    // Running a statement makes SQLite notice the change; compiling one does not, and would tell the names of
    // before.
    this.#db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()
  }

  close(): void {
    clearTimeout(this.#rest)
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  #prepare(text: string): Prepared {
    this.#rest.refresh()
    const prepared = this.#statements.get(text) ?? this.#compile(text)
    // Nothing to move while there is room: order matters only to what is dropped first.
    if (this.#statements.size >= maxStatements) {
      this.#statements.delete(text)
      this.#statements.set(text, prepared)
    }
    for (const table of prepared.writes) this.#written.add(table)
    // After a change of the schema the statement is compiled once more while it runs.
    this.#compiling = this.#written
    return prepared
  }

  #compile(text: string): Prepared {
    this.#compiling = new Set()
    const statement = this.#db.prepare(text)
    const prepared = {
      statement,
      names: statement.columns().map(({ name }) => name),
      writes: this.#compiling,
    }
    if (this.#statements.size >= maxStatements) {
      const oldest = this.#statements.keys().next()
      if (!oldest.done) this.#statements.delete(oldest.value)
    }
    this.#statements.set(text, prepared)
    return prepared
  }
}

/**
 * Actions of the authorizer that change rows: DELETE, INSERT, UPDATE;
 * https://sqlite.org/c3ref/c_alter_table.html
 */
const changing = new Set([9, 18, 23])

export function toObjects<Row>({ names, rows }: Rows): Row[] {
  return rows.map((row) => toObject(names, row) as Row)
}

export function toObject(names: readonly string[], row: readonly SqlValue[]): Record<string, SqlValue> {
  const object: Record<string, SqlValue> = {}
  for (let k = 0; k < names.length; k++) object[names[k] as string] = row[k] as SqlValue
  return object
}

const minInt32 = -(2 ** 31)
const maxInt32 = 2 ** 31 - 1

/**
 * Values as the driver binds them without loss. It takes a number within 2^-52 above an integer for that
 * integer, binds integers beyond 32 bits as fractions, and ends a text at its first NUL.
 */
export function bindable(values: readonly SqlValue[]): readonly SqlValue[] {
  let changed: SqlValue[] | undefined
  for (let k = 0; k < values.length; k++) {
    const value = values[k] as SqlValue
    if (typeof value === 'number') {
      if (value === (value | 0)) continue
      if (Number.isSafeInteger(value)) {
        changed ??= values.slice()
        changed[k] = BigInt(value)
      } else if (value > minInt32 && value < maxInt32 && value - Math.floor(value) < Number.EPSILON) {
        changed ??= values.slice()
        changed[k] = String(value)
      }
    } else if (typeof value === 'string' && value.includes('\0')) {
      throw new StorageError('invalid_text', 'A text with a NUL character cannot be stored or searched.')
    }
  }
  return changed ?? values
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Value is too large to be represented')

function readingBigInts(statement: StatementSyncInstance, read: () => SqlValue[][]): SqlValue[][] {
  statement.setReadBigInts(true)
  try {
    return read().map(withoutBigInts)
  } finally {
    statement.setReadBigInts(false)
  }
}

function withoutBigInts(row: SqlValue[]): SqlValue[] {
  for (let k = 0; k < row.length; k++) {
    const value = row[k]
    if (typeof value === 'bigint') {
      const number = Number(value)
      row[k] = Number.isSafeInteger(number) ? number : String(value)
    }
  }
  return row
}
