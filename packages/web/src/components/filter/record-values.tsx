import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'
import { useRecordNames } from '../record-names.js'
import type { FilterField } from './filter-fields.js'

/** Records that a lookup refers to, chosen by what they are called. */
export function RecordValues({
  field,
  values,
  single = false,
  onChange,
}: {
  field: FilterField
  values: readonly string[]
  single?: boolean
  onChange: (values: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const names = useRecordNames(field.target?.table, values.map(Number).filter(Number.isSafeInteger))
  const chosen = values.map((value) => ({ value, label: names?.get(Number(value)) ?? value }))
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 200)
  // What is chosen already is no search.
  const q = single && chosen.some(({ label }) => label === wanted) ? '' : wanted
  const { data, isPlaceholderData } = useQuery({
    ...recordQueries.options(app, field.table, field.name, q),
    placeholderData: keepPreviousData,
  })
  const options = (data?.options ?? []).map(({ value, label }) => ({ value: String(value), label }))
  const others = chosen.filter(({ value }) => !options.some((option) => option.value === value))
  const shared = {
    searchable: true,
    'aria-busy': wanted !== typed || isPlaceholderData,
    data: [...others, ...options],
    maxDropdownHeight: 260,
    nothingFoundMessage: t('fields.noOption'),
    onSearchChange: setTyped,
  } as const
  return single ? (
    <Select
      {...shared}
      aria-label={t('filter.value')}
      placeholder={t('filter.value')}
      value={values[0] ?? null}
      onChange={(value) => onChange(value === null ? [] : [value])}
    />
  ) : (
    <MultiSelect
      {...shared}
      aria-label={t('filter.values')}
      placeholder={values.length === 0 ? t('filter.values') : ''}
      value={[...values]}
      onChange={onChange}
    />
  )
}
