import { Select, Slider, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberTextInput } from './number-text-input.js'
import { MultiOptionInput, OptionInput } from './option-input.js'
import type { Value } from './value.js'

interface Props {
  readonly field: FieldSchema
  /** The table or plugin table that the field is of: the service is asked for its options. */
  readonly table: string
  readonly value: Value
  /** What a lookup's id is called, as far as it is known. */
  readonly valueLabel?: string | null | undefined
  readonly error?: string | undefined
  /** In a table of plugin rows the column says what the field is called. */
  readonly bare?: boolean
  readonly onChange: (value: Value) => void
}

/** The input that a field asks for: its kind, its options, its limits, its help. */
export function FieldInput({ field, table, value, valueLabel, error, bare = false, onChange }: Props) {
  const { t } = useTranslation()
  const text = value === null ? '' : String(value)
  const shared = {
    label: bare ? undefined : field.label,
    'aria-label': bare ? field.label : undefined,
    description: bare ? undefined : field.help,
    error,
    required: field.required,
    readOnly: field.readonly,
    dir: field.direction === 'rtl' ? 'rtl' : undefined,
  } as const
  const type = (typed: string) => onChange(typed === '' ? null : typed)

  switch (field.type) {
    case 'long_text':
    case 'md':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={bare ? 1 : 3}
          maxRows={18}
          {...(field.max_length && { maxLength: field.max_length })}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )
    case 'date':
      return (
        <TextInput
          {...shared}
          type="date"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )
    case 'boolean':
      return (
        <Select
          {...shared}
          clearable={!field.required}
          data={[
            { value: '1', label: t('fields.yes') },
            { value: '0', label: t('fields.no') },
          ]}
          value={text === '' ? null : Number(text) ? '1' : '0'}
          onChange={(chosen) => onChange(chosen)}
        />
      )
    case 'integer':
      return <NumberTextInput {...shared} isWhole value={text} onChange={type} />
    case 'slider':
      return <SliderInput field={field} value={value} error={error} bare={bare} onChange={onChange} />
    case 'select':
      return (
        <OptionInput
          {...shared}
          field={field}
          table={table}
          value={value}
          valueLabel={valueLabel}
          onChange={onChange}
        />
      )
    case 'combo_select':
      return (
        <OptionInput
          {...shared}
          free
          field={field}
          table={table}
          value={value}
          valueLabel={valueLabel}
          onChange={onChange}
        />
      )
    case 'multi_select':
      return <MultiOptionInput {...shared} field={field} table={table} value={value} onChange={onChange} />
    default:
      return isNumber(field) ? (
        <NumberTextInput {...shared} isWhole={isWhole(field)} value={text} onChange={type} />
      ) : (
        <TextInput
          {...shared}
          {...(field.max_length && { maxLength: field.max_length })}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )
  }
}

const isWhole = ({ db_type, check }: FieldSchema): boolean => db_type === 'INTEGER' || check.includes('int')

/**
 * Does the service take nothing but numbers? Bounds of a text are bounds of the number that it writes out;
 * those of a moment are days.
 */
const isNumber = (field: FieldSchema): boolean =>
  isWhole(field) ||
  field.db_type === 'FLOAT' ||
  (field.db_type === 'TEXT' && (field.min !== null || field.max !== null))

function SliderInput({ field, value, error, bare, onChange }: Omit<Props, 'table' | 'valueLabel'>) {
  const label = useId()
  const low = Number(field.min ?? 0)
  const high = Number(field.max ?? 100)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} id={label} className={bare ? 'visually-hidden' : undefined}>
        {field.label}
        {value === null ? '' : `: ${value}`}
      </Text>
      <Slider
        aria-labelledby={label}
        thumbLabel={field.label}
        min={low}
        max={high}
        value={value === null ? low : Number(value)}
        onChange={(chosen) => onChange(chosen)}
      />
      {error && (
        <Text size="xs" c="var(--danger)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
