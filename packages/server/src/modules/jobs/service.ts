import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '@trowel/contract/jobs.js'
import { isAdmin } from '../../access/global-level.js'
import { ownerKey } from '../../access/principal.js'
import { AppError, type ErrorFacts } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import type { Database, Transaction } from '../../storage/storage.js'
import {
  deleteOldJobs,
  endJob,
  failAbandoned,
  insertJob,
  type JobRow,
  renewLease,
  selectJob,
  selectRunning,
} from './store.js'

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
  done: number
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** What work is handed that goes on in the background. */
export interface JobHandle {
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal
  progress(done: number): void
  /**
   * Ends the job in the transaction that does its work: both happen or neither.
   * @throws `conflict` when the job was given up meanwhile, because its process seemed dead
   */
  finish(tx: Transaction, result: Readonly<Record<string, unknown>>): Promise<void>
}

export const openJobs = (): Jobs => ({ node: randomUUID(), running: new Map(), sweeping: new Set() })

const leaseMs = 60_000
const renewalMs = 20_000
/** Jobs that ended are remembered for so long. */
const rememberedMs = 30 * 24 * 3_600_000

const keyOf = (app: string, jobId: number): string => `${app}/${jobId}`

/**
 * Lets work go on after the answer. It is kept in the database, so that every node can tell how far it is; whoever works on it
 * holds a lease, and where that runs out the job has failed, and with it the transaction it was in.
 *
 * @param kind what it does, in a word
 * @param total what `progress` counts up to
 */
export async function startJob(
  jobs: Jobs,
  scope: RequestScope,
  { kind, total }: { readonly kind: string; readonly total: number },
  work: (job: JobHandle) => Promise<void>,
): Promise<Job> {
  const { db } = scope
  const now = Date.now()
  const facts = { kind, owner: ownerKey(scope.principal), node: jobs.node, total, started_at: now }
  const jobId = await db.write(async (tx) => {
    await deleteOldJobs(tx, now - rememberedMs)
    return insertJob(tx, { ...facts, lease_until: now + leaseMs })
  })
  begin(jobs, scope, jobId, work)
  return wireJob({
    ...facts,
    id: jobId,
    state: 'running',
    lease_until: 0,
    done: 0,
    result: null,
    error: null,
    ended_at: null,
  })
}

function begin(
  jobs: Jobs,
  scope: RequestScope,
  jobId: number,
  work: (job: JobHandle) => Promise<void>,
): RunningJob {
  const key = keyOf(scope.db.app, jobId)
  const running: RunningJob = {
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
  const renewal = setInterval(() => {
    if (isRenewing) return
    isRenewing = true
    const lease = { id: jobId, node, done: running.done, lease_until: Date.now() + leaseMs }
    renewing = db
      .write((tx) => renewLease(tx, lease))
      .catch((error: unknown) => log.warn({ err: error, job: jobId }, 'the lease of a job was not renewed'))
      .finally(() => {
        isRenewing = false
      })
  }, renewalMs)
  renewal.unref()
  try {
    await work({
      signal: running.stop.signal,
      progress: (done) => {
        running.done = done
      },
      finish: async (tx, result) => {
        const end = { id: jobId, node, done: running.done, result: JSON.stringify(result), error: null }
        if ((await endJob(tx, { ...end, state: 'done', at: Date.now() })) === 0) throw givenUp()
      },
    })
  } catch (error) {
    const body = error instanceof AppError ? error.body : internalError
    if (!(error instanceof AppError)) log.error({ err: error, job: jobId }, 'a job failed')
    const end = { id: jobId, node, done: running.done, result: null, error: JSON.stringify(body) }
    await db
      .write((tx) => endJob(tx, { ...end, state: 'failed', at: Date.now() }))
      .catch((cause: unknown) => log.error({ err: cause, job: jobId }, 'the end of a job was not noted'))
  } finally {
    clearInterval(renewal)
    await renewing
  }
}

const internalError = new AppError('internal_error').body

const givenUp = (): AppError =>
  new AppError('conflict', {
    text: 'The job was given up, because its process gave no sign of life; nothing of it was stored.',
  })

const abandoned = JSON.stringify(
  new AppError('overloaded', {
    text: 'The process that worked on this ended before it was done; nothing of it was stored. Start it again.',
  }).body,
)

const lookMs = 250

/**
 * Does what only one node is to do at a time, and answers what came of it. Who wants the same meanwhile on another node waits and is
 * answered the same; where the node that works on it died, one of those that wait does it.
 *
 * @param kind what it does, in a word
 * @throws what the work throws
 */
export async function doOnOneNode<T extends Readonly<Record<string, unknown>>>(
  jobs: Jobs,
  scope: RequestScope,
  kind: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const { jobId, isNew } = await takeOn(jobs, scope, kind)
    if (isNew) return workOn(jobs, scope, jobId, work)
    const row = await endOf(scope, jobId)
    if (row?.state === 'done') return JSON.parse(row.result ?? '{}') as T
    if (row?.error && row.error !== abandoned) throw refusalIn(row.error)
  }
}

