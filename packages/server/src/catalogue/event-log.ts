import type { Facts } from '@trowel/contract/facts.js'
import { type EventCode, loggedEvents, logLevels } from '@trowel/contract/logged-events.js'
import { type FactsOf, interpolate } from '@trowel/contract/sentences.js'
import type { Database } from '../storage/storage.js'

/** What the sentence of an event speaks of. No passwords, tokens, keys or bodies of requests. */
export type FactsOfEvent<Code extends EventCode> = FactsOf<(typeof loggedEvents)[Code]['text']>

interface FailureLog {
  error(facts: object, message: string): void
}

/** Adds a line to the log; the compiler knows what its sentence speaks of. @see writeEvent */
export const writeLog = <Code extends EventCode>(
  db: Database,
  log: FailureLog,
  code: Code,
  facts: FactsOfEvent<Code>,
): Promise<void> => writeEvent(db, log, code, facts)

/**
 * Adds a row to the log of the application, which administrators read, in a transaction of its own: it stays
 * when the request that it tells of is undone. Never throws: a log that cannot be written is no reason to
 * refuse a request.
 */
export async function writeEvent(
  db: Database,
  log: FailureLog,
  code: EventCode,
  facts: Facts,
): Promise<void> {
  const { channel, level, text } = loggedEvents[code]
  const row = { channel, level: logLevels[level], message: interpolate(text, facts), time: Date.now() }
  try {
    const line = { ...row, code, facts: JSON.stringify(facts) }
    await db.write((tx) => tx.insert('sys_log', line), { bookkeeping: true })
  } catch (error) {
    log.error({ app: db.app, err: error }, 'the log of the application could not be written')
  }
}
