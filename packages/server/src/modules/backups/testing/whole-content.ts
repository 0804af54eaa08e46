import { changeSets } from '../../../storage/journal/journal-tables.js'
import { isReplacement } from '../../../storage/journal/replacement-set.js'
import { id, sql } from '../../../storage/sql.js'
import type { Database } from '../../../storage/storage.js'

/**
 * Tables that say what is going on; a restore changes them by itself, as it does levels, sessions and the
 * log.
 */
const moving = new Set([
  'sys_attempts',
  'sys_confirmations',
  'sys_revoked_sessions',
  'sys_file_transit',
  'sys_jobs',
  'sys_webhooks',
  'sys_webhook_tables',
  'sys_webhook_deliveries',
  'sys_log',
])

/**
 * All that a database holds: shapes, indexes and rows, but no more of persons than who they are, and not that
 * backups were restored.
 */
export async function wholeContent(db: Database): Promise<Record<string, unknown>> {
  return db.snapshot(async ({ tables, stream }) => {
    const content: Record<string, unknown> = {}
    for (const table of tables) {
      if (moving.has(table.name)) continue
      const columns = table.columns.filter(
        ({ name }) => table.name !== 'sys_users' || !['token_version', 'last_login_at'].includes(name),
      )
      const where = table.name === changeSets ? sql` WHERE NOT ${isReplacement(changeSets)}` : sql``
      const rows: unknown[] = []
      const names = columns.map(({ name }) => id(name))
      const list = names.slice(1).reduce((before, name) => sql`${before}, ${name}`, names[0] ?? sql``)
      for await (const batch of stream(sql`SELECT ${list} FROM ${id(table.name)}${where} ORDER BY "id"`))
        rows.push(...batch)
      content[table.name] = { columns, keys: table.foreignKeys, indexes: table.indexes, rows }
    }
    return content
  })
}
