import { AppError } from '../errors.js'
import type { RequestScope } from '../http/scope.js'
import { message } from '../message.js'
import type { Database } from '../storage/storage.js'
import { failOver, type Jobs } from './leased-work.js'

/** How a job ended whose process died, as JSON text. */
export const abandoned = JSON.stringify(new AppError('overloaded', message('job_process_ended', {})).body)

/**
 * Not waited for: as long as an import writes, its turn does not come, and the import may well be the job in
 * question.
 */
export async function sweepAbandoned(jobs: Jobs, db: Database, log: RequestScope['log']): Promise<void> {
  const { sweeping } = jobs
  if (sweeping.has(db.app)) return
  sweeping.add(db.app)
  try {
    await db.write((tx) => failOver(jobs, tx, db.app, abandoned))
  } catch (error) {
    log.warn({ err: error, app: db.app }, 'abandoned jobs were not marked')
  } finally {
    sweeping.delete(db.app)
  }
}
