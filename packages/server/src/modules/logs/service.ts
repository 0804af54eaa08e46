import { logLevels } from '@trowel/contract/logged-events.js'
import type { LoggedEvent } from '@trowel/contract/logs.js'
import type { Params } from '@trowel/contract/messages/params.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import { noteEvent } from '../../http/note-event.js'
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

const asWire = ({ time, facts, ...row }: LogRow): LoggedEvent => ({
  ...row,
  facts: factsOf(facts),
  level_name: levelNames.get(row.level) ?? String(row.level),
  time: wireTime(time),
})

function factsOf(stored: string | null): Params {
  const facts: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(parseJsonObject(stored ?? ''))) {
    if (typeof value === 'string' || typeof value === 'number') facts[name] = value
  }
  return facts
}

const dayMs = 86_400_000
const usualDays = 30
/** Longer than any log. */
const maxDays = 1_000_000

/**
 * Forgets what is older than so many days; that it was done is logged.
 * @param given at least 1; absent: 30
 */
export async function purgeEvents(
  scope: RequestScope,
  given: number = usualDays,
): Promise<{ deleted: number; days: number }> {
  const days = Math.min(maxDays, Math.max(1, given))
  const deleted = await deleteEventsBefore(scope.db, scope.now.getTime() - days * dayMs)
  await noteEvent(scope, 'log_purged', { days, rows: deleted })
  return { deleted, days }
}
