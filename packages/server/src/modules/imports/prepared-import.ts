import type { JobStartedReply } from '@trowel/contract/jobs.js'
import type { Static } from 'typebox'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import { type Jobs, startJob } from '../jobs/service.js'

/** An import that was found possible and has not begun. */
export interface PreparedImport<Result> {
  /** How many rows, features or pictures there are. */
  readonly total: number
  /** Is the caller not to wait for the end? */
  readonly background: boolean
  readonly dryRun: boolean
  run(watch: ImportWatch<Result>): Promise<Result>
}

/** Who looks on while an import runs. */
export interface ImportWatch<Result> {
  readonly onProgress: (done: number) => void
  /** What else belongs into the transaction. */
  readonly atEnd: (tx: Transaction, result: Result) => Promise<void>
  /** Ends the run; nothing is stored then. */
  readonly signal: AbortSignal | undefined
}

/**
 * Runs an import to its end, or begins it as a job, as its request asked.
 * @param reply the answer that tells its result
 */
export async function runOrStart<Result, Reply extends Readonly<Record<string, unknown>>>(
  jobs: Jobs,
  scope: RequestScope,
  kind: string,
  { total, background, dryRun, run }: PreparedImport<Result>,
  reply: (result: Result) => Reply,
): Promise<Reply | Static<typeof JobStartedReply>> {
  if (!background) {
    return reply(await run({ onProgress: () => {}, atEnd: async () => {}, signal: undefined }))
  }
  const job = await startJob(jobs, scope, { kind, total }, async ({ signal, progress, finish }) => {
    // The end of a dry run must not be undone with it.
    const atEnd = dryRun ? async () => {} : (tx: Transaction, result: Result) => finish(tx, reply(result))
    const result = await run({ onProgress: progress, atEnd, signal })
    if (dryRun) await scope.db.write((tx) => finish(tx, reply(result)))
  })
  return { status: 'success', code: 'job_started', job }
}
