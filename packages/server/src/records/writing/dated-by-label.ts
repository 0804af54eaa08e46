import { parseFuzzyDate } from '@trowel/contract/fuzzy-date.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { SentValue } from '../../catalogue/field-rules.js'

/** The columns that a label decides when it comes alone. */
export const yearColumns = ['chrono_from', 'chrono_to'] as const

/**
 * A date that is written by its label alone gets the years that the label means, so that it is found by them.
 * A label that is no date stays what it is: a text.
 */
export function addYearsOfLabel(
  table: Pick<Table, 'hasFuzzyDate' | 'fields'>,
  values: Pick<Map<string, SentValue>, 'get' | 'has' | 'set'>,
): void {
  const label = values.get('chrono_label')
  if (!table.hasFuzzyDate || typeof label !== 'string') return
  if (yearColumns.some((name) => values.has(name))) return
  const date = parseFuzzyDate(label)
  if (!date) return
  if (table.fields.has('chrono_from')) values.set('chrono_from', date.from)
  if (table.fields.has('chrono_to')) values.set('chrono_to', date.to)
}
