import {
  Autocomplete,
  type ComboboxItem,
  type ComboboxLikeRenderOptionInput,
  MultiSelect,
  type OptionsFilter,
  Select,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { recordQueries } from '../../queries/records.js'
import { useRecordNames } from '../record-names.js'
import { CreatingContext } from './creating.js'
import type { HelpBelow } from './help-below.js'
import classes from './option-input.module.css'
import { useRecent } from './use-recent.js'
import type { Value } from './value.js'

interface Props extends HelpBelow {
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

/** Stands for what is made anew; no option has such a value. */
const createNew = '\u0000new'

/** The service knows better than a comparison of texts. */
const asAnswered: OptionsFilter = ({ options }) => options

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
  const details = new Map(data?.options.map(({ value, detail }) => [String(value), detail]))
  return { options, details, isBusy: q !== typed || isPlaceholderData }
}

/** What can be made where the options of a field come from, if this person may. */
function useCreation({ options_source: source }: FieldSchema) {
  const { t } = useTranslation()
  const { table: tableOf, mayAct, frozen } = useApplication()
  const creating = use(CreatingContext)
  if (frozen || !source) return undefined
  if (source.type === 'id_from_tb') {
    const target = tableOf(source.ref)
    const { record } = creating
    if (!record || !target || target.privilege > privileges.self_writer) return undefined
    return {
      labelOf: () => t('fields.newRecord', { table: target.label }),
      make: (typed: string, onMade: (value: string, label: string) => void) =>
        record(target.name, typed, onMade),
    }
  }
  const { word } = creating
  if (source.type !== 'vocabulary' || !word || !mayAct(privileges.admin)) return undefined
  return {
    // A word is made by typing it.
    labelOf: (typed: string) => (typed === '' ? undefined : t('fields.newWord', { word: typed })),
    make: (typed: string, onMade: (value: string, label: string) => void) =>
      word(source.set, typed, (made) => onMade(made, made)),
  }
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
  const [chosen, setChosen] = useState<ComboboxItem>()
  const isLookup = field.options_source?.type === 'id_from_tb'
  const { recent, note } = useRecent(table, field.name)
  const creation = useCreation(field)
  // Records may have other names by now than when they were chosen, or be gone.
  const lookupIds = isLookup
    ? [...recent.map((one) => one.value), text].flatMap((one) => Number(one) || [])
    : []
  const target =
    isLookup && field.options_source?.type === 'id_from_tb' ? field.options_source.ref : undefined
  const names = useRecordNames(target, lookupIds)
  const label = valueLabel ?? (chosen?.value === text ? chosen.label : (names?.get(Number(text)) ?? text))
  // What is chosen already is no search.
  const wanted = typed === label ? '' : typed
  const { options, details, isBusy } = useOptions(table, field, wanted)
  const known = options.some((option) => option.value === text)
  if (free)
    return (
      <Autocomplete
        {...shared}
        data={[...new Set(options.map((option) => option.label))]}
        value={text}
        onChange={(typedText) => {
          setTyped(typedText)
          onChange(typedText === '' ? null : typedText)
        }}
      />
    )
  // A value that is no longer an option is kept and shown.
  const all = known || text === '' ? options : [{ value: text, label }, ...options]
  const recents =
    wanted === '' && all.length > 5
      ? recent.flatMap((one): ComboboxItem[] => {
          if (!isLookup) return all.filter((option) => option.value === one.value)
          const name = names?.get(Number(one.value))
          return name === undefined ? [] : [{ value: one.value, label: name }]
        })
      : []
  const others = all.filter((option) => !recents.some((one) => one.value === option.value))
  const isWord = others.some((option) => option.label.toLowerCase() === wanted.trim().toLowerCase())
  const newLabel = isWord ? undefined : creation?.labelOf(wanted.trim())
  const take = (option: ComboboxItem) => {
    setChosen(option)
    note({ value: option.value, label: option.label })
    onChange(option.value)
  }
  return (
    <Select
      {...shared}
      classNames={{ option: classes['place'] ?? '' }}
      searchable
      aria-busy={isBusy}
      clearable={!field.required}
      // A user who types looks for another one, not for one with a longer name.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      nothingFoundMessage={t('fields.noOption')}
      data={[
        ...(recents.length > 0 ? [{ group: t('fields.recent'), items: recents }] : []),
        ...(recents.length > 0 ? [{ group: t('fields.all'), items: others }] : others),
        ...(newLabel === undefined ? [] : [{ value: createNew, label: newLabel }]),
      ]}
      renderOption={(input) => <Option {...input} detail={details.get(input.option.value)} />}
      {...(!isBusy && { filter: asAnswered })}
      value={text === '' ? null : text}
      onChange={(picked, option) => {
        if (picked === createNew)
          creation?.make(wanted.trim(), (made, name) => take({ value: made, label: name }))
        else if (option) take(option)
        else onChange(null)
      }}
      onSearchChange={setTyped}
    />
  )
}

/** What is chosen, and below it what tells it from others. */
function Option({
  option,
  checked,
  detail,
}: ComboboxLikeRenderOptionInput<ComboboxItem> & { detail: string | undefined }) {
  const isNew = option.value === createNew
  return (
    <span className={classes['option']} data-new={isNew || undefined} data-checked={checked || undefined}>
      <span>
        {isNew && '+ '}
        {option.label}
      </span>
      {detail && (
        <Text component="span" size="xs" c="dimmed" className={classes['detail'] ?? ''}>
          {detail}
        </Text>
      )}
    </span>
  )
}

/** Several of the options of a field, kept as one text with semicolons. */
export function MultiOptionInput({ field, table, value, onChange, ...shared }: Props) {
  const chosen = value === null || value === '' ? [] : String(value).split(';')
  const [typed, setTyped] = useState('')
  const { options, isBusy } = useOptions(table, field, typed)
  const creation = useCreation(field)
  const others = chosen
    .filter((one) => !options.some((option) => option.value === one))
    .map((one) => ({ value: one, label: one }))
  const all = [...options, ...others]
  const isWord = all.some((option) => option.label.toLowerCase() === typed.trim().toLowerCase())
  const newLabel = isWord ? undefined : creation?.labelOf(typed.trim())
  const put = (list: readonly string[]) => onChange(list.length === 0 ? null : list.join(';'))
  return (
    <MultiSelect
      {...shared}
      classNames={{ inputField: classes['typed'] ?? '' }}
      searchable
      aria-busy={isBusy}
      data={newLabel === undefined ? all : [...all, { value: createNew, label: newLabel }]}
      {...(newLabel !== undefined && { filter: asAnswered })}
      value={chosen}
      onSearchChange={setTyped}
      onChange={(list) => {
        if (list.includes(createNew)) creation?.make(typed.trim(), (made) => put([...chosen, made]))
        else put(list)
      }}
    />
  )
}
