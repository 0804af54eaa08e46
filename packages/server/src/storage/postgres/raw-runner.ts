import type { Connection, FieldDef, PoolClient, Submittable } from 'pg'
import {
  type RawAnswer,
  RawRowsCollector,
  type RawStatement,
  RawStatementError,
  rawLimits,
} from '../raw-statement.js'
import type { SqlValue } from '../sql.js'
import { StorageError } from '../storage.js'
import { valueTypes } from './connection.js'
import type { ConnectionPool } from './connection-pool.js'
import { isLost, storageErrorOf, timeIsOver } from './errors.js'
import { elsewhereMessage, refuseReaching } from './raw-reach.js'
import { prepareRawRole, type RawRole } from './raw-role.js'
import { withTables } from './raw-shape.js'
import { searchPathOf } from './search-path.js'
import { lockShape } from './shape-lock.js'

interface Where {
  readonly pool: ConnectionPool
  readonly schemaName: string
  readonly limitMs: number
}

/** What PostgreSQL calls statements, where it refuses them in a transaction that only reads. */
const rowStatements = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE TABLE'])
const shapeStatements = new Set([
  'CREATE TABLE',
  'CREATE TABLE AS',
  'CREATE INDEX',
  'ALTER TABLE',
  'DROP TABLE',
  'DROP INDEX',
])

/**
 * How much longer than its time limit a statement may take before its connection is ended from another one.
 */
const graceMs = 2_000

/**
 * Runs a statement of a person. It is tried in a transaction that only reads; what PostgreSQL refuses there
 * because it would write is run again under the write lock.
 *
 * @param begin begins a transaction that writes
 * @param commit ends it; `unseen`: tables that lost columns, or are gone
 * @throws RawStatementError
 */
export async function runRaw(
  where: Where,
  statement: RawStatement,
  withWriteLock: (work: () => Promise<RawAnswer>) => Promise<RawAnswer>,
  begin: (client: PoolClient) => Promise<void>,
  commit: (client: PoolClient, unseen: readonly string[]) => Promise<void>,
): Promise<RawAnswer> {
  const attempt = await onConnection(where, (client) => tryReading(client, where, statement))
  if ('answer' in attempt) return attempt.answer
  const { role, fields, writes } = attempt
  return withWriteLock(() =>
    onConnection(where, async (client) => {
      const changesShape = shapeStatements.has(writes)
      await begin(client)
      if (changesShape) await lockShape(client, where.schemaName)
      await look(client, where)
      const work = () => run(client, role, statement, fields)
      if (!changesShape) {
        const answer = await work()
        await commit(client, [])
        return 'rows' in answer ? { ...answer, wrote: true } : answer
      }
      const { result: answer, unseen } = await withTables(client, where.schemaName, role, statement, work)
      await commit(client, unseen)
      if ('rows' in answer) return { ...answer, wrote: true }
      return { affected: 0 }
    }),
  )
}

type Attempt =
  | { readonly answer: RawAnswer }
  | { readonly role: RawRole; readonly fields: readonly FieldDef[] | undefined; readonly writes: string }

async function tryReading(client: PoolClient, where: Where, statement: RawStatement): Promise<Attempt> {
  const role = await prepareRawRole(client, where.schemaName, statement)
  const fields = await examine(client, where, role, statement)
  // After its first statement a transaction that only reads cannot become another.
  await client.query('BEGIN READ ONLY; SELECT 1')
  await look(client, where)
  try {
    const answer = await run(client, role, statement, fields)
    if (fields) return { answer }
  } catch (error) {
    const writes = wouldWrite(error)
    if (writes === undefined) throw error
    const isShape = shapeStatements.has(writes) && fields === undefined && isItself(error, statement.text)
    const isRows = rowStatements.has(writes) && (fields !== undefined || isItself(error, statement.text))
    if (isShape || isRows) {
      if (statement.readsOnly) throw new RawStatementError('reads_only', 'The statement would write.')
      return { role, fields, writes }
    }
    throw new RawStatementError('not_allowed', messageOf(error))
  }
  throw new RawStatementError('not_allowed', 'It neither reads nor changes rows.')
}

/**
 * Nothing of the statement runs here.
 * @returns the columns that it will answer
 * @throws RawStatementError for what is not one statement, and for what reaches out of the application
 */
async function examine(
  client: PoolClient,
  where: Where,
  role: RawRole,
  statement: RawStatement,
): Promise<readonly FieldDef[] | undefined> {
  await client.query('BEGIN')
  await look(client, where)
  await client.query(`SET LOCAL ROLE "${role.name}"`)
  const fields = await describeStatement(client, statement.text)
  await client.query('SET LOCAL ROLE NONE')
  await refuseReaching(client, where.schemaName, statement)
  await client.query('ROLLBACK')
  return fields
}

