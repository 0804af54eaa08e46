import type { JobPhase, JobStartedReply } from '@trowel/contract/jobs.js'
import type { Static } from 'typebox'
import type { RequestScope } from '../http/scope.js'
import type { Transaction } from '../storage/storage.js'
import type { Jobs } from './leased-work.js'
import { startJob } from './service.js'

/** Work that was found possible and has not begun. */
export interface PreparedWork<Result> {
  /** What `onProgress` counts up to: rows, features, pictures. */
  readonly total: number
  /** Is the caller not to wait for the end? */
  readonly background: boolean
  /** Is nothing of it stored? */
  readonly dryRun: boolean
  run(watch: WorkWatch<Result>): Promise<Result>
}

/** Who looks on while it runs. */
export interface WorkWatch<Result> {
  readonly onProgress: (done: number, phase?: JobPhase) => void
  /** What else belongs into its transaction, the last one where it has several. */
  readonly atEnd: (tx: Transaction, result: Result) => Promise<void>
  /** Ends it: whatever its transaction held is not stored then. */
  readonly signal: AbortSignal | undefined
}

/** Without progress: the caller waits for the end. */
export const unwatched: WorkWatch<unknown> = {
  onProgress: () => {},
  atEnd: async () => {},
  signal: undefined,
}

/**
 * Does work to its end, or begins it as a job, as its request asked.
 * @param reply the answer that tells its result
 */
export async function runOrStart<Result, Reply extends Readonly<Record<string, unknown>>>(
  jobs: Jobs,
  scope: RequestScope,
  kind: string,
  { total, background, dryRun, run }: PreparedWork<Result>,
  reply: (result: Result) => Reply,
): Promise<Reply | Static<typeof JobStartedReply>> {
  if (!background) {
    return reply(await run(unwatched))
  }
  const job = await startJob(jobs, scope, { kind, total }, async ({ signal, progress, finish }) => {
    // The end of a dry run must not be undone with it.
    const atEnd = dryRun ? async () => {} : (tx: Transaction, result: Result) => finish(tx, reply(result))
    const result = await run({ onProgress: progress, atEnd, signal })
    if (dryRun) await scope.db.write((tx) => finish(tx, reply(result)))
  })
  return { status: 'success', code: 'job_started', job }
}
