import { ensureKeySalt } from '../key-salt.js'
import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import type { Step } from './migration.js'

/** Keys come from a salt of the application's own from now on. */
export const keySalt: Step = {
  name: '0013_key_salt',
  async up(tx) {
    const table = systemTables.find(({ name }) => name === 'sys_key_salt')
    if (table && !(await tx.schema.shapeOf(table.name))) await makeSystemTable(tx, table)
    await ensureKeySalt(tx)
  },
}
