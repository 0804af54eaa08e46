import { Piscina } from 'piscina'
import { AppError } from '../../errors.js'
import type { JobName } from './matrix-jobs.js'
import type { MatrixTask } from './matrix-worker.js'

const mostThreads = 2
const mostWaiting = 64
/** Threads that nobody needed for so long end, and give their memory back. */
const idleMs = 60_000

let pool: Piscina<MatrixTask, Uint8Array> | undefined

/** The first who asks starts the threads. */
function threads(): Piscina<MatrixTask, Uint8Array> {
  pool ??= new Piscina<MatrixTask, Uint8Array>({
    filename: new URL('./matrix-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: mostThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  return pool
}

/**
 * Lets a thread work on the rows of a matrix, and ends the thread when it takes too long.
 *
 * @param limitMs waiting for a free thread included
 * @throws `overloaded` when it takes longer, needs too much memory, or too many wait already
 */
export async function workOnMatrix<Job extends JobName>(
  task: MatrixTask<Job>,
  limitMs: number,
): Promise<Uint8Array> {
  // The pool's own bound does not count those that wait and can be given up.
  if (threads().queueSize >= mostWaiting) throw overloaded('busy')
  const limit = AbortSignal.timeout(limitMs)
  try {
    return await threads().run(task, { signal: limit })
  } catch (error) {
    if (limit.aborted) throw overloaded('timeout', error)
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw overloaded('memory', error)
    throw error
  }
}

const overloaded = (detail: string, cause?: unknown): AppError =>
  new AppError('overloaded', {
    text: 'This matrix takes longer than the service allows. Narrow it by a filter, or try again later.',
    detail,
    cause,
  })
