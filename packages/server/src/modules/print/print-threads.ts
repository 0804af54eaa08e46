import { Piscina } from 'piscina'
import { AppError } from '../../errors.js'
import type { PrintTask } from './print-worker.js'

const mostWaiting = 32
/** A thread that nobody needed for so long ends, and gives its memory back. */
const idleMs = 60_000

let pool: Piscina<PrintTask, void> | undefined

/** The first who prints starts the thread. There is one: whoever prints a catalogue leaves the other cores to those who read. */
function threads(): Piscina<PrintTask, void> {
  pool ??= new Piscina<PrintTask, void>({
    filename: new URL('./print-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  })
  return pool
}

/**
 * Lets a thread draw the pages, and ends it when it takes too long.
 *
 * @param limitMs waiting for its turn included
 * @throws `overloaded` when it takes longer, needs too much memory, or too many wait already
 */
export async function drawInThread(task: PrintTask, limitMs: number): Promise<void> {
  if (threads().queueSize >= mostWaiting) throw overloaded('busy')
  const limit = AbortSignal.timeout(limitMs)
  try {
    await threads().run(task, { signal: limit })
  } catch (error) {
    if (limit.aborted) throw overloaded('timeout', error)
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw overloaded('memory', error)
    throw error
  }
}

const overloaded = (detail: string, cause?: unknown): AppError =>
  new AppError('overloaded', {
    text: 'Printing this takes longer than the service allows. Narrow it by a filter, or try again later.',
    detail,
    cause,
  })
