import { constants, setPriority } from 'node:os'
import { Connection } from './connection.js'
import { toPlainError } from './errors.js'
import type { CheckAnswer } from './file-check.js'

/**
 * The process that reads a whole database file, which may take minutes: nobody waits for it, and it can be
 * ended at any time.
 */

const cacheKib = 8_192

function check(file: string): CheckAnswer {
  try {
    const connection = new Connection({ file, readOnly: true, cacheKib })
    return { found: String(connection.value('PRAGMA quick_check(1)')) }
  } catch (error) {
    return { error: toPlainError(error) }
  }
}

try {
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // Not allowed here: it shares the processors evenly.
}
process.once('message', (file: string) => process.send?.(check(file), () => process.exit(0)))
