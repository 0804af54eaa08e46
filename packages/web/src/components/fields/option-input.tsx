import { Autocomplete, MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'
import type { Value } from './value.js'

interface Props {
  readonly field: FieldSchema
  readonly table: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly label: string | undefined
  readonly description: string | null | undefined
  readonly error: string | undefined
  readonly required: boolean
  readonly readOnly: boolean
  readonly 'aria-label': string | undefined
}

function useOptions(table: string, field: FieldSchema, typed: string) {
  const { app } = useApplication()
  const [q] = useDebouncedValue(typed, 150)
  const { data, isPlaceholderData } = useQuery({
    ...recordQueries.options(app, table, field.name, q),
    placeholderData: keepPreviousData,
    // A field has none where the table that they come from is hidden from this person.
    enabled: field.options_source !== null,
  })
  const options = (data?.options ?? []).map(({ value, label }) => ({ value: String(value), label }))
  return { options, isBusy: q !== typed || isPlaceholderData }
}

/** One of the options of a field; `free`: or anything else. */
export function OptionInput({
  field,
  table,
  value,
  valueLabel,
  free = false,
  onChange,
  ...shared
}: Props & { valueLabel?: string | null | undefined; free?: boolean }) {
  const { t } = useTranslation()
  const text = value === null ? '' : String(value)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const label = valueLabel ?? (chosen?.value === text ? chosen.label : text)
  // What is chosen already is no search.
  const { options, isBusy } = useOptions(table, field, typed === label ? '' : typed)
  const known = options.some((option) => option.value === text)
  if (free)
    return (
      <Autocomplete
        {...shared}
        data={[...new Set(options.map(({ label }) => label))]}
        value={text}
        onChange={(chosen) => {
          setTyped(chosen)
          onChange(chosen === '' ? null : chosen)
        }}
      />
    )
  return (
    <Select
      {...shared}
      searchable
      aria-busy={isBusy}
      clearable={!field.required}
      // A user who types looks for another one, not for one with a longer name.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      nothingFoundMessage={t('fields.noOption')}
      // A value that is no longer an option is kept and shown.
      data={known || text === '' ? options : [{ value: text, label }, ...options]}
      value={text === '' ? null : text}
      onChange={(value, option) => {
        setChosen(option ?? undefined)
        onChange(value)
      }}
      onSearchChange={setTyped}
    />
  )
}

/** Several of the options of a field, kept as one text with semicolons. */
export function MultiOptionInput({ field, table, value, onChange, ...shared }: Props) {
  const chosen = value === null || value === '' ? [] : String(value).split(';')
  const [typed, setTyped] = useState('')
  const { options, isBusy } = useOptions(table, field, typed)
  const others = chosen
    .filter((one) => !options.some((option) => option.value === one))
    .map((one) => ({ value: one, label: one }))
  return (
    <MultiSelect
      {...shared}
      searchable
      aria-busy={isBusy}
      data={[...options, ...others]}
      value={chosen}
      onSearchChange={setTyped}
      onChange={(list) => onChange(list.length === 0 ? null : list.join(';'))}
    />
  )
}
