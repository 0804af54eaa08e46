import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { rowWriters } from '../row-texts.js'
import type { SqlValue } from '../sql.js'
import { collectClosed } from './collect-closed.js'
import { inOrder } from './column-order.js'
import { Connection } from './connection.js'
import { toPlainError } from './errors.js'
import type {
  Batch,
  Query,
  ReadAnswer,
  ReadRequest,
  ReadResults,
  TextBatch,
  TextsRequest,
} from './reader-protocol.js'
import { jsonRowTextsOf, jsonTextOf } from './sql-text.js'

/** A thread for statements of unknown length. It does one request at a time, in the order they come. */

interface Opened {
  readonly connection: Connection
  shape: number
}

interface Texts {
  readonly write: (row: SqlValue[]) => string
  readonly between: string
}

interface Stream {
  readonly connection: Connection
  readonly names: readonly string[]
  readonly rows: Generator<SqlValue[]>
  /** Where it is answered as text: how each row is written, and what stands between. */
  readonly texts: Texts | undefined
  /** Is the connection its own, to be closed at its end? */
  readonly closes: boolean
}

const maxConnections = 16
const cacheKib = 8_192
const rowsPerBatch = 1_000
/** Characters of text after which a batch ends. */
const textPerBatch = 256 * 1024

const encoder = new TextEncoder()
const valuesAsText: Texts = { write: String, between: '' }
const connections = new Map<string, Opened>()
const streams = new Map<number, Stream>()
/** Connections that hold on to one state each. */
const states = new Map<number, Connection>()

// On Linux this is the priority of the calling thread: small reads on the accepting thread go first.
try {
  setPriority(10)
} catch {
  // Not allowed here: the threads share the processors evenly.
}

const stop = workerData as Int32Array
const open = (file: string): Connection => new Connection({ file, readOnly: true, cacheKib, stop })

function connectionOf({ file, shape }: Query): Connection {
  let opened = connections.get(file)
  if (opened) {
    connections.delete(file)
    if (opened.shape !== shape) opened.connection.forgetStatements()
    opened.shape = shape
  } else {
    opened = { connection: open(file), shape }
    if (connections.size >= maxConnections) {
      const [oldest] = connections.keys()
      if (oldest !== undefined) close(oldest)
    }
  }
  connections.set(file, opened)
  return opened.connection
}

function close(file: string): void {
  connections.get(file)?.connection.close()
  connections.delete(file)
}

function perform(request: ReadRequest): ReadResults[keyof ReadResults] {
  switch (request.do) {
    case 'all': {
      const connection = connectionOf(request)
      return connection.within(request.limitMs, () => connection.all(request.text, request.values))
    }
    case 'json': {
      const connection = connectionOf(request)
      const text = jsonTextOf(request.text, request.columns)
      return connection.within(request.limitMs, () => connection.firstRow(text, request.values))
    }
    case 'open':
      return openStream(request, (connection) => beginStream(connection, request, true))
    case 'openTexts':
      return openStream(request, (connection) => beginTexts(connection, request))
    case 'hold':
      return hold(request.state, request.file)
    case 'allOf': {
      const connection = stateOf(request.state)
      return connection.within(request.limitMs, () => connection.all(request.text, request.values))
    }
    case 'openOf':
      return beginStream(stateOf(request.state), request, false)
    case 'closeCursor':
      return closeCursor(request.state)
    case 'next':
      return nextBatch(request.stream, request.limitMs)
    case 'nextTexts':
      return nextTexts(request.stream, request.limitMs)
    case 'end':
      return endStream(request.stream)
    case 'close':
      close(request.file)
      collectClosed(request.isRemoved)
      return undefined
    case 'exit':
      return exit()
  }
}

