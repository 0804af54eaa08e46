import { undoneSets as table } from '../../storage/journal/journal-tables.js'
import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import type { Step } from './migration.js'

/** It is kept which change sets a change set undid. */
export const undoneSets: Step = {
  name: '0015_undone_sets',
  async up(tx) {
    const made = systemTables.find(({ name }) => name === table)
    if (made && !(await tx.schema.shapeOf(table))) await makeSystemTable(tx, made)
  },
}
