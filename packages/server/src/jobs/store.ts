import type { JobPhase } from '@trowel/contract/jobs.js'
import { id, join, sql } from '../storage/sql.js'
import type { Database, Reader, Transaction } from '../storage/storage.js'

export interface JobRow {
  readonly id: number
  readonly kind: string
  readonly state: 'running' | 'done' | 'failed'
  /** Who began it. */
  readonly owner: string
  /** The process that works on it. */
  readonly node: string
  /** Until when that process is believed to live, Unix milliseconds. */
  readonly lease_until: number
  /** What it is doing, as far as it tells. */
  readonly phase: JobPhase | null
  readonly done: number
  readonly total: number
  /** JSON. */
  readonly result: string | null
  /** JSON. */
  readonly error: string | null
  /** Unix milliseconds. */
  readonly started_at: number
  readonly ended_at: number | null
}

const jobs = id('sys_jobs')

export const insertJob = (
  tx: Transaction,
  job: Omit<JobRow, 'id' | 'state' | 'phase' | 'done' | 'result' | 'error' | 'ended_at'>,
): Promise<number> => tx.insert('sys_jobs', { ...job, state: 'running', done: 0 })

export const selectJob = (reader: Reader, jobId: number): Promise<JobRow | undefined> =>
  reader.get<JobRow>(sql`
    SELECT "id", "kind", "state", "owner", "node", "lease_until", "phase", "done", "total", "result", "error", "started_at", "ended_at"
    FROM ${jobs} WHERE "id" = ${jobId}`)

/** A job of this kind that is worked on. */
export const selectRunning = (reader: Reader, kind: string): Promise<Pick<JobRow, 'id'> | undefined> =>
  reader.get<Pick<JobRow, 'id'>>(
    sql`SELECT "id" FROM ${jobs} WHERE "kind" = ${kind} AND "state" = 'running' ORDER BY "id" LIMIT 1`,
  )

/** The process still lives, and has come so far. */
export const renewLease = (
  db: Database,
  job: Pick<JobRow, 'id' | 'node' | 'lease_until' | 'phase' | 'done'>,
): Promise<number> =>
  db.writeApart(sql`
    UPDATE ${jobs} SET "lease_until" = ${job.lease_until}, "phase" = ${job.phase}, "done" = ${job.done}
    WHERE "id" = ${job.id} AND "node" = ${job.node} AND "state" = 'running'`)

/** @returns 0 when another process declared it failed meanwhile */
export const endJob = (
  tx: Transaction,
  job: Pick<JobRow, 'id' | 'node' | 'state' | 'done' | 'result' | 'error'> & { readonly at: number },
): Promise<number> =>
  tx.run(sql`
    UPDATE ${jobs} SET "state" = ${job.state}, "done" = ${job.done}, "result" = ${job.result}, "error" = ${job.error},
      "ended_at" = ${job.at}
    WHERE "id" = ${job.id} AND "node" = ${job.node} AND "state" = 'running'`)

/**
 * Jobs whose lease is not between `now` and `latest` failed, but for those that this process works on.
 * @returns how many
 */
export const failAbandoned = (
  tx: Transaction,
  { now, latest, error, own }: { now: number; latest: number; error: string; own: readonly number[] },
): Promise<number> =>
  tx.run(sql`
    UPDATE ${jobs} SET "state" = 'failed', "error" = ${error}, "ended_at" = ${now}
    WHERE "state" = 'running' AND NOT "lease_until" BETWEEN ${now} AND ${latest}
      AND "id" NOT IN (${join([0, ...own])})`)

export const deleteOldJobs = (tx: Transaction, before: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${jobs} WHERE "state" <> 'running' AND "ended_at" < ${before}`)
