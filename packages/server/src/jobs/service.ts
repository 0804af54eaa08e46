import type { Job } from '@trowel/contract/jobs.js'
import { isAdmin } from '../access/global-level.js'
import { ownerKey } from '../access/principal.js'
import { AppError } from '../errors.js'
import type { RequestScope } from '../http/scope.js'
import { wireTime } from '../http/wire-time.js'
import { message } from '../message.js'
import { sweepAbandoned } from './abandoned-jobs.js'
import { begin, isOver, type JobHandle, type Jobs, noteJob, runningJob } from './leased-work.js'
import { type JobRow, selectJob } from './store.js'

/**
 * Lets work go on after the answer. It is kept in the database, so that every node can tell how far it is;
 * the node that works on it holds a lease, and where that runs out the job has failed, and with it the
 * transaction it was in.
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
  const facts = { kind, owner: ownerKey(scope.principal), total, started_at: Date.now() }
  const jobId = await db.write((tx) => noteJob(tx, jobs, facts))
  begin(jobs, scope, jobId, work)
  return wireJob({
    ...facts,
    id: jobId,
    state: 'running',
    lease_until: 0,
    phase: null,
    done: 0,
    result: null,
    error: null,
    ended_at: null,
  })
}

/**
 * How far a job is: one's own, for admins any.
 * @throws `not_found`
 */
export async function readJob(jobs: Jobs, scope: RequestScope, jobId: number): Promise<Job> {
  const row = Number.isSafeInteger(jobId) ? await selectJob(scope.db.quick, jobId) : undefined
  const isOwn = row?.owner === ownerKey(scope.principal)
  if (!row || !(isOwn || isAdmin(scope.principal))) {
    throw new AppError('not_found', message('no_such_job', {}))
  }
  const running = runningJob(jobs, scope.db.app, jobId)
  if (row.state === 'running' && !running && isOver(row.lease_until, Date.now())) {
    void sweepAbandoned(jobs, scope.db, scope.log)
  }
  if (!running || row.state === 'failed') return wireJob(row)
  // What follows its commit belongs to the work: this node knows the table then that a job has made.
  const { phase, done } = running
  return wireJob({ ...row, state: 'running', phase, done, result: null, ended_at: null })
}

function wireJob({
  id,
  kind,
  state,
  phase,
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
    phase: state === 'running' ? phase : null,
    done,
    total,
    started: wireTime(started_at),
    ended: ended_at === null ? null : wireTime(ended_at),
    result: result === null ? null : (JSON.parse(result) as Record<string, unknown>),
    error: refusal,
    errors: refusal?.errors ?? [],
  }
}
