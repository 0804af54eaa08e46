import type { TimelineTable } from '@trowel/contract/chronology.js'
import type { RequestScope } from '../../http/scope.js'
import { datedRecord, mostRecords } from './dated-record.js'
import { selectTimeline, type Years } from './store.js'

export interface Timeline {
  readonly tables: readonly TimelineTable[]
  /** There are more records than are told. */
  readonly truncated: boolean
}

/**
 * The dated records of all tables with a chronology, or of those that are named, in the order of the tables. Names of other tables, and
 * tables that the caller may not read, are passed over; so are tables without a record in the span.
 */
export async function readTimeline(
  scope: RequestScope,
  years: Years,
  names: readonly string[] | undefined,
): Promise<Timeline> {
  const tables: TimelineTable[] = []
  let left = mostRecords
  for (const table of scope.catalogue.tables.values()) {
    if (!table.hasFuzzyDate || !scope.rights.visibilityOf(table).readable) continue
    if (names && !names.includes(table.name)) continue
    const rows = await selectTimeline(scope, table, years, left + 1)
    const records = rows.slice(0, left).map(datedRecord)
    if (records.length > 0) tables.push({ tb_id: table.name, tb_label: table.label, records })
    if (rows.length > left) return { tables, truncated: true }
    left -= rows.length
  }
  return { tables, truncated: false }
}
