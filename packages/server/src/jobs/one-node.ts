import { setTimeout as sleep } from 'node:timers/promises'
import { ownerKey } from '../access/principal.js'
import { AppError, type ErrorFacts } from '../errors.js'
import type { RequestScope } from '../http/scope.js'
import { abandoned } from './abandoned-jobs.js'
import { begin, failOver, isOver, type Jobs, noteJob } from './leased-work.js'
import { type JobRow, selectJob, selectRunning } from './store.js'

const lookMs = 250

/**
 * Does what only one node is to do at a time, and answers what came of it. Who wants the same meanwhile on
 * another node waits and is answered the same; where the node that works on it died, one of those that wait
 * does it.
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
  jobs: Jobs,
  { db, principal }: RequestScope,
  kind: string,
): Promise<{ readonly jobId: number; readonly isNew: boolean }> {
  return db.write(async (tx) => {
    const now = Date.now()
    await failOver(jobs, tx, db.app, abandoned)
    const known = await selectRunning(tx, kind)
    if (known) return { jobId: known.id, isNew: false }
    const facts = { kind, owner: ownerKey(principal), total: 1, started_at: now }
    return { jobId: await noteJob(tx, jobs, facts), isNew: true }
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
  // Its end is noted before anybody is answered: a caller after that begins anew.
  await ended
  return doing as Promise<T>
}

/** Waits until a job of another node has ended. @returns `undefined` when it never will */
async function endOf({ db }: RequestScope, jobId: number): Promise<JobRow | undefined> {
  for (;;) {
    const row = await selectJob(db.quick, jobId)
    if (row?.state !== 'running') return row
    if (isOver(row.lease_until, Date.now())) return undefined
    await sleep(lookMs)
  }
}

function refusalIn(error: string): AppError {
  const { code, status: _status, ...facts } = JSON.parse(error) as ErrorFacts & { code: AppError['code'] }
  return new AppError(code, facts)
}
