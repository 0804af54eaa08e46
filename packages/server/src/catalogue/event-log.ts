import type { Database } from '../storage/storage.js'

/** What an administrator reads back in the log of the application. */
export interface LogEntry {
  readonly channel: 'auth' | 'admin' | 'config' | 'data' | 'db' | 'http' | 'refman'
  readonly level: LogLevel
  /** The first line is the summary. No passwords, tokens, keys or bodies of requests. */
  readonly message: string
}

export const logLevels = {
  DEBUG: 100,
  INFO: 200,
  NOTICE: 250,
  WARNING: 300,
  ERROR: 400,
  CRITICAL: 500,
  ALERT: 550,
  EMERGENCY: 600,
} as const

export type LogLevel = keyof typeof logLevels

interface FailureLog {
  error(facts: object, message: string): void
}

/**
 * Adds a row to the log of the application, in a transaction of its own: it stays when the request that it tells of is undone.
 * Never throws: a log that cannot be written is no reason to refuse a request.
 */
export async function writeLog(db: Database, log: FailureLog, entry: LogEntry): Promise<void> {
  try {
    const { channel, level, message } = entry
    await db.write((tx) =>
      tx.insert('sys_log', { channel, level: logLevels[level], message, time: Date.now() }),
    )
  } catch (error) {
    log.error({ app: db.app, err: error }, 'the log of the application could not be written')
  }
}
