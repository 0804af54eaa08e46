import type { DatedRecord } from '@trowel/contract/chronology.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { certaintyOf } from './certainty.js'
import type { DatedRow } from './store.js'

/** So many records are listed at once; a line of time with more of them shows nothing. */
export const maxRecords = 20_000

export const isDated = ({ chrono_from, chrono_to }: DatedRow): boolean =>
  chrono_from !== null || chrono_to !== null

export const datedRecord = (row: DatedRow): DatedRecord => ({
  id: row.id,
  label: recordLabel(row.label, row.id),
  from: row.chrono_from,
  to: row.chrono_to,
  chrono_label: row.chrono_label,
  certainty: certaintyOf(row.chrono_certainty),
  period: row.chrono_period,
})
