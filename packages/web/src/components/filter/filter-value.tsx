import { Autocomplete, Group, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { operators } from '@trowel/contract/model/operators.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { searchQueries } from '../../queries/search.js'
import { NumberTextInput } from '../fields/number-text-input.js'
import { dayOf, momentOf } from './days-of-moments.js'
import type { FilterField } from './filter-fields.js'
import type { Condition } from './read-filter.js'
import { RecordValues } from './record-values.js'

interface Props {
  readonly field: FilterField
  readonly condition: Condition
  readonly onChange: (values: readonly string[]) => void
}

/** What stands beside an operator: a value, two ends, or a list. */
export function FilterValue({ field, condition: { operator, values }, onChange }: Props) {
  const { t } = useTranslation()
  const isMoment = field.kind === 'moment'
  /** What a person sees of a value, and the value of what he types. */
  const shown = (place: number) => (isMoment ? dayOf(values[place] ?? '') : (values[place] ?? ''))
  const typed = (text: string, place: number) => (isMoment ? momentOf(text, operator, place) : text)
  switch (operators[operator].takes) {
    case 'two':
      return (
        <Group gap="xs" wrap="nowrap">
          {(['low', 'high'] as const).map((end, place) => (
            <PlainValue
              key={end}
              kind={field.kind}
              label={t(`filter.${end}`)}
              value={shown(place)}
              onChange={(text) => {
                const value = typed(text, place)
                onChange(place === 0 ? [value, values[1] ?? ''] : [values[0] ?? '', value])
              }}
            />
          ))}
          {operator === '_chrono_overlap' && (
            <Text size="xs" c="dimmed">
              {t('filter.yearHint')}
            </Text>
          )}
        </Group>
      )
    case 'many':
      return field.kind === 'record' ? (
        <RecordValues field={field} values={values} onChange={onChange} />
      ) : (
        <KnownValues field={field} values={values} onChange={onChange} />
      )
    default:
      if (field.kind === 'record')
        return <RecordValues field={field} values={values} onChange={onChange} single />
      if (field.kind === 'boolean')
        return (
          <Select
            aria-label={t('filter.value')}
            placeholder={t('filter.value')}
            allowDeselect={false}
            data={[
              { value: '1', label: t('fields.yes') },
              { value: '0', label: t('fields.no') },
            ]}
            value={values[0] ?? null}
            onChange={(value) => onChange(value === null ? [] : [value])}
          />
        )
      if (field.kind === 'text' || field.kind === 'choice' || field.kind === 'several')
        return <KnownValue field={field} value={values[0] ?? ''} onChange={(value) => onChange([value])} />
      return (
        <PlainValue
          kind={field.kind}
          label={t('filter.value')}
          value={shown(0)}
          onChange={(text) => onChange([typed(text, 0)])}
        />
      )
  }
}

function PlainValue({
  kind,
  label,
  value,
  onChange,
}: {
  kind: FilterField['kind']
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const shared = { 'aria-label': label, placeholder: label } as const
  if (kind === 'number' || kind === 'dating')
    return <NumberTextInput {...shared} isWhole={kind === 'dating'} value={value} onChange={onChange} />
  return (
    <TextInput
      {...shared}
      type={kind === 'date' || kind === 'moment' ? 'date' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Values that the field has, those that contain what a user types. */
function useSuggestions({ table, name, kind }: FilterField, typed: string): string[] {
  const { app } = useApplication()
  const [q] = useDebouncedValue(typed, 200)
  const { data } = useQuery({
    ...searchQueries.values(app, table, name, q, kind === 'several'),
    placeholderData: keepPreviousData,
  })
  return [...new Set(data)]
}

function KnownValue({
  field,
  value,
  onChange,
}: {
  field: FilterField
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const data = useSuggestions(field, value)
  return (
    <Autocomplete
      aria-label={t('filter.value')}
      placeholder={t('filter.value')}
      data={data}
      // The service has looked already, in its own way of ignoring case.
      filter={({ options }) => options}
      maxDropdownHeight={260}
      value={value}
      onChange={onChange}
    />
  )
}

function KnownValues({
  field,
  values,
  onChange,
}: {
  field: FilterField
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isOpen, { open, close }] = useDisclosure()
  const data = useSuggestions(field, typed)
  return (
    <TagsInput
      aria-label={t('filter.values')}
      placeholder={values.length === 0 ? t('filter.values') : ''}
      data={data}
      filter={({ options }) => options}
      splitChars={[]}
      maxDropdownHeight={260}
      acceptValueOnBlur
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        if (text !== '') open()
      }}
      // After a choice the list would stay, on a phone above the button that shows the records.
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={close}
      onOptionSubmit={close}
      onClick={open}
      value={[...values]}
      onChange={onChange}
    />
  )
}
