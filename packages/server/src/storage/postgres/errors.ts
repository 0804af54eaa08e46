import { StorageError, type StorageProblem } from '../storage.js'

/** What is told of a statement that was stopped. */
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
  '57014': 'timeout',
  '55P03': 'timeout',
  '53100': 'disk_full',
  '53300': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '08000': 'unavailable',
  '08003': 'unavailable',
  '08006': 'unavailable',
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** A plan made for another shape of the table: the statement must be prepared anew. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The refusal that an error of the driver stands for; the error itself when a caller cannot act on it. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error
  const code = codeOf(error)
  const isLost = /connection terminated|connection timeout|timeout exceeded when trying to connect/i.test(
    error.message,
  )
  const problem =
    code !== undefined && networkCodes.has(code)
      ? 'unavailable'
      : (problems[code ?? ''] ?? (isLost ? 'unavailable' : undefined))
  if (problem === undefined) return error
  const constraint = problem === 'unique' ? uniqueColumns(error) : undefined
  return new StorageError(problem, error.message, {
    cause: error,
    ...(constraint === undefined ? {} : { constraint }),
  })
}

/** `finds.code, finds.trench` out of `Key (code, trench)=(…) already exists.` */
function uniqueColumns(error: Error): string | undefined {
  const { table, detail, constraint } = error as Error & {
    table?: string
    detail?: string
    constraint?: string
  }
  const columns = /^Key \((.*?)\)=\(/.exec(detail ?? '')?.[1]
  if (table === undefined || columns === undefined) return constraint
  return columns
    .split(', ')
    .map((column) => `${table}.${column.replaceAll('"', '')}`)
    .join(', ')
}
