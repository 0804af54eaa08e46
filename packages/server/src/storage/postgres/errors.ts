import { StorageError, type StorageProblem } from '../storage.js'

/** Where errors of background work are written, which no caller hears of. */
export interface ErrorLog {
  error(facts: object, message: string): void
  info?(facts: object, message: string): void
}

/** The message of a statement that was stopped. */
export const timeIsOver = 'The time limit of the query is over.'

/** SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const problems: Readonly<Record<string, StorageProblem>> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23001': 'foreign_key',
  '42P07': 'exists',
  '22021': 'invalid_text',
  '54000': 'index_limit',
  '42P01': 'schema_changed',
  '42703': 'schema_changed',
  '42704': 'schema_changed',
  '42804': 'schema_changed',
  '42846': 'schema_changed',
  '42883': 'schema_changed',
  '22P02': 'schema_changed',
  '0A000': 'schema_changed',
  // A reader that stood in the way of a change of tables.
  '40P01': 'schema_changed',
  '40001': 'schema_changed',
  '57014': 'timeout',
  '55P03': 'timeout',
  '53100': 'disk_full',
  '53300': 'unavailable',
  '25P03': 'unavailable',
  // A prepared statement that is not there, or is there already: the connection has another session.
  '26000': 'unavailable',
  '42P05': 'unavailable',
}

/** The server shuts down or starts (57P…), or the connection to it failed (08…). */
const isOfLostConnection = (sqlState: string): boolean => /^(57P|08)/.test(sqlState)

/** https://nodejs.org/api/errors.html#common-system-errors, and those of looking up a name */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * What the driver says without a code of a connection that is gone, or that none was free or made in time.
 */
const lostMessages =
  /connection (terminated|timeout)|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable/i

/**
 * The table had another shape when the plan was made: the statement is prepared again. The message is in the
 * language of the server; the name of the server's own function is not.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery'

/** Two waited for each other, and this one was ended. */
export const isDeadlock = (error: unknown): boolean =>
  codeOf(error instanceof StorageError ? error.cause : error) === '40P01'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The refusal that an error of the driver stands for; the error itself when a caller cannot act on it. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error
  const problem = problemOf(error)
  if (problem === undefined) return error
  const constraint = problem === 'unique' ? uniqueColumns(error) : undefined
  return new StorageError(problem, error.message, {
    cause: error,
    ...(constraint === undefined ? {} : { constraint }),
  })
}

function problemOf(error: Error): StorageProblem | undefined {
  // A name with several addresses fails with the errors of all.
  if (error instanceof AggregateError) {
    return error.errors.every((each) => each instanceof Error && problemOf(each) === 'unavailable')
      ? 'unavailable'
      : undefined
  }
  const code = codeOf(error)
  if (code === undefined) return lostMessages.test(error.message) ? 'unavailable' : undefined
  if (networkCodes.has(code) || isOfLostConnection(code)) return 'unavailable'
  return problems[code]
}

/** Can the connection that failed so not be used any more? */
export const isLost = (error: unknown): error is StorageError =>
  error instanceof StorageError && (error.problem === 'unavailable' || error.problem === 'outcome_unknown')

/** `finds.code, finds.trench` out of `Key (code, trench)=(…) already exists.`, in any language. */
function uniqueColumns(error: Error): string | undefined {
  const { table, detail, constraint } = error as Error & {
    table?: string
    detail?: string
    constraint?: string
  }
  const columns = /\((.*?)\)=\(/.exec(detail ?? '')?.[1]
  if (table === undefined || columns === undefined) return constraint
  return columns
    .split(', ')
    .map((column) => `${table}.${column.replaceAll('"', '')}`)
    .join(', ')
}
