import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobPhase } from '@trowel/contract/jobs.js'
import { AppError } from '../errors.js'
import { asAppError } from '../http/error-reply.js'
import type { RequestScope } from '../http/scope.js'
import { message } from '../message.js'
import { selectOpenSet } from '../storage/journal/change-set-store.js'
import { StorageError, type Transaction } from '../storage/storage.js'
import { deleteOldJobs, endJob, failAbandoned, insertJob, renewLease } from './store.js'

/** The jobs of this process. */
export interface Jobs {
  /** Names this process among all nodes. */
  readonly node: string
  /** By application and id. */
  readonly running: Map<string, RunningJob>
  /** Applications in which abandoned jobs are being looked for. */
  readonly sweeping: Set<string>
}

interface RunningJob {
  readonly app: string
  readonly jobId: number
  phase: JobPhase | null
  done: number
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** What work is handed that goes on in the background. */
export interface JobHandle {
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal
  progress(done: number, phase?: JobPhase): void
  /**
   * Ends the job in the transaction that does its work: both happen or neither. The result names the change
   * set, unless it says of itself what was changed.
   * @throws `conflict` when the job was given up meanwhile, because its process seemed dead
   */
  finish(tx: Transaction, result: Readonly<Record<string, unknown>>): Promise<void>
}

export const openJobs = (): Jobs => ({ node: randomUUID(), running: new Map(), sweeping: new Set() })

const leaseMs = 60_000
/**
 * No lease reaches so far: the clock that it was given by has been set back since, or it is of another node
 * whose clock is that far ahead.
 */
const maxAheadMs = 5 * leaseMs
const renewalMs = 20_000
/** So soon other nodes see how far a job is. */
const progressMs = 1000
/** Jobs that ended are kept for so long. */
const cachedMs = 30 * 24 * 3_600_000

/**
 * Notes a job that this process takes on.
 *
 * @param facts what it does, in a word; for whom; and what its progress counts up to
 * @returns its id
 */
export async function noteJob(
  tx: Transaction,
  { node }: Jobs,
  facts: {
    readonly kind: string
    readonly owner: string
    readonly total: number
    readonly started_at: number
  },
): Promise<number> {
  await deleteOldJobs(tx, facts.started_at - cachedMs)
  return insertJob(tx, { ...facts, node, lease_until: facts.started_at + leaseMs })
}

/** A job of this process, while it runs. */
export const runningJob = ({ running }: Jobs, app: string, jobId: number): RunningJob | undefined =>
  running.get(keyOf(app, jobId))

/** Is the lease of a job over, or further ahead than any lease reaches? Then its process counts as dead. */
export const isOver = (leaseUntil: number, now: number): boolean =>
  leaseUntil < now || leaseUntil > now + maxAheadMs

/** Fails the jobs whose lease is over. Those that this process runs stay, whatever its clock says. */
export function failOver({ running }: Jobs, tx: Transaction, app: string, error: string): Promise<number> {
  const now = Date.now()
  const own = [...running.values()].filter((job) => job.app === app).map(({ jobId }) => jobId)
  return failAbandoned(tx, { now, latest: now + maxAheadMs, error, own })
}

const keyOf = (app: string, jobId: number): string => `${app}/${jobId}`

/** Begins to work on a job that was noted, and renews its lease until its end is noted, too. */
export function begin(
  jobs: Jobs,
  scope: RequestScope,
  jobId: number,
  work: (job: JobHandle) => Promise<void>,
): RunningJob {
  const key = keyOf(scope.db.app, jobId)
  const running: RunningJob = {
    app: scope.db.app,
    jobId,
    phase: null,
    done: 0,
    stop: new AbortController(),
    // Begun in a later turn, when it can be found.
    ended: Promise.resolve().then(() => run(jobs, scope, jobId, running, work)),
  }
  jobs.running.set(key, running)
  void running.ended.finally(() => jobs.running.delete(key))
  return running
}

async function run(
  { node }: Jobs,
  { db, log }: RequestScope,
  jobId: number,
  running: RunningJob,
  work: (job: JobHandle) => Promise<void>,
): Promise<void> {
  let renewing: Promise<unknown> = Promise.resolve()
  let isRenewing = false
  let stored = { phase: running.phase, done: running.done, lease_until: Date.now() + leaseMs }
  const renewal = setInterval(() => {
    const { phase, done } = running
    const isStored = stored.phase === phase && stored.done === done
    // Also where the clock was set back.
    const isDue = Math.abs(Date.now() - (stored.lease_until - leaseMs)) >= renewalMs
    if (isRenewing || (isStored && !isDue)) return
    isRenewing = true
    stored = { phase, done, lease_until: Date.now() + leaseMs }
    // Apart from the writes of the job itself: its transaction does not touch the row before its end.
    renewing = renewLease(db, { id: jobId, node, ...stored })
      .catch((error: unknown) => log.warn({ err: error, job: jobId }, 'the lease of a job was not renewed'))
      .finally(() => {
        isRenewing = false
      })
  }, progressMs)
  renewal.unref()
  try {
    await work({
      signal: running.stop.signal,
      progress: (done, phase) => {
        running.done = done
        running.phase = phase ?? null
      },
      finish: async (tx, result) => {
        const set = (await selectOpenSet(tx)) ?? db.watched?.watch.changeSet
        const named = JSON.stringify(set === undefined ? result : { change_set: set, ...result })
        const end = { id: jobId, node, done: running.done, result: named, error: null }
        if ((await endJob(tx, { ...end, state: 'done', at: Date.now() })) === 0) throw givenUp()
      },
    })
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, job: jobId }, 'a job failed')
    const { body } = asAppError(error)
    const end = { id: jobId, node, done: running.done, result: null, error: JSON.stringify(body) }
    const noteEnd = () => db.write((tx) => endJob(tx, { ...end, state: 'failed', at: Date.now() }))
    await whenThereAgain(noteEnd, running.stop.signal).catch((cause: unknown) =>
      log.error({ err: cause, job: jobId }, 'the end of a job was not noted'),
    )
  } finally {
    clearInterval(renewal)
    await renewing
  }
}

/** Does it once more each second while the database cannot be reached, until the lease would have run out. */
async function whenThereAgain(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (let tries = leaseMs / 1000; ; tries--) {
    try {
      await work()
      return
    } catch (error) {
      const isAway = error instanceof StorageError && error.problem === 'unavailable'
      if (!isAway || tries <= 0 || signal.aborted) throw error
      await sleep(1000, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

const givenUp = (): AppError => new AppError('conflict', message('job_given_up', {}))

/** Asks every job of this process to end, and waits until all have. */
export async function stopJobs({ running }: Jobs): Promise<void> {
  const all = [...running.values()]
  for (const { stop } of all) stop.abort()
  await Promise.allSettled(all.map(({ ended }) => ended))
}
