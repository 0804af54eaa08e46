import { columnsOfIds, jsonRows } from '../json-rows.js'
import { id, join, keyword, type Sql, type SqlValue, sql } from '../sql.js'
import type { JsonColumn, JsonRows, Reader } from '../storage.js'
import { ask } from './connection.js'
import type { WithConnection } from './connection-pool.js'

/**
 * Integers beyond 2^53 go out as text, as they do in rows: JSON's readers would take them for the next
 * fraction.
 */
export const mayHoldHugeInteger = /:-?\d{16}/

const jsonList = keyword("'[' || coalesce(string_agg(row_to_json(q)::text, ','), '') || ']'")

/** A query for the rows of another one, as the text of a JSON list in one column. */
export const rowsAsJson = (query: Sql): Sql => sql`SELECT ${jsonList} FROM (${query}) q`

/** Reading through connections of the pool, or through the one of a transaction. */
export class PostgresReader implements Reader {
  constructor(
    protected readonly withConnection: WithConnection,
    protected readonly schemaName: string,
    private readonly prepared: boolean,
  ) {}

  async all<Row>(query: Sql): Promise<Row[]> {
    const { rows } = await this.withConnection((client) =>
      ask(client, this.schemaName, query, { prepared: this.prepared }),
    )
    return rows
  }

  async get<Row>(query: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(query))[0]
  }

  async json(query: Sql, columns: readonly JsonColumn[]): Promise<JsonRows> {
    const lists = columnsOfIds(columns).map(
      ({ name }, k) => sql`string_agg(${id('q', name)}::text, ',') AS ${id(`ids${k}`)}`,
    )
    const row = await this.get<Record<string, SqlValue>>(
      sql`SELECT ${join([sql`${jsonList} AS list`, ...lists])} FROM (${query}) q`,
    )
    const text = String(row?.['list'] ?? '[]')
    const rows = mayHoldHugeInteger.test(text) ? JSON.stringify(await this.all(query)) : text
    return jsonRows(
      Buffer.from(rows),
      columns,
      lists.map((_, k) => row?.[`ids${k}`]),
    )
  }
}
