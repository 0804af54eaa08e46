import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateWords } from '../../../components/fields/fuzzy-date-words.js'
import type { Value } from './colouring.js'
import type { MapField } from './map-fields.js'

const ofYears = new Set(['chrono_from', 'chrono_to'])

/** What a person reads of a value; nothing of an empty one. */
export function useValueText(): (
  field: Pick<MapField, 'name' | 'type' | 'isNumber'>,
  value: Value,
) => string {
  const { t, i18n } = useTranslation()
  const words = useDateWords()
  return useCallback(
    ({ name, type, isNumber }, value) => {
      if (value === null || value === '') return ''
      const { holds } = describeFieldType(type)
      if (holds === 'answer') return Number(value) ? t('fields.yes') : t('fields.no')
      if (holds === 'list') return String(value).split(';').join(', ')
      if (!isNumber || typeof value !== 'number') return String(value)
      return ofYears.has(name)
        ? words.year(value)
        : value.toLocaleString(i18n.language, { useGrouping: 'min2' })
    },
    [t, i18n.language, words],
  )
}
