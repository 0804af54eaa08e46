import { parentPort, workerData } from 'node:worker_threads'
import type { ChangeAuthor } from '../journal/seal.js'
import { StorageError } from '../storage.js'
import { collectClosed } from './collect-closed.js'
import { Connection } from './connection.js'
import { toPlainError } from './errors.js'
import { isJournaled, sealChanges } from './seal-changes.js'
import { insertionText, jsonTextOf } from './sql-text.js'
import { indexRows, mergeSegments } from './text-index-tables.js'
import type { Answer, Request, Results, Step } from './writer-protocol.js'

/** The one thread that writes. It keeps a connection for each database that was written lately. */

interface Session {
  readonly connection: Connection
  /** The open transaction; 0 when there is none. */
  transaction: number
  /** SQLite rolled everything back by itself, because of this. */
  broken: unknown
  schema: boolean
  /** Unknown after a change of shape, until somebody asks. */
  isJournaled: boolean | undefined
}

const maxSessions = 32
const cacheKib = 8_192
/** How long work in the background may take at a time while no request waits for the thread. */
const maxIndexingMs = 40
const maxRowsTogether = 20
const maxValuesTogether = 2_000
const urgent = workerData as Int32Array
const sessions = new Map<string, Session>()

function sessionOf(file: string): Session {
  let session = sessions.get(file)
  if (session) {
    sessions.delete(file)
  } else {
    session = {
      connection: new Connection({ file, readOnly: false, cacheKib }),
      transaction: 0,
      broken: undefined,
      schema: false,
      isJournaled: undefined,
    }
    for (const [other, candidate] of sessions) {
      if (sessions.size < maxSessions) break
      if (candidate.transaction !== 0) continue
      close(candidate)
      sessions.delete(other)
    }
  }
  sessions.set(file, session)
  return session
}

function perform(request: Request): Results[keyof Results] {
  const { file, transaction, step } = request
  if (step.do === 'exit') return exit()
  if (step.do === 'close') {
    const session = sessions.get(file)
    sessions.delete(file)
    if (session) close(session)
    collectClosed(step.isRemoved)
    return undefined
  }
  const session = sessionOf(file)
  if (step.do === 'begin') return begin(session, transaction, step.schema)
  if (session.transaction !== transaction) throw new StorageError('unavailable', 'The transaction has ended.')
  if (step.do === 'rollback') return rollback(session)
  if (session.broken !== undefined) throw session.broken
  try {
    if (step.do === 'commit') return commit(session)
    return step.do === 'seal' ? seal(session, step.author) : statement(session.connection, step)
  } catch (error) {
    // A full disk makes SQLite roll back the whole transaction, not the statement alone; and a savepoint that
    // cannot be undone must not be committed, nor changes that belong to no set.
    if (step.do === 'exec' || step.do === 'seal' || !session.connection.isTransaction) session.broken = error
    throw error
  }
}

/** Leaves everything in the database file itself, so that a copy of that alone has it all. */
function close({ connection }: Session): void {
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The next to open the database reads the rest from the log beside it.
  }
  connection.close()
}

function exit(): undefined {
  for (const session of sessions.values()) close(session)
  sessions.clear()
  parentPort?.close()
  return undefined
}

function begin(session: Session, transaction: number, schema: boolean): undefined {
  session.transaction = transaction
  session.broken = undefined
  session.schema = schema
  const { connection } = session
  connection.takeWritten()
  try {
    // Tables are rebuilt under their own name; what refers to them is checked at the end instead.
    if (schema) connection.exec('PRAGMA foreign_keys = OFF')
    connection.run('BEGIN IMMEDIATE')
  } catch (error) {
    session.broken = error
    throw error
  }
  return undefined
}

function seal(session: Session, author: ChangeAuthor): number | undefined {
  const { connection } = session
  if (session.schema) session.isJournaled = undefined
  session.isJournaled ??= isJournaled(connection)
  return session.isJournaled ? sealChanges(connection, author) : undefined
}

function commit(session: Session): string[] {
  const { connection } = session
  if (session.schema) {
    const [violation] = connection.objects<{ table: string; parent: string }>('PRAGMA foreign_key_check', [])
    if (violation) {
      throw new StorageError(
        'foreign_key',
        `Rows of "${violation.table}" refer to rows of "${violation.parent}" that do not exist.`,
        { constraint: violation.table },
      )
    }
  }
  connection.run('COMMIT')
  end(session)
  return connection.takeWritten()
}

function rollback(session: Session): undefined {
  if (session.connection.isTransaction) session.connection.run('ROLLBACK')
  end(session)
  return undefined
}

function end(session: Session): void {
  session.transaction = 0
  session.broken = undefined
  if (!session.schema) return
  session.schema = false
  session.isJournaled = undefined
  session.connection.forgetStatements()
  session.connection.exec('PRAGMA foreign_keys = ON')
}

function statement(connection: Connection, step: Step): Results[keyof Results] {
  switch (step.do) {
    case 'exec':
      connection.run(step.text)
      return undefined
    case 'all':
      return connection.all(step.text, step.values)
    case 'json':
      return connection.firstRow(jsonTextOf(step.text, step.columns), step.values)
    case 'run':
      return connection.run(step.text, step.values).changes
    case 'insert':
      return connection.run(step.text, step.values).lastId
    case 'many': {
      let changes = 0
      for (const values of step.rows) changes += connection.run(step.text, values).changes
      return changes
    }
    case 'insertMany':
      return insertRows(connection, step)
    case 'index':
      return indexRows(connection, step, isOver())
    case 'mergeIndex':
      return mergeSegments(connection, step.table, isOver())
    default:
      throw new Error(`Not a statement: ${step.do}.`)
  }
}

/** Says when work in the background has to stop. */
function isOver(): () => boolean {
  const end = performance.now() + maxIndexingMs
  return () => performance.now() > end || Atomics.load(urgent, 0) > 0
}

/**
 * Several rows in one statement: it costs two thirds of one for each row.
 * @returns their ids. Where the engine gives them, those of one statement follow each other:
 *   https://sqlite.org/autoinc.html
 */
function insertRows(
  connection: Connection,
  { table, columns, rows }: Extract<Step, { do: 'insertMany' }>,
): number[] {
  const ids: number[] = []
  const areGiven = columns.length === 0 || columns.includes('id')
  const together = areGiven ? 1 : Math.min(maxRowsTogether, Math.floor(maxValuesTogether / columns.length))
  let start = 0
  if (together > 1 && rows.length >= together) {
    const text = insertionText(table, columns, together)
    for (; start + together <= rows.length; start += together) {
      const { lastId } = connection.run(text, rows.slice(start, start + together).flat())
      for (let k = together - 1; k >= 0; k--) ids.push(lastId - k)
    }
  }
  const text = insertionText(table, columns, 1)
  for (; start < rows.length; start++) ids.push(connection.run(text, rows[start]).lastId)
  return ids
}

function answer(request: Request): Answer {
  try {
    return { value: perform(request) }
  } catch (error) {
    return { error: toPlainError(error) }
  }
}

parentPort?.on('message', (requests: readonly Request[]) => {
  parentPort?.postMessage(requests.map(answer))
})
