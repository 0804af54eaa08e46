import { JournaledSchemaEditor } from '../journal/journaled-schema-editor.js'
import { id, join, keyword, type Sql, type SqlValue, sql } from '../sql.js'
import {
  type JsonColumn,
  type JsonRows,
  type SchemaEditor,
  StorageError,
  type Transaction,
} from '../storage.js'
import { toObject, toObjects } from './connection.js'
import { sqliteJournalTriggers } from './journal-triggers.js'
import { SqliteSchemaEditor } from './schema-editor.js'
import { jsonRowsOf, textOf } from './sql-text.js'
import { emptyTextIndex } from './text-index-tables.js'
import type { Results, Step } from './writer-protocol.js'

/** Sends one step of this transaction to the writer thread. */
export type Send = <S extends Step>(step: S) => Promise<Results[S['do']]>

const rowsPerStep = 1_000

/** The accepting thread's end of a transaction, whose steps the writer thread does. */
export class SqliteTransaction implements Transaction {
  readonly #send: Send
  readonly #schema: SchemaEditor | undefined
  #savepoints = 0
  #ended = false
  /** Why a statement failed: from then on there is nothing to be done but to undo, as PostgreSQL has it. */
  #failure: { readonly error: unknown } | undefined

  constructor(send: Send, options: { readonly schema: boolean }) {
    this.#send = send
    this.#schema = options.schema
      ? new JournaledSchemaEditor(new SqliteSchemaEditor(this), sqliteJournalTriggers(this), this)
      : undefined
  }

  get schema(): SchemaEditor {
    if (!this.#schema) throw new Error('The transaction was not opened with { schema: true }.')
    return this.#schema
  }

  async all<Row>(query: Sql): Promise<Row[]> {
    return toObjects<Row>(await this.#step({ do: 'all', text: textOf(query), values: query.values }))
  }

  async get<Row>(query: Sql): Promise<Row | undefined> {
    const { names, rows } = await this.#step({ do: 'all', text: textOf(query), values: query.values })
    return rows[0] && (toObject(names, rows[0]) as Row)
  }

  async json(query: Sql, columns: readonly JsonColumn[]): Promise<JsonRows> {
    return jsonRowsOf(
      await this.#step({ do: 'json', text: textOf(query), values: query.values, columns }),
      columns,
    )
  }

  run(statement: Sql): Promise<number> {
    return this.#step({ do: 'run', text: textOf(statement), values: statement.values })
  }

  async runMany(statement: Sql, rows: readonly (readonly SqlValue[])[]): Promise<number> {
    let changes = 0
    for (const done of await this.#many(textOf(statement), rows)) changes += done.changes
    return changes
  }

  insert(table: string, values: Readonly<Record<string, SqlValue>>): Promise<number> {
    const statement = insertion(table, Object.keys(values), Object.values(values))
    return this.#step({ do: 'insert', text: textOf(statement), values: statement.values })
  }

  async insertMany(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<number[]> {
    const statement = insertion(
      table,
      columns,
      columns.map(() => null),
    )
    const ids: number[] = []
    for (const done of await this.#many(textOf(statement), rows)) for (const each of done.ids) ids.push(each)
    return ids
  }

  remakeTextIndex(table: string): Promise<void> {
    return emptyTextIndex(this, table)
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const depth = ++this.#savepoints
    const name = `inner_${depth}`
    await this.#step({ do: 'exec', text: `SAVEPOINT ${name}` })
    try {
      const result = await work()
      this.#close(depth)
      await this.#step({ do: 'exec', text: `RELEASE ${name}` })
      return result
    } catch (error) {
      if (this.#savepoints === depth) this.#savepoints--
      if (!this.#ended) {
        await this.#send({ do: 'exec', text: `ROLLBACK TO ${name}` })
        await this.#send({ do: 'exec', text: `RELEASE ${name}` })
        this.#failure = undefined
      }
      throw error
    }
  }

  #close(depth: number): void {
    if (this.#savepoints !== depth) throw new Error('Savepoints of one transaction must not overlap.')
    this.#savepoints--
  }

  /**
   * From now on every statement is refused. @returns what made a statement fail, even when `work` went on
   * regardless
   */
  end(): { readonly error: unknown } | undefined {
    this.#ended = true
    return this.#failure
  }

  async #many(text: string, rows: readonly (readonly SqlValue[])[]): Promise<Results['many'][]> {
    const steps: Promise<Results['many']>[] = []
    for (let k = 0; k < rows.length; k += rowsPerStep) {
      steps.push(this.#step({ do: 'many', text, rows: rows.slice(k, k + rowsPerStep) }))
      if (steps.length % 4 === 0) await steps[steps.length - 4]
    }
    return Promise.all(steps)
  }

  async #step<S extends Step>(step: S): Promise<Results[S['do']]> {
    if (this.#ended) throw new StorageError('unavailable', 'The transaction has ended.')
    if (this.#failure) {
      throw new Error('An earlier statement of the transaction failed.', { cause: this.#failure.error })
    }
    try {
      return await this.#send(step)
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }
}

function insertion(table: string, columns: readonly string[], values: readonly SqlValue[]): Sql {
  if (columns.length === 0) return keyword(`INSERT INTO ${textOf(id(table))} DEFAULT VALUES`)
  return sql`INSERT INTO ${id(table)} (${join(columns.map((name) => id(name)))}) VALUES (${join(values)})`
}