/** A stream has a connection of its own: its open statement holds on to one state of the database. */
function openStream<First>(request: Query, begin: (connection: Connection) => First): First {
  const connection = open(request.file)
  try {
    return begin(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

function beginStream(
  connection: Connection,
  request: Query & { readonly stream: number },
  closes: boolean,
): Batch {
  const names = connection.columnsOf(request.text)
  const rows = connection.iterate(request.text, request.values)
  streams.set(request.stream, { connection, names, rows, texts: undefined, closes })
  return nextBatch(request.stream, request.limitMs)
}

/** The engine itself writes JSON faster. */
function beginTexts(connection: Connection, request: TextsRequest): TextBatch {
  const { each, between, columns } = request
  const text = each === 'json' ? jsonRowTextsOf(request.text, columns) : request.text
  const rows = connection.iterate(text, request.values)
  const write = each === 'json' ? ([json]: SqlValue[]) => String(json) : csvWriter(connection, request)
  streams.set(request.stream, { connection, names: [], rows, texts: { write, between }, closes: true })
  return nextTexts(request.stream, request.limitMs)
}

function csvWriter(connection: Connection, { text, columns }: TextsRequest): (row: SqlValue[]) => string {
  const order = inOrder(connection.columnsOf(text), columns)
  const write = rowWriters.csv(columns)
  return (row) => write(order(row))
}

/** The state is that of the first reading in a transaction. */
function hold(state: number, file: string): undefined {
  const connection = open(file)
  try {
    connection.exec('BEGIN')
    connection.value('SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    connection.close()
    throw error
  }
  states.set(state, connection)
}

function stateOf(state: number): Connection {
  const connection = states.get(state)
  if (!connection) throw new Error('The reading has ended.')
  return connection
}

function closeCursor(state: number): undefined {
  const connection = states.get(state)
  states.delete(state)
  for (const [number, stream] of streams) if (stream.connection === connection) endStream(number)
  // A closed connection lives on as long as one of its statements, until they are collected: what it looks at
  // must end with it.
  if (connection?.isTransaction) connection.exec('ROLLBACK')
  connection?.close()
}

/** Rows up to some number and size. @returns was it the last of them? */
function takeRows(number: number, limitMs: number, take: (row: SqlValue[]) => number): boolean {
  const stream = streams.get(number)
  if (!stream) throw new Error('The reading has ended.')
  try {
    return stream.connection.within(limitMs, () => {
      let characters = 0
      for (let taken = 0; taken < rowsPerBatch && characters < textPerBatch; taken++) {
        const step = stream.rows.next()
        if (step.done) {
          endStream(number)
          return true
        }
        characters += take(step.value)
      }
      return false
    })
  } catch (error) {
    endStream(number)
    throw error
  }
}

function nextBatch(number: number, limitMs: number): Batch {
  const rows: SqlValue[][] = []
  const names = streams.get(number)?.names ?? []
  const last = takeRows(number, limitMs, (row) => {
    rows.push(row)
    let characters = 0
    for (const value of row) if (typeof value === 'string') characters += value.length
    return characters
  })
  return { names, rows, last }
}

function nextTexts(number: number, limitMs: number): TextBatch {
  const { write, between } = streams.get(number)?.texts ?? valuesAsText
  const texts: string[] = []
  const last = takeRows(number, limitMs, (row) => {
    const text = write(row)
    texts.push(text)
    return text.length
  })
  return { text: encoder.encode(texts.join(between)), last }
}

function endStream(number: number): undefined {
  const stream = streams.get(number)
  streams.delete(number)
  stream?.rows.return(undefined)
  if (stream?.closes) stream.connection.close()
  return undefined
}

function exit(): undefined {
  for (const number of [...streams.keys()]) endStream(number)
  for (const state of [...states.keys()]) closeCursor(state)
  for (const file of [...connections.keys()]) close(file)
  parentPort?.close()
  return undefined
}

function answer(request: ReadRequest): ReadAnswer {
  try {
    return { value: perform(request) }
  } catch (error) {
    return { error: toPlainError(error) }
  }
}

/** Texts of many rows are handed over, all else is copied. */
const handedOver = (given: ReadAnswer): ArrayBuffer[] =>
  'value' in given && given.value && 'text' in given.value ? [given.value.text.buffer as ArrayBuffer] : []

parentPort?.on('message', (request: ReadRequest) => {
  const given = answer(request)
  parentPort?.postMessage(given, handedOver(given))
})
