import { keyword, type Sql, sql } from '../sql.js'
import type { JsonColumn, Reader } from '../storage.js'
import { ask } from './connection.js'
import type { Lend } from './connection-pool.js'

const mayHoldHugeInteger = /:-?\d{16}/

/** Reading through connections of the pool, or through the one of a transaction. */
export class PostgresReader implements Reader {
  constructor(
    protected readonly lend: Lend,
    protected readonly schemaName: string,
    private readonly prepared: boolean,
  ) {}

  async all<Row>(query: Sql): Promise<Row[]> {
    const { rows } = await this.lend((client) =>
      ask(client, this.schemaName, query, { prepared: this.prepared }),
    )
    return rows
  }

  async get<Row>(query: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(query))[0]
  }

  async json(query: Sql, _columns: readonly JsonColumn[]): Promise<Uint8Array> {
    const list = sql`SELECT ${keyword("'[' || coalesce(string_agg(row_to_json(q)::text, ','), '') || ']'")} AS list FROM (${query}) q`
    const row = await this.get<{ list: string }>(list)
    const text = row?.list ?? '[]'
    // Integers beyond 2^53 go out as text, as they do in rows: JSON's readers would take them for the next
    // fraction.
    return Buffer.from(mayHoldHugeInteger.test(text) ? JSON.stringify(await this.all(query)) : text)
  }
}
