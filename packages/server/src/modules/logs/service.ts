import { loggedEvents, logLevels } from '@trowel/contract/logged-events.js'
import { type LoggedEvent, maxTranslated } from '@trowel/contract/logs.js'
import type { Params } from '@trowel/contract/messages/params.js'
import { textProblem } from '@trowel/contract/wire/input.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { wireTime } from '../../http/wire-time.js'
import { type Message, message, messageOf } from '../../message.js'
import {
  deleteEventsBefore,
  type LogRow,
  type Page,
  type SoughtEvents,
  selectEvents,
  type TranslatedMatch,
} from './store.js'

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

/**
 * What a search in the log finds beside the text: `code,code:word word`, where the caller reads the
 * sentences of these codes in another language and finds there what was sought, but for these words. @throws
 * `invalid_parameter`
 */
export function translatedMatches(given: readonly string[] | undefined): TranslatedMatch[] {
  if (given === undefined) return []
  if (given.length > maxTranslated.lists)
    throw wrong(message('has_more_entries', { most: maxTranslated.lists }))
  return given.map(readOne)
}

function readOne(text: string): TranslatedMatch {
  const end = text.includes(':') ? text.indexOf(':') : text.length
  const codes = text.slice(0, end).split(',')
  const words = text
    .slice(end + 1)
    .split(' ')
    .filter((word) => word !== '')
  if (codes.length > maxTranslated.codes)
    throw wrong(message('names_more_codes', { most: maxTranslated.codes }))
  if (words.length > maxTranslated.words)
    throw wrong(message('has_more_words', { most: maxTranslated.words }))
  const unknown = codes.find((code) => !Object.hasOwn(loggedEvents, code))
  if (unknown !== undefined) throw wrong(message('names_no_code_of_line', { code: JSON.stringify(unknown) }))
  const problem = textProblem(words.join(' '))
  if (problem) throw wrong(messageOf(problem))
  return { codes, words }
}

const wrong = (reason: Message): AppError =>
  new AppError('invalid_parameter', {
    ...message('parameter_wrong', { name: 'also', reason }),
    detail: { name: 'also', reason: reason.text },
  })
