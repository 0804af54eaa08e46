import { type EventCode, loggedEvents, logLevels } from '@trowel/contract/logged-events.js'
import { english } from '@trowel/contract/messages/en/english.js'
import { interpolate, type ParamsOf } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'
import type { Database } from '../storage/storage.js'

/** What the sentence of an event speaks of. No passwords, tokens, keys or bodies of requests. */
export type ParamsOfEvent<Code extends EventCode> = ParamsOf<(typeof english.events)[Code]>

interface FailureLog {
  error(facts: object, message: string): void
}

/** Adds a line to the log; the compiler knows what its sentence speaks of. @see writeEvent */
export const writeLog = <Code extends EventCode>(
  db: Database,
  log: FailureLog,
  code: Code,
  params: ParamsOfEvent<Code>,
): Promise<void> => writeEvent(db, log, code, params)

/**
 * Adds a row to the log of the application, which administrators read, in a transaction of its own: it stays
 * when the request that it tells of is undone. Never throws: a log that cannot be written is no reason to
 * refuse a request.
 */
export async function writeEvent(
  db: Database,
  log: FailureLog,
  code: EventCode,
  params: Params,
): Promise<void> {
  const { channel, level } = loggedEvents[code]
  const row = {
    channel,
    level: logLevels[level],
    message: interpolate(english.events[code], params),
    time: Date.now(),
  }
  try {
    const line = { ...row, code, facts: JSON.stringify(params) }
    await db.write((tx) => tx.insert('sys_log', line), { bookkeeping: true })
  } catch (error) {
    log.error({ app: db.app, err: error }, 'the log of the application could not be written')
  }
}
