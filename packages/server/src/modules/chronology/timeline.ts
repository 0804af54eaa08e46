import type { TimelineTable } from '@trowel/contract/chronology.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { type ListParameters, readSearchCriteria } from '../../records/rows/search-criteria.js'
import { datedRecord, maxRecords } from './dated-record.js'
import { selectTimeline, type Years } from './store.js'

export interface Timeline {
  readonly tables: readonly TimelineTable[]
  /** There are more records than are listed. */
  readonly truncated: boolean
}

const selectionKeys = ['filter', 'search_type']

/**
 * The dated records of all tables with a chronology, or of those that are named, in the order of the tables.
 * Names of other tables, and tables that the caller may not read, are passed over; so are tables without a
 * record in the span.
 *
 * @param selection which records of the one table that is named, as in a listing
 * @throws `invalid_parameter` for a selection without exactly one table, and what a listing throws for it
 */
export async function readTimeline(
  scope: RequestScope,
  years: Years,
  names: readonly string[] | undefined,
  selection: ListParameters,
): Promise<Timeline> {
  const isSelected = selectionKeys.some((key) => Boolean(selection[key]))
  if (isSelected && names?.length !== 1) {
    throw new AppError('invalid_parameter', {
      ...message('timeline_needs_table', {}),
      detail: { name: 'tb', reason: 'not one table' },
    })
  }
  const tables: TimelineTable[] = []
  let left = maxRecords
  for (const table of scope.catalogue.tables.values()) {
    if (!table.hasFuzzyDate || !scope.rights.visibilityOf(table).readable) continue
    if (names && !names.includes(table.name)) continue
    const { condition } = readSearchCriteria(scope, table, isSelected ? selection : {}, {})
    const rows = await selectTimeline(scope, table, years, condition, left + 1)
    const records = rows.slice(0, left).map(datedRecord)
    if (records.length > 0) tables.push({ tb_id: table.name, tb_label: table.label, records })
    if (rows.length > left) return { tables, truncated: true }
    left -= rows.length
  }
  return { tables, truncated: false }
}
