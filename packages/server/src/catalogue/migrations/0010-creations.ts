import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import type { Step } from './migration.js'

/** Who made a record, and when, is kept from now on. */
export const creations: Step = {
  name: '0010_creations',
  async up(tx) {
    const table = systemTables.find(({ name }) => name === 'sys_creations')
    if (table && !(await tx.schema.shapeOf(table.name))) await makeSystemTable(tx, table)
  },
}
