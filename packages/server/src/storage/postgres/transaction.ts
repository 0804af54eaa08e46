import type { PoolClient } from 'pg'
import { JournaledSchemaEditor } from '../journal/journaled-schema-editor.js'
import { id, join, type Sql, type SqlValue, sql } from '../sql.js'
import type { SchemaEditor, Transaction, WriteOptions } from '../storage.js'
import { ask } from './connection.js'
import { storageErrorOf } from './errors.js'
import { postgresJournalTriggers } from './journal-triggers.js'
import { PostgresReader } from './reader.js'
import { PostgresSchemaEditor } from './schema-editor.js'
import { renewStatistics } from './statistics.js'

/** The protocol counts the values of a statement with 16 bits. */
const maxValues = 60_000

/** A transaction of its own connection; refuses what comes after its end. */
export class PostgresTransaction extends PostgresReader implements Transaction {
  readonly #tables: PostgresSchemaEditor | undefined
  readonly #schema: SchemaEditor | undefined
  #ended = false
  /**
   * Why a statement failed: PostgreSQL then stores nothing of the transaction, whatever its work makes of the
   * failure.
   */
  #failure: { readonly error: unknown } | undefined
  #savepoints = 0
  readonly #seal: (() => Promise<string>) | undefined
  /** Statements sent side by side wait in a queue: a connection does one at a time. */
  #queue: Promise<void> = Promise.resolve()
  /** How many rows were inserted, so that text indexes can be looked after. */
  inserted = 0
  /** How many rows were written since the last set of changes ended. */
  #written = 0

  /**
   * @param options `replaces`: the transaction fills an empty schema, and foreign keys are added at its end;
   *   `seal`: the statement that ends a set of changes, `''` where there is no journal
   */
  constructor(
    client: PoolClient,
    schemaName: string,
    options: WriteOptions & { readonly replaces?: boolean; readonly seal?: () => Promise<string> },
  ) {
    super(
      async (work) => {
        const done = this.#queue.then(() => {
          // Checked again before it runs: the connection may have another user by then.
          if (this.#ended) throw new Error('The transaction has ended; nothing more can be asked of it.')
          return work(client)
        })
        this.#queue = done.then(
          () => undefined,
          (error: unknown) => {
            this.#failure ??= { error }
          },
        )
        return done
      },
      schemaName,
      // A plan that has become stale would end the transaction.
      false,
    )
    this.#seal = options.seal
    if (!options.schema) return
    this.#tables = new PostgresSchemaEditor(this, schemaName, options.replaces ? [] : undefined)
    this.#schema = new JournaledSchemaEditor(this.#tables, postgresJournalTriggers(this, schemaName), this)
  }

  get schema(): SchemaEditor {
    if (!this.#schema) throw new Error('The transaction was not opened with { schema: true }.')
    return this.#schema
  }

  /** Makes and checks the foreign keys that waited. */
  async addPostponedKeys(): Promise<void> {
    await this.#tables?.addPostponed()
  }

  /**
   * From now on every statement is refused. @returns what made a statement fail, even when the work went on
   * regardless
   */
  end(): { readonly error: unknown } | undefined {
    this.#ended = true
    return this.#failure
  }

  /** Waits for the statement that is on its way: to be called after the end, before others ask. */
  async atRest(): Promise<void> {
    await this.#queue
  }

  async run(statement: Sql): Promise<number> {
    const { rowCount } = await this.withConnection((client) =>
      ask(client, this.schemaName, statement, { prepared: false }),
    )
    this.#written += rowCount ?? 0
    return rowCount ?? 0
  }

  /** Text that is SQL, several statements at once; for changes of shape, which carry no values. */
  async script(text: string): Promise<void> {
    try {
      await this.withConnection((client) => client.query(text))
    } catch (error) {
      throw storageErrorOf(error)
    }
  }

  async runMany(statement: Sql, rows: readonly (readonly SqlValue[])[]): Promise<number> {
    let changed = 0
    for (const values of rows) changed += await this.run({ text: statement.text, values })
    return changed
  }

  async insert(table: string, values: Readonly<Record<string, SqlValue>>): Promise<number> {
    const columns = Object.keys(values)
    const [created] = await this.insertMany(table, columns, [columns.map((column) => values[column] ?? null)])
    return created as number
  }

  async insertMany(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<number[]> {
    const ids: number[] = []
    const step = Math.max(1, Math.floor(maxValues / Math.max(1, columns.length)))
    for (let start = 0; start < rows.length; start += step) {
      const part = rows.slice(start, start + step)
      const created = await this.all<{ id: number }>(insertion(table, columns, part))
      for (const row of created) ids.push(row.id)
    }
    this.inserted += rows.length
    this.#written += rows.length
    if (columns.includes('id')) await this.keepAhead(table, ids)
    return ids
  }

  /** Ids that were given explicitly are never handed out again. */
  private async keepAhead(table: string, ids: readonly number[]): Promise<void> {
    const highest = ids.reduce((max, one) => Math.max(max, one), 0)
    const sequence = sql`pg_get_serial_sequence(${`"${this.schemaName}"."${table}"`}, ${'id'})`
    await this.all(
      sql`SELECT setval(${sequence}::regclass, greatest(${highest}::bigint, coalesce(pg_sequence_last_value(${sequence}::regclass), 1)))`,
    )
  }

  async endChangeSet(): Promise<void> {
    const text = await this.seal()
    if (text) await this.script(text)
  }

  /**
   * The statement that ends the set of changes; `''` where there is no journal.
   *
   * @throws what made a statement fail, even when the work went on regardless
   */
  async seal(): Promise<string> {
    if (this.#failure) throw this.#failure.error
    const text = await this.#seal?.()
    if (!text) return ''
    await renewStatistics(this, this.schemaName, this.#written)
    this.#written = 0
    return text
  }

  /** The engine's own indexes follow by themselves. */
  async remakeTextIndex(): Promise<void> {}

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`
    await this.script(`SAVEPOINT ${name}`)
    try {
      const result = await work()
      await this.script(`RELEASE SAVEPOINT ${name}`)
      return result
    } catch (error) {
      await this.script(`ROLLBACK TO SAVEPOINT ${name}; RELEASE SAVEPOINT ${name}`)
      this.#failure = undefined
      throw error
    }
  }
}

function insertion(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Sql {
  if (columns.length === 0) return sql`INSERT INTO ${id(table)} DEFAULT VALUES RETURNING "id"`
  const tuples = rows.map((row) => sql`(${join(row)})`)
  return sql`INSERT INTO ${id(table)} (${join(columns.map((column) => id(column)))}) VALUES ${join(tuples)} RETURNING "id"`
}
