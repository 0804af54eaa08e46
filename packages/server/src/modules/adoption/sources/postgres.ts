import pg from 'pg'
import { quoted } from '../../../storage/quote.js'
import { type Address, addressIn, connectionProblem, connectTimeoutMs } from './connection-problem.js'
import {
  exactInteger,
  inBatches,
  roundFloat32,
  type SourceColumn,
  type SourceConfig,
  type SourceDatabase,
  type SourceRow,
  type SourceValue,
} from './source.js'

/** @throws SourceProblem */
export async function openPostgresSource(config: SourceConfig): Promise<SourceDatabase> {
  const address = addressIn({ ...config, engine: 'pgsql' })
  const client = new pg.Client({
    ...address,
    application_name: 'trowel adopt',
    connectionTimeoutMillis: connectTimeoutMs,
    types: valueTypes,
  })
  // What breaks is said by the statement that was under way.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(
      `SELECT set_config(name, $1::json ->> lower(name), false) FROM pg_settings
       WHERE lower(name) IN (SELECT json_object_keys($1::json))`,
      [JSON.stringify(settings)],
    )
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return new PostgresSource(client, address)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw connectionProblem(error, address)
  }
}

/** What holds in the session, whatever else is said. Old servers do not know all of these. */
const settings = {
  bytea_output: 'hex',
  datestyle: 'ISO',
  // All digits of fractions; before PostgreSQL 12 it is not what is usual.
  extra_float_digits: '3',
  idle_in_transaction_session_timeout: '0',
  statement_timeout: '0',
  // Before there were zones, clocks differ from it by seconds, which no form of a moment has.
  timezone: 'UTC',
}

const oids = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701 }

const parsers: Readonly<Record<number, (text: string) => SourceValue>> = {
  [oids.bool]: (text) => text === 't',
  [oids.bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
  [oids.int8]: exactInteger,
  [oids.int4]: Number,
  [oids.int2]: Number,
  [oids.float4]: (text) => roundFloat32(Number(text)),
  [oids.float8]: Number,
}

/** Everything else as the server writes it, moments among it. */
const valueTypes = {
  getTypeParser: (oid: number): ((text: string) => SourceValue) => parsers[oid] ?? ((text: string) => text),
}

class PostgresSource implements SourceDatabase {
  readonly engine = 'pgsql'

  constructor(
    private readonly client: pg.Client,
    private readonly address: Address,
  ) {}

  async tables(): Promise<string[]> {
    const rows = await this.all(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
    )
    return rows.map(({ name }) => String(name))
  }

  async columns(table: string): Promise<SourceColumn[] | undefined> {
    const rows = await this.all(
      `SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
      table,
    )
    return rows.length === 0
      ? undefined
      : rows.map(({ name, type }) => ({ name: String(name), type: String(type) }))
  }

  async *rows(table: string): AsyncGenerator<SourceRow> {
    const from = `SELECT * FROM ${quoted(table)}`
    if (!(await this.hasId(table))) return yield* await this.all(from)
    yield* inBatches((limit, after) =>
      after === undefined
        ? this.all(`${from} ORDER BY "id" LIMIT $1`, limit)
        : this.all(`${from} WHERE "id" > $2 ORDER BY "id" LIMIT $1`, limit, after),
    )
  }

  async nextId(table: string): Promise<number | undefined> {
    if (!(await this.hasId(table))) return undefined
    const [column] = await this.all(
      "SELECT pg_get_serial_sequence(quote_ident(current_schema()) || '.' || quote_ident($1), 'id') AS sequence",
      table,
    )
    // The server quotes the name itself.
    const sequence = column?.['sequence']
    if (typeof sequence !== 'string') return undefined
    const [row] = await this.all(`SELECT last_value, is_called FROM ${sequence}`)
    return Number(row?.['last_value']) + (row?.['is_called'] === true ? 1 : 0)
  }

  async close(): Promise<void> {
    await this.client.end()
  }

  private async hasId(table: string): Promise<boolean> {
    return (await this.columns(table))?.some(({ name }) => name === 'id') ?? false
  }

  private async all(text: string, ...values: SourceValue[]): Promise<SourceRow[]> {
    try {
      return (await this.client.query<SourceRow>(text, values)).rows
    } catch (error) {
      throw connectionProblem(error, this.address)
    }
  }
}