/** The job of this kind that is being worked on, or a new one. */
function takeOn(
  { node }: Jobs,
  { db, principal }: RequestScope,
  kind: string,
): Promise<{ readonly jobId: number; readonly isNew: boolean }> {
  return db.write(async (tx) => {
    const now = Date.now()
    await failAbandoned(tx, now, abandoned)
    const known = await selectRunning(tx, kind)
    if (known) return { jobId: known.id, isNew: false }
    await deleteOldJobs(tx, now - rememberedMs)
    const facts = { kind, owner: ownerKey(principal), node, total: 1, started_at: now }
    return { jobId: await insertJob(tx, { ...facts, lease_until: now + leaseMs }), isNew: true }
  })
}

async function workOn<T extends Readonly<Record<string, unknown>>>(
  jobs: Jobs,
  scope: RequestScope,
  jobId: number,
  work: () => Promise<T>,
): Promise<T> {
  let doing: Promise<T> | undefined
  const { ended } = begin(jobs, scope, jobId, async ({ progress, finish }) => {
    doing = work()
    const result = await doing
    progress(1)
    await scope.db.write((tx) => finish(tx, result))
  })
  // Its end is noted before anybody is answered: whoever asks after that begins anew.
  await ended
  return doing as Promise<T>
}

/** Waits until a job of another node has ended. @returns `undefined` when it never will */
async function endOf({ db }: RequestScope, jobId: number): Promise<JobRow | undefined> {
  for (;;) {
    const row = await selectJob(db.quick, jobId)
    if (row?.state !== 'running') return row
    if (row.lease_until < Date.now()) return undefined
    await sleep(lookMs)
  }
}

function refusalIn(error: string): AppError {
  const { code, status: _status, ...told } = JSON.parse(error) as ErrorFacts & { code: AppError['code'] }
  return new AppError(code, told)
}

/**
 * How far a job is: one's own, for admins any.
 * @throws `not_found`
 */
export async function readJob(jobs: Jobs, scope: RequestScope, jobId: number): Promise<Job> {
  const row = Number.isSafeInteger(jobId) ? await selectJob(scope.db.quick, jobId) : undefined
  const isOwn = row?.owner === ownerKey(scope.principal)
  if (!row || !(isOwn || isAdmin(scope.principal))) {
    throw new AppError('not_found', { text: 'There is no such job.' })
  }
  const running = jobs.running.get(keyOf(scope.db.app, jobId))
  if (row.state === 'running' && !running && row.lease_until < Date.now()) {
    void sweepAbandoned(jobs, scope.db, scope.log)
  }
  return wireJob(row.state === 'running' && running ? { ...row, done: running.done } : row)
}

/** Not waited for: as long as an import writes, its turn does not come, and the import may well be the job in question. */
async function sweepAbandoned({ sweeping }: Jobs, db: Database, log: RequestScope['log']): Promise<void> {
  if (sweeping.has(db.app)) return
  sweeping.add(db.app)
  try {
    await db.write((tx) => failAbandoned(tx, Date.now(), abandoned))
  } catch (error) {
    log.warn({ err: error, app: db.app }, 'abandoned jobs were not marked')
  } finally {
    sweeping.delete(db.app)
  }
}

function wireJob({
  id,
  kind,
  state,
  done,
  total,
  result,
  error,
  started_at,
  ended_at,
}: Omit<JobRow, 'owner' | 'node'>): Job {
  const refusal =
    error === null ? null : (JSON.parse(error) as NonNullable<Job['error']> & { errors?: Job['errors'] })
  return {
    id,
    kind,
    state,
    done,
    total,
    started: wireTime(started_at),
    ended: ended_at === null ? null : wireTime(ended_at),
    result: result === null ? null : (JSON.parse(result) as Record<string, unknown>),
    error: refusal,
    errors: refusal?.errors ?? [],
  }
}

/** Asks every job of this process to end, and waits until all have. */
export async function stopJobs({ running }: Jobs): Promise<void> {
  const all = [...running.values()]
  for (const { stop } of all) stop.abort()
  await Promise.allSettled(all.map(({ ended }) => ended))
}
