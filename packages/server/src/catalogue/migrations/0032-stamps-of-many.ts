import { journalEverything } from './0014-journal.js'
import type { Step } from './migration.js'

/** Triggers find the stamps of many records by the records, however old the statistics of the server are. */
export const stampsOfMany: Step = {
  name: '0032_stamps_of_many',
  isInNew: true,
  up: (tx) => journalEverything(tx, { anew: true }),
}
