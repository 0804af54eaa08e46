import type { LoggedEvent } from '@trowel/contract/logs.js'
import { logLevels, writeLog } from '../../catalogue/event-log.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { deleteEventsBefore, type LogRow, type Page, type SoughtEvents, selectEvents } from './store.js'

/** What happened in the application, newest first. */
export async function listEvents(
  { db }: RequestScope,
  sought: SoughtEvents,
  page: Page,
): Promise<{ total: number; data: LoggedEvent[] }> {
  const { total, rows } = await selectEvents(db, sought, page)
  return { total, data: rows.map(asWire) }
}

const levelNames = new Map<number, string>(Object.entries(logLevels).map(([name, level]) => [level, name]))

const asWire = ({ time, ...row }: LogRow): LoggedEvent => ({
  ...row,
  level_name: levelNames.get(row.level) ?? String(row.level),
  time: wireTime(time),
})

const dayMs = 86_400_000
const usualDays = 30
/** Longer than any log. */
const mostDays = 1_000_000

/**
 * Forgets what is older than so many days; that it was done is logged.
 * @param given at least 1; absent: 30
 * @throws `invalid_parameter`
 */
export async function purgeEvents(
  scope: RequestScope,
  given: unknown,
): Promise<{ deleted: number; days: number }> {
  const days = daysOf(given)
  const deleted = await deleteEventsBefore(scope.db, scope.now.getTime() - days * dayMs)
  await writeLog(scope.db, scope.log, {
    channel: 'admin',
    level: 'INFO',
    message: `log older than ${days} days purged by ${scope.principal.name}\n${deleted} rows`,
  })
  return { deleted, days }
}

function daysOf(given: unknown): number {
  if (given === undefined || given === null) return usualDays
  if (!Number.isInteger(given)) {
    throw new AppError('invalid_parameter', {
      text: '"days" must be a whole number.',
      detail: { name: 'days', reason: 'not a whole number' },
    })
  }
  return Math.min(mostDays, Math.max(1, Number(given)))
}
