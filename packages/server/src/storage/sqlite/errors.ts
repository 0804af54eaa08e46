import { StorageError, type StorageProblem } from '../storage.js'

/** An error on its way from one thread to another: what of it must survive. */
export interface PlainError {
  readonly message: string
  readonly problem?: StorageProblem
  readonly constraint?: string
  readonly code?: string
}

/** What `trowel_tick` and `trowel_fold` throw when the time of a statement is over. */
export const timeIsOver = 'The time limit of the query is over.'

/** Result codes of SQLite, https://sqlite.org/rescode.html */
const codes = {
  busy: 5,
  locked: 6,
  interrupt: 9,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
  schema: 17,
  mismatch: 20,
  constraintForeignKey: 787,
  constraintPrimaryKey: 1555,
  constraintTrigger: 1811,
  constraintUnique: 2067,
  constraintRowid: 2579,
}

/** The refusal that an error of the driver stands for; the error itself when a caller cannot act on it. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error
  const { message } = error
  if (message === timeIsOver) return new StorageError('timeout', timeIsOver, { cause: error })
  const extended = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
  const problem = problemOf(extended, message)
  if (problem === undefined) return error
  const constraint = problem === 'unique' ? message.split('constraint failed: ')[1] : undefined
  return new StorageError(problem, message, {
    cause: error,
    ...(constraint === undefined ? {} : { constraint }),
  })
}

function problemOf(extended: number, message: string): StorageProblem | undefined {
  switch (extended) {
    case codes.constraintUnique:
    case codes.constraintPrimaryKey:
    case codes.constraintRowid:
      return 'unique'
    case codes.constraintForeignKey:
      return 'foreign_key'
    case codes.constraintTrigger: // ON DELETE RESTRICT comes as a trigger's refusal
      return message.includes('FOREIGN KEY') ? 'foreign_key' : undefined
  }
  switch (extended & 0xff) {
    case codes.full:
    case codes.ioError:
      return 'disk_full'
    case codes.corrupt:
    case codes.notADatabase:
      return 'damaged'
    case codes.interrupt:
      return 'timeout'
    case codes.busy:
    case codes.locked:
    case codes.cantOpen:
      return 'unavailable'
    case codes.schema:
    case codes.mismatch:
      return 'schema_changed'
  }
  // SQLite tells of names that are taken, or not there, in words only.
  if (/^there is already |already exists$/.test(message)) return 'exists'
  return /no such (table|column|index)|has no column named/.test(message) ? 'schema_changed' : undefined
}

/** An error as it travels between threads, which would lose its class. */
export function toPlainError(error: unknown): PlainError {
  const known = storageErrorOf(error)
  if (known instanceof StorageError) {
    const { message, problem, constraint } = known
    return { message, problem, ...(constraint === undefined ? {} : { constraint }) }
  }
  if (!(known instanceof Error)) return { message: String(known) }
  const code = 'code' in known && typeof known.code === 'string' ? known.code : undefined
  return { message: known.message, ...(code === undefined ? {} : { code }) }
}

export function fromPlainError(plain: PlainError): Error {
  const { message, problem, constraint, code } = plain
  if (problem !== undefined) {
    return new StorageError(problem, message, constraint === undefined ? {} : { constraint })
  }
  return code === undefined ? new Error(message) : Object.assign(new Error(message), { code })
}
