import type { RowTexts } from '../row-texts.js'
import type { Sql, SqlValue } from '../sql.js'
import type { JsonColumn, Snapshot } from '../storage.js'
import { inOrder } from './column-order.js'
import { toObjects } from './connection.js'
import type { ReaderPool, ReaderThread } from './reader-pool.js'
import type { Batch, Query, ReadRequest, ReadResults } from './reader-protocol.js'
import { readHandmade, readStoredTables } from './stored-tables.js'

let streams = 0
let states = 0

/** Reading much of one database file, in batches that all show the same state of it. */
export class CursorRows {
  /** @param asked a query as it is sent to a thread */
  constructor(
    private readonly readers: ReaderPool,
    private readonly file: string,
    private readonly limitMs: number,
    private readonly asked: (query: Sql) => Query,
  ) {}

  /** The rows of a query, with their values in the order of `columns`. */
  async *stream(query: Sql, columns: readonly JsonColumn[]): AsyncGenerator<SqlValue[][]> {
    const stream = ++streams
    const { thread, answer } = await this.take({ do: 'open', stream, ...this.asked(query) })
    const order = inOrder(answer.names, columns)
    for await (const rows of this.rowsOf(thread, stream, answer)) yield rows.map(order)
  }

  /** The same rows as text, which the thread writes. */
  async *streamTexts(
    query: Sql,
    columns: readonly JsonColumn[],
    texts: RowTexts,
  ): AsyncGenerator<Uint8Array> {
    const stream = ++streams
    const { thread, answer } = await this.take({
      do: 'openTexts',
      stream,
      columns,
      ...texts,
      ...this.asked(query),
    })
    const ask = () => this.readers.askThread(thread, { do: 'nextTexts', stream, limitMs: this.limitMs })
    for await (const { text } of this.batches(thread, stream, answer, ask)) if (text.length > 0) yield text
  }

  /**
   * Several queries of the same state: one thread holds on to it for all the time, and does other work in
   * between.
   */
  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const state = ++states
    const { thread } = await this.take({ do: 'hold', state, file: this.file })
    try {
      const reader = {
        all: async <Row>(query: Sql) =>
          toObjects<Row>(await this.readers.askThread(thread, { do: 'allOf', state, ...this.asked(query) })),
      }
      const tables = await readStoredTables(reader)
      const handmade = await readHandmade(reader)
      return await work({ tables, handmade, stream: (query) => this.streamOf(thread, state, query) })
    } finally {
      this.readers.askThread(thread, { do: 'closeCursor', state }).catch(() => undefined)
    }
  }

  private async *streamOf(thread: ReaderThread, state: number, query: Sql): AsyncGenerator<SqlValue[][]> {
    const stream = ++streams
    const request = { do: 'openOf', state, stream, ...this.asked(query) } as const
    yield* this.rowsOf(thread, stream, await this.readers.askThread(thread, request))
  }

  private async *rowsOf(thread: ReaderThread, stream: number, first: Batch): AsyncGenerator<SqlValue[][]> {
    const ask = () => this.readers.askThread(thread, { do: 'next', stream, limitMs: this.limitMs })
    for await (const { rows } of this.batches(thread, stream, first, ask)) if (rows.length > 0) yield rows
  }

  /** Asks whichever thread is free first, and tells which one it was. */
  private async take<R extends ReadRequest>(
    request: R,
  ): Promise<{ readonly thread: ReaderThread; readonly answer: ReadResults[R['do']] }> {
    const taken: ReaderThread[] = []
    const answer = await this.readers.ask(request, (thread) => {
      taken.push(thread)
    })
    const [thread] = taken
    if (!thread) throw new Error('No thread has taken what was answered.')
    return { thread, answer }
  }

  /** @param ask asks for the next batch */
  private async *batches<B extends { readonly last: boolean }>(
    thread: ReaderThread,
    stream: number,
    first: B,
    ask: () => Promise<B>,
  ): AsyncGenerator<B> {
    let batch = first
    try {
      for (;;) {
        // The next batch is read while the consumer has this one.
        const next = batch.last ? undefined : ask()
        next?.catch(() => undefined)
        yield batch
        if (!next) return
        batch = await next
      }
    } finally {
      if (!batch.last) this.readers.askThread(thread, { do: 'end', stream }).catch(() => undefined)
    }
  }
}
