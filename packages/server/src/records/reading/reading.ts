import { AppError } from '../../errors.js'
import { Limiter } from '../../limiter.js'
import { message } from '../../message.js'
import type { Database } from '../../storage/storage.js'
import { memoizeByDatabase } from '../../storage/weak-memoize.js'

/** A reading that goes on as long as its reader takes what it gives. */
export interface Reading<T> extends AsyncIterable<T> {
  /** Ends it wherever it is; nothing happens when it has ended. */
  end(): void
}

/**
 * Each reading keeps a connection and a state of the database: more of them at once would leave the others
 * none.
 */
const maxConcurrent = 4
const limiterOf = memoizeByDatabase((_db: Database) => new Limiter(maxConcurrent))

/** A caller who takes nothing for so long will not come back. */
const patience = 5 * 60_000

/**
 * Begins to read: what can fail fails here, before the first byte of an answer.
 *
 * @param patienceMs how long a batch may lie untaken before the reading is ended, with an error for the
 *   caller that comes back
 * @throws `overloaded` when as many exports are running as the application can bear
 */
export async function beginReading<T>(
  db: Database,
  batches: AsyncIterable<T>,
  patienceMs = patience,
): Promise<Reading<T>> {
  const release = limiterOf(db).tryAcquire()
  if (!release) {
    throw new AppError('overloaded', message('exports_running', {}))
  }
  const source = batches[Symbol.asyncIterator]()
  let ended: 'taken' | 'left' | 'forgotten' | undefined
  const end = (how: typeof ended): void => {
    if (ended) return
    ended = how
    release()
    source.return?.().catch(() => undefined)
  }
  async function next(): Promise<IteratorResult<T>> {
    try {
      const result = await source.next()
      if (result.done) end('taken')
      return result
    } catch (error) {
      end('taken')
      throw error
    }
  }
  async function* take(first: IteratorResult<T>): AsyncGenerator<T> {
    for (let batch = first; !batch.done; batch = await next()) {
      const timer = setTimeout(() => end('forgotten'), patienceMs).unref()
      try {
        yield batch.value
      } finally {
        clearTimeout(timer)
      }
      if (ended === 'forgotten') throw new AppError('overloaded', message('file_not_taken', {}))
    }
  }
  const taking = take(await next())
  return { [Symbol.asyncIterator]: () => taking, end: () => end('left') }
}
