import { boundedThreads } from '../../bounded-threads.js'
import type { PrintTask } from './print-worker.js'

/**
 * Draws the pages. There is one thread: a catalogue that is printed leaves the other cores to readers.
 */
export const drawInThread = boundedThreads<PrintTask, void>({
  worker: new URL('./print-worker.js', import.meta.url),
  maxThreads: 1,
  maxWaiting: 32,
  mebibytes: 768,
  refusal: 'Printing this takes longer than the service allows. Narrow it by a filter, or try again later.',
})
