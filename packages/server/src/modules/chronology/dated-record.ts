import type { DatedRecord } from '@trowel/contract/chronology.js'
import { recordLabel } from '../../records/rows/record-label.js'
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

const certain = 1
const probable = 2
const uncertain = 3

/** How sure a date is, in the words of older records. */
const words: ReadonlyMap<string, number> = new Map([
  ['certa', certain],
  ['certain', certain],
  ['probabile', probable],
  ['probable', probable],
  ['incerta', uncertain],
  ['uncertain', uncertain],
  ['possibile', uncertain],
  ['possible', uncertain],
])

/**
 * 1 certain, 2 probable, 3 uncertain: a stored number as it is, a word as its number, anything else as
 * certain.
 */
function certaintyOf(stored: string | number | null): number {
  if (typeof stored === 'number') return Math.trunc(stored)
  const text = (stored ?? '').trim().toLowerCase()
  return /^\d{1,9}$/.test(text) ? Number(text) : (words.get(text) ?? certain)
}
