import { type Connection, createConnection, type FieldPacket, type RowDataPacket } from 'mysql2/promise'
import { type Address, addressIn, connectionProblem, connectTimeoutMs } from './connection-problem.js'
import { decodedText } from './decoded-text.js'
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

/** MySQL or MariaDB. @throws SourceProblem */
export async function openMysqlSource(config: SourceConfig): Promise<SourceDatabase> {
  const address = addressIn({ ...config, engine: 'mysql' })
  const { host, port, database, user, password } = address
  let connection: Connection | undefined
  try {
    connection = await createConnection({
      host,
      port,
      database,
      user,
      password,
      charset: 'utf8mb4',
      connectTimeout: connectTimeoutMs,
      // Moments have no zone there: any other form of them would be a guess.
      dateStrings: true,
      supportBigNumbers: true,
      jsonStrings: true,
    })
    // What breaks is said by the statement that was under way.
    connection.on('error', () => undefined)
    for (const setting of settings)
      await connection.query(`SET SESSION ${setting}`).catch((error: unknown) => passUnknown(error))
    await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
    return new MysqlSource(connection, address)
  } catch (error) {
    connection?.destroy()
    throw connectionProblem(error, address)
  }
}

/** What holds in the session, whatever server and user say. */
const settings = [
  // Values come as they are kept: no spaces are added to them, and a backslash in a statement escapes.
  "sql_mode = ''",
  'sql_big_selects = 1',
  'wait_timeout = 28800',
  // MySQL 8 tells numbers of yesterday otherwise.
  'information_schema_stats_expiry = 0',
  // The longest time of a statement, on MySQL and on MariaDB.
  'max_execution_time = 0',
  'max_statement_time = 0',
]

/** 1193 is ER_UNKNOWN_SYSTEM_VARIABLE, https://mariadb.com/kb/en/mariadb-error-codes/ */
function passUnknown(error: unknown): void {
  if (!(error instanceof Error && 'errno' in error && error.errno === 1193)) throw error
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

class MysqlSource implements SourceDatabase {
  readonly engine = 'mysql'

  constructor(
    private readonly connection: Connection,
    private readonly address: Address,
  ) {}

  async tables(): Promise<string[]> {
    const rows = await this.all(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name",
    )
    return rows.map(({ name }) => String(name))
  }

  async columns(table: string): Promise<SourceColumn[] | undefined> {
    const rows = await this.all(
      'SELECT column_name AS name, column_type AS type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position',
      table,
    )
    return rows.length === 0
      ? undefined
      : rows.map(({ name, type }) => ({ name: String(name), type: String(type) }))
  }

  async *rows(table: string): AsyncGenerator<SourceRow> {
    const columns = (await this.columns(table)) ?? []
    const singles = columns.filter(({ type }) => type.startsWith('float')).map(({ name }) => name)
    // The server prints no more than six digits of these, unless it computes with them.
    const whole = singles.map((name) => `, ${quoted(name)} + 0e0 AS ${quoted(name)}`).join('')
    const from = `SELECT *${whole} FROM ${quoted(table)}`
    const shortened = (row: SourceRow): SourceRow => withShortest(row, singles)
    if (!columns.some(({ name }) => name === 'id')) return yield* (await this.all(from)).map(shortened)
    yield* inBatches(async (limit, after) => {
      const rows =
        after === undefined
          ? this.all(`${from} ORDER BY \`id\` LIMIT ?`, limit)
          : this.all(`${from} WHERE \`id\` > ? ORDER BY \`id\` LIMIT ?`, after, limit)
      return (await rows).map(shortened)
    })
  }

  async nextId(table: string): Promise<number | undefined> {
    const [row] = await this.all(
      'SELECT auto_increment AS next FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?',
      table,
    )
    return typeof row?.['next'] === 'number' ? row['next'] : undefined
  }

  async close(): Promise<void> {
    await this.connection.end().catch(() => undefined)
  }

  /** Statements as text, for then the server prints fractions itself: 12.3, not 12.300000190734863. */
  private async all(text: string, ...values: SourceValue[]): Promise<SourceRow[]> {
    try {
      const [rows, fields] = await this.connection.query<RowDataPacket[]>(text, values)
      return rows.map((row) => sourceRow(row, fields))
    } catch (error) {
      throw connectionProblem(error, this.address)
    }
  }
}

/** @param singles columns of numbers that are kept in four bytes */
function withShortest(row: SourceRow, singles: readonly string[]): SourceRow {
  if (singles.length === 0) return row
  const short = (value: SourceValue | undefined): SourceValue =>
    typeof value === 'number' ? roundFloat32(value) : (value ?? null)
  return { ...row, ...Object.fromEntries(singles.map((name) => [name, short(row[name])])) }
}

/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const longlong = 8

const sourceRow = (row: RowDataPacket, fields: readonly FieldPacket[]): SourceRow =>
  Object.fromEntries(fields.map(({ name, columnType }) => [name, sourceValue(row[name], columnType)]))

function sourceValue(value: SourceValue, type: number | undefined): SourceValue {
  if (typeof value !== 'string') return value
  return type === longlong ? exactInteger(value) : decodedText(value)
}
