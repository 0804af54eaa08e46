import { id, join, sql } from '../sql.js'
import type { TextIndexedTable } from '../storage.js'
import { ask, textOf } from './connection.js'
import type { Lend } from './connection-pool.js'

/** Fewer rows are searched through faster than an index is worth. */
const smallTable = 2000

export interface IndexLog {
  error(facts: object, message: string): void
}

interface TextIndexOptions {
  readonly app: string
  readonly schemaName: string
  readonly trigrams: boolean
  readonly log: IndexLog | undefined
}

interface ColumnRow {
  /** The name of its index: it stays when table or column are renamed, and goes with the column. */
  readonly index: string
  readonly table: string
  readonly column: string
  /** `null` when there is none yet, 0 when its making was interrupted. */
  readonly valid: number | null
}

/** Makes trigram indexes over the folded texts of larger tables in the background, while people go on writing. */
export class TextIndexes {
  #tables: readonly TextIndexedTable[] = []
  #work: Promise<void> = Promise.resolve()
  #waiting = false
  #closed = false

  constructor(
    private readonly lend: Lend,
    private readonly options: TextIndexOptions,
  ) {}

  maintain(tables: readonly TextIndexedTable[]): void {
    this.#tables = tables
    this.look()
  }

  /** Looks once whether an index is due; when it is looking already, once more afterwards. */
  look(): void {
    if (!this.options.trigrams || this.#waiting || this.#closed) return
    this.#waiting = true
    this.#work = this.#work.then(async () => {
      this.#waiting = false
      try {
        await this.#makeMissing()
      } catch (error) {
        if (!this.#closed)
          this.options.log?.error({ err: error, app: this.options.app }, 'text index not made')
      }
    })
  }

  settled(): Promise<void> {
    return this.#work
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#work
  }

  async #makeMissing(): Promise<void> {
    const missing = await this.#missing()
    const large = await this.#largeOf(new Set(missing.map(({ table }) => table)))
    for (const column of missing) {
      if (this.#closed) return
      if (large.has(column.table)) await this.#make(column)
    }
  }

  /** Of all tables at once: this is asked at every change of the configuration. */
  async #missing(): Promise<ColumnRow[]> {
    if (this.#tables.length === 0) return []
    const wanted = new Map(this.#tables.map(({ table, columns }) => [table, columns]))
    const rows = await this.#all<ColumnRow>(sql`
      SELECT 'trgm_' || t.oid || '_' || a.attnum AS index, t.relname AS table, a.attname AS column, x.indisvalid AS valid
      FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND NOT a.attisdropped
        LEFT JOIN pg_class i ON i.relnamespace = t.relnamespace AND i.relname = ('trgm_' || t.oid || '_' || a.attnum)::name
        LEFT JOIN pg_index x ON x.indexrelid = i.oid
      WHERE t.relname IN (${join([...wanted.keys()])}) AND t.relnamespace = ${this.options.schemaName}::regnamespace`)
    return rows.filter(({ table, column, valid }) => valid !== 1 && wanted.get(table)?.includes(column))
  }

  async #largeOf(tables: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (tables.size === 0) return new Set()
    const each = [...tables].map(
      (table) =>
        sql`SELECT ${table}::text AS name WHERE EXISTS (SELECT 1 FROM ${id(table)} OFFSET ${smallTable})`,
    )
    const large = await this.#all<{ name: string }>(join(each, ' UNION ALL '))
    return new Set(large.map(({ name }) => name))
  }

  /** One node makes it; the others find it made. Outside a transaction, so that nobody waits. */
  async #make({ index, table, column, valid }: ColumnRow): Promise<void> {
    const { schemaName } = this.options
    await this.lend(async (client) => {
      const lock = sql`hashtext(${`trowel index ${schemaName} ${index}`})`
      const prepared = false
      const { rows } = await ask(client, schemaName, sql`SELECT pg_try_advisory_lock(${lock}) AS mine`, {
        prepared,
      })
      if ((rows[0] as { mine: number }).mine !== 1) return
      try {
        await client.query('SET statement_timeout = 0')
        if (valid === 0) await client.query(textOf(sql`DROP INDEX CONCURRENTLY IF EXISTS ${id(index)}`))
        await client.query(
          textOf(sql`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${id(index)} ON ${id(table)}
            USING gin (trowel_fold(${id(column)}) gin_trgm_ops)`),
        )
        // Without it the planner does not know how rare a text is.
        await client.query(textOf(sql`ANALYZE ${id(table)}`))
      } finally {
        await client.query('RESET statement_timeout')
        await ask(client, schemaName, sql`SELECT pg_advisory_unlock(${lock})`, { prepared })
      }
    })
  }

  async #all<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
    const { rows } = await this.lend((client) =>
      ask(client, this.options.schemaName, query, { prepared: false }),
    )
    return rows
  }
}
