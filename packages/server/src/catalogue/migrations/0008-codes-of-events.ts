import { addMissing } from './add-missing.js'
import type { Migration } from './migration.js'

/** Lines of the log know which sentence they are and what it speaks of, so that it can be said in another language. */
export const codesOfEvents: Migration = {
  name: '0008_codes_of_events',
  title: 'Lines of the log can be read in the language of the page',
  up: (tx) =>
    addMissing(tx, 'sys_log', [
      { name: 'code', type: 'TEXT' },
      { name: 'facts', type: 'TEXT' },
    ]),
}
