import type { ChangedEntity } from '@trowel/contract/changes.js'
import type { Catalogue } from './catalogue.js'
import { journalEntities } from './system-tables.js'

/** What the rows of a table are called in the journal; `undefined` for a table that is gone. */
export function entityOf({ tables }: Catalogue, table: string): ChangedEntity | undefined {
  const configured = tables.get(table)
  if (configured) return configured.isPlugin ? 'plugin_row' : 'record'
  return journalEntities[table]
}
