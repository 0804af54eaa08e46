import { AppError } from './errors.js'
import { lazyPool } from './lazy-pool.js'
import type { Message } from './message.js'

/** Work that would keep the accepting thread from everybody else, and what it may cost. */
export interface ThreadedWork {
  /** The file whose default export does one task. */
  readonly worker: URL
  readonly maxThreads: number
  /** How many tasks may wait for a free thread. */
  readonly maxWaiting: number
  /** Memory that a thread may use. */
  readonly mebibytes: number
  /** The message when there is too much of it. */
  readonly refusal: Message
}

/** Threads that were idle for so long end, and give their memory back. */
const idleMs = 60_000

/**
 * Threads for one kind of work: the first who asks starts them, and a task that takes too long ends with its
 * thread.
 *
 * @returns does one task: `limitMs`, waiting for a free thread included. It throws `overloaded` when the task
 *   takes longer, needs too much memory, or too many wait already, and what the worker throws.
 */
export function boundedThreads<Task, Result>({
  worker,
  maxThreads,
  maxWaiting,
  mebibytes,
  refusal,
}: ThreadedWork): (task: Task, limitMs: number) => Promise<Result> {
  const threads = lazyPool<Task, Result>({
    filename: worker.href,
    maxThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: mebibytes },
  })
  const overloaded = (detail: string, cause?: unknown): AppError =>
    new AppError('overloaded', { ...refusal, detail, cause })
  return async (task, limitMs) => {
    const pool = await threads()
    // The pool's own bound does not count those that wait and can be given up.
    if (pool.queueSize >= maxWaiting) throw overloaded('busy')
    const limit = AbortSignal.timeout(limitMs)
    try {
      return await pool.run(task, { signal: limit })
    } catch (error) {
      if (limit.aborted) throw overloaded('timeout', error)
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw overloaded('memory', error)
      throw error
    }
  }
}
