import { JournaledSchemaEditor } from '../journal/journaled-schema-editor.js'
import { type ChangeAuthor, noAuthor } from '../journal/seal.js'
import type { Sql, SqlValue } from '../sql.js'
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
import { insertionText, jsonRowsOf, textOf } from './sql-text.js'
import { emptyTextIndex } from './text-index-tables.js'
import type { Results, Step } from './writer-protocol.js'

/** Sends one step of this transaction to the writer thread. */
export type Send = <S extends Step>(step: S) => Promise<Results[S['do']]>

const rowsPerStep = 1_000

/** The accepting thread's end of a transaction, whose steps the writer thread does. */
export class SqliteTransaction implements Transaction {
  readonly #send: Send
  readonly #schema: SchemaEditor | undefined
  readonly #author: ChangeAuthor
  #savepoints = 0
  #ended = false
  /** Why a statement failed: from then on there is nothing to be done but to undo, as PostgreSQL has it. */
  #failure: { readonly error: unknown } | undefined

  constructor(send: Send, options: { readonly schema: boolean; readonly author?: ChangeAuthor }) {
    this.#send = send
    this.#author = options.author ?? noAuthor
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

  async run(statement: Sql): Promise<number> {
    return this.#step({ do: 'run', text: textOf(statement), values: statement.values })
  }

  async runMany(statement: Sql, rows: readonly (readonly SqlValue[])[]): Promise<number> {
    let changes = 0
    const text = textOf(statement)
    const done = await this.#inParts(rows, (part) => this.#step({ do: 'many', text, rows: part }))
    for (const each of done) changes += each
    return changes
  }

  insert(table: string, values: Readonly<Record<string, SqlValue>>): Promise<number> {
    const text = insertionText(table, Object.keys(values), 1)
    return this.#step({ do: 'insert', text, values: Object.values(values) })
  }

  async insertMany(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<number[]> {
    const done = await this.#inParts(rows, (part) =>
      this.#step({ do: 'insertMany', table, columns, rows: part }),
    )
    return done.flat()
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

  async endChangeSet(): Promise<void> {
    await this.#step({ do: 'seal', author: this.#author })
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

  async #inParts<Done>(
    rows: readonly (readonly SqlValue[])[],
    send: (part: readonly (readonly SqlValue[])[]) => Promise<Done>,
  ): Promise<Done[]> {
    const steps: Promise<Done>[] = []
    for (let k = 0; k < rows.length; k += rowsPerStep) {
      steps.push(send(rows.slice(k, k + rowsPerStep)))
      if (steps.length % 4 === 0) await steps[steps.length - 4]
    }
    return Promise.all(steps)
  }

  async #step<S extends Step>(step: S): Promise<Results[S['do']]> {
    if (this.#ended) throw new StorageError('unavailable', 'The transaction has ended.')
    // Work that sends statements side by side may hear of this one first: it is told the same reason.
    if (this.#failure) throw this.#failure.error
    try {
      return await this.#send(step)
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }
}
