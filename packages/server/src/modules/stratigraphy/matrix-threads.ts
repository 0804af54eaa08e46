import { boundedThreads } from '../../bounded-threads.js'
import type { MatrixTask } from './matrix-worker.js'

/** Works on the rows of a matrix. */
export const workOnMatrix = boundedThreads<MatrixTask, Uint8Array>({
  worker: new URL('./matrix-worker.js', import.meta.url),
  maxThreads: 2,
  maxWaiting: 64,
  mebibytes: 1024,
  refusal: 'This matrix takes longer than the service allows. Narrow it by a filter, or try again later.',
})