async function look(client: PoolClient, { schemaName, limitMs }: Where): Promise<void> {
  await client.query(
    `SET LOCAL search_path TO ${searchPathOf(schemaName)}; SET LOCAL statement_timeout = ${limitMs}`,
  )
}

async function run(
  client: PoolClient,
  role: RawRole,
  { text }: RawStatement,
  fields: readonly FieldDef[] | undefined,
): Promise<RawAnswer> {
  const { rows } = await client.query<[string[] | string | null]>({
    text: `SELECT * FROM ${role.run}($1, $2, $3, $4)`,
    values: [text, fields !== undefined, rawLimits.rows, rawLimits.characters],
    rowMode: 'array',
  })
  if (!fields) return { affected: Number(rows[0]?.[0]?.[0] ?? 0) }
  const collector = new RawRowsCollector()
  for (const [row] of rows) {
    if (row === null || !collector.add((row as string[]).map((value, k) => readValue(value, fields[k])))) {
      collector.truncated = true
      break
    }
  }
  const columns = fields.map(({ name }) => name)
  return { columns, rows: collector.rows, truncated: collector.truncated, wrote: false }
}

const bool = 16
const bytea = 17

/** JSON spells two types otherwise than the server's own texts. */
function readValue(text: string | null, field: FieldDef | undefined): SqlValue {
  if (text === null || !field) return null
  if (field.dataTypeID === bool) return text === 'true' ? 1 : 0
  if (field.dataTypeID === bytea) return `<blob ${(text.length - 2) / 2} bytes>`
  return valueTypes.getTypeParser(field.dataTypeID)(text)
}

/** A connection of its own, which is closed afterwards whatever the statement made of it. */
function onConnection<T>(
  { pool, limitMs, schemaName }: Where,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return pool.withConnectionOnce(async (client) => {
    let isOver = false
    const timer = setTimeout(
      () => {
        isOver = true
        pool.terminate(client).catch(() => undefined)
      },
      2 * (limitMs + graceMs),
    )
    try {
      return await work(client)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw isOver
        ? new RawStatementError('timeout', timeIsOver, { cause: error })
        : refusalOf(error, schemaName)
    } finally {
      clearTimeout(timer)
    }
  })
}

interface ServerError extends Error {
  readonly code?: string
  readonly routine?: string
  readonly where?: string
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What PostgreSQL calls the statement that it refused because the transaction only reads. */
function wouldWrite(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, routine, message } = error as ServerError
  if (code !== '25006' || routine !== 'PreventCommandIfReadOnly') return undefined
  return /\b[A-Z]{2,}(?: [A-Z]+)*\b/.exec(message)?.[0] ?? ''
}

/** Was the statement itself refused, and not one within a block of code? */
function isItself(error: unknown, text: string): boolean {
  const { where = '' } = error as ServerError
  const place = where.indexOf(text)
  // Behind it is the quotation mark of the server's language, French with a blank, and one line more.
  const [, rest] = /^[^\n]{1,2}\n(.*)$/s.exec(where.slice(place + text.length)) ?? []
  return place >= 0 && !where.slice(0, place).includes('\n') && rest !== undefined && !rest.includes('\n')
}

/**
 * Codes of what is refused for its kind: no right to it, not within a function, not in a transaction, no rows
 * to be read.
 */
const refusedKinds = new Set(['42501', '0A000', '25001', '25006', '2D000', '42P11', '2F003', '3B001'])

function refusalOf(error: unknown, schemaName: string): unknown {
  if (error instanceof RawStatementError) return error
  const known = storageErrorOf(error)
  if (isLost(known) || (known instanceof StorageError && known.problem === 'replacing')) return known
  if (!(error instanceof Error)) return error
  const { code, routine, message } = error as ServerError
  if (code === '57014') return new RawStatementError('timeout', timeIsOver, { cause: error })
  if (code === '42601' && routine === 'exec_parse_message') {
    return new RawStatementError('several', message, { cause: error })
  }
  if (code === undefined) return error
  const elsewhere = elsewhereMessage(error, schemaName)
  if (elsewhere !== undefined) return new RawStatementError('not_allowed', elsewhere, { cause: error })
  return new RawStatementError(refusedKinds.has(code) ? 'not_allowed' : 'failed', message, { cause: error })
}

/** Asks the server what a statement would answer, without running it. */
class Description implements Submittable {
  fields: readonly FieldDef[] | undefined

  constructor(
    readonly text: string,
    readonly resolve: (fields: readonly FieldDef[] | undefined) => void,
    readonly reject: (error: Error) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields
  }

  handleError(error: Error): void {
    this.reject(error)
  }

  handleReadyForQuery(): void {
    this.resolve(this.fields)
  }
}

/** The columns of what the statement answers; `undefined` when it answers no rows. */
function describeStatement(client: PoolClient, text: string): Promise<readonly FieldDef[] | undefined> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject))
  })
}
