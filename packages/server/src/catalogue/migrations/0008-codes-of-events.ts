import { addMissing } from './add-missing.js'
import type { Step } from './migration.js'

/**
 * Lines of the log know which sentence they are and what it speaks of, so that it can be said in another
 * language.
 */
export const codesOfEvents: Step = {
  name: '0008_codes_of_events',
  up: (tx) =>
    addMissing(tx, 'sys_log', [
      { name: 'code', type: 'TEXT' },
      { name: 'facts', type: 'TEXT' },
    ]),
}
