import { systemTables } from '../system-tables.js'
import { makeSystemTable } from './0001-initial.js'
import type { Step } from './migration.js'

/** Other services are told what was changed. */
export const webhooks: Step = {
  name: '0016_webhooks',
  async up(tx) {
    for (const table of systemTables) {
      const isOfWebhooks = table.name.startsWith('sys_webhook')
      if (isOfWebhooks && !(await tx.schema.shapeOf(table.name))) await makeSystemTable(tx, table)
    }
  },
}
