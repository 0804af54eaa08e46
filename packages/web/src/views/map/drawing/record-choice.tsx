import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../../app/application.js'
import { client } from '../../../app/session.js'
import { useRecordNames } from '../../../parts/record-names.js'

/** The record that a feature belongs to. */
export function RecordChoice({
  table,
  label,
  record,
  onChoose,
}: {
  table: string
  label: string
  record: number | undefined
  onChoose: (record: number | undefined) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 150)
  const names = useRecordNames(table, record === undefined ? [] : [record])
  const { data } = useQuery({
    queryKey: [app, 'candidates', table, q],
    queryFn: ({ signal }) => client.records.linkCandidates(table, q, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.data ?? []).map(({ id, label: name }) => ({ value: String(id), label: name }))
  const value = record === undefined ? null : String(record)
  const known =
    value === null || found.some((one) => one.value === value)
      ? found
      : [{ value, label: names?.get(record ?? 0) ?? t('grid.nameless', { id: value }) }, ...found]
  return (
    <Select
      label={label}
      placeholder={t('map.recordHint')}
      searchable
      clearable
      required
      data={known}
      value={value}
      filter={({ options }) => options}
      nothingFoundMessage={t('palette.nothing')}
      onSearchChange={setTyped}
      onChange={(chosen) => onChoose(chosen === null ? undefined : Number(chosen))}
    />
  )
}
