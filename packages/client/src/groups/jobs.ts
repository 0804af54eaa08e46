import type { Job, JobReply, JobStartedReply } from '@trowel/contract/jobs.js'
import { ApiError } from '../errors.js'
import { pause } from '../retry.js'
import type { CallOptions, Transport } from '../transport.js'

/** What a request answers that may be made to go on in the background. */
export type Outcome<Body extends { readonly background?: boolean | null | undefined }, Reply> = Body extends {
  readonly background: true
}
  ? typeof JobStartedReply
  : Body extends { readonly background: boolean }
    ? Reply | typeof JobStartedReply
    : Reply

export interface WaitOptions extends CallOptions {
  /** Called whenever the job has got further. */
  readonly onProgress?: ((job: Job) => void) | undefined
  /** How often is asked, in milliseconds; 500 by default. */
  readonly every?: number | undefined
}

/** Work that goes on after the answer to the request that began it. */
export const jobsOf = ({ send, answer, noteChangeSet }: Transport) => ({
  /** How far it is. Known to the caller that began it, and to administrators. */
  read: (id: number, options?: CallOptions) => send<typeof JobReply>('GET /api/jobs/:id', [id], options),

  /**
   * Waits for the end of a job, and tells the change set that it made. Giving up does not stop it.
   * @returns the job, with the `result` that the request would have answered
   * @throws ApiError as the request would have thrown
   */
  async wait(id: number, { onProgress, every = 500, ...options }: WaitOptions = {}): Promise<Job> {
    for (let done = -1; ; ) {
      const { reply, headers } = await answer<typeof JobReply>('GET /api/jobs/:id', [id], options)
      const { job } = reply
      if (job.done !== done) onProgress?.(job)
      done = job.done
      if (job.state === 'failed') {
        throw new ApiError({ status: 200, headers }, { status: 'error', ...job.error, errors: job.errors })
      }
      if (job.state === 'done') {
        const made = setMade(job)
        if (made !== undefined)
          noteChangeSet(made, job.kind === 'undo' ? undoing : 'GET /api/jobs/:id', options)
        return job
      }
      options.signal?.throwIfAborted()
      await pause(every, options.signal)
    }
  },
})

/** The route that is told with the change set of an undo: programs that offer undo leave these out. */
const undoing = 'POST /api/change-set/:id/undo'

/** The id of the change set that a job made; the result of an undo has the set itself. */
function setMade({ result }: Job): number | undefined {
  const made = result?.change_set
  const id = typeof made === 'object' && made !== null && 'id' in made ? made.id : made
  return typeof id === 'number' ? id : undefined
}
