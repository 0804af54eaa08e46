import { type Catalogue, storedFields, type Table, tableOf } from '../../catalogue/catalogue.js'
import type { SqlValue } from '../../storage/sql.js'
import type { RawRow } from '../rows/store.js'
import type { Snapshot } from '../versions/snapshots.js'
import { digest } from './schema-view.js'

/**
 * Which state of a record a caller saw: a text that is another one after each change of its fields or plugin
 * rows, however they are written. It is the first part of the record's entity tag, and follows from what is
 * stored alone.
 *
 * @param newest the id of the newest change of the record or of its plugin rows; 0 when the journal has none
 */
export function recordVersion(
  catalogue: Catalogue,
  table: Table,
  newest: number,
  { core, plugins }: Snapshot,
): string {
  const rows = table.plugins.map((name) => {
    const plugin = tableOf(catalogue, name)
    const byId = (plugins[name] ?? []).toSorted((one, other) => Number(one['id']) - Number(other['id']))
    return [name, ...byId.map((row) => valuesOf(plugin, row))]
  })
  return digest(JSON.stringify([newest, valuesOf(table, core), ...rows]))
}

const valuesOf = (table: Table, row: RawRow): SqlValue[] =>
  Array.from(storedFields(table).keys(), (name) => row[name] ?? null)
