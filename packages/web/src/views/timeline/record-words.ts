import type { DatedRecord } from '@trowel/contract/chronology.js'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { certaintyOf, dateInWords, useDateWords } from '../../components/fields/fuzzy-date-words.js'

/** "C1060, Late 4th cent. BCE, certain, Late Bronze Age" */
export function useRecordWords(): (record: DatedRecord) => string {
  const { t } = useTranslation()
  const words = useDateWords()
  return useCallback(
    ({ label, chrono_label, from, to, certainty, period }) =>
      [
        label,
        dateInWords(chrono_label, { from, to }, words),
        t(`dates.certainty.${certaintyOf(certainty)}`),
        period,
      ]
        .filter(Boolean)
        .join(' · '),
    [t, words],
  )
}
