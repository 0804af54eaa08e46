import { ActionIcon, Select, Textarea, TextInput } from '@mantine/core'
import type { FieldTypeName } from '@trowel/contract/model/field-types.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { readWebAddress } from '@trowel/contract/web-address.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import { DateInput } from './date-input.js'
import { helpBelow } from './help-below.js'
import { NumberTextInput } from './number-text-input.js'
import { MultiOptionInput, OptionInput } from './option-input.js'
import { SliderInput } from './slider-input.js'
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
export function FieldInput(props: Props) {
  const Input = inputs[props.field.type]
  return <Input {...props} />
}

/** What most inputs have in common. */
const sharedOf = ({ field, error, bare = false }: Props) => ({
  label: bare ? undefined : field.label,
  'aria-label': bare ? field.label : undefined,
  description: bare ? undefined : field.help,
  ...helpBelow,
  error,
  required: field.required,
  readOnly: field.readonly,
  dir: field.direction === 'rtl' ? 'rtl' : undefined,
})

const textOf = ({ value }: Props): string => (value === null ? '' : String(value))
const typedBy =
  ({ onChange }: Props) =>
  (typed: string) =>
    onChange(typed === '' ? null : typed)
const limitOf = ({ field }: Props) => (field.max_length ? { maxLength: field.max_length } : {})

const optionOf = ({ field, table, value, onChange }: Props) => ({ field, table, value, onChange })

/** One for each type of field. */
const inputs: Readonly<Record<FieldTypeName, (props: Props) => ReactNode>> = {
  text: LineInput,
  long_text: ParagraphsInput,
  md: ParagraphsInput,
  date: (props) => <DateInput {...sharedOf(props)} value={textOf(props)} onChange={typedBy(props)} />,
  boolean: AnswerInput,
  integer: (props) => (
    <NumberTextInput {...sharedOf(props)} isWhole value={textOf(props)} onChange={typedBy(props)} />
  ),
  slider: ({ field, value, error, bare = false, onChange }) => (
    <SliderInput {...{ field, value, error, bare, onChange }} />
  ),
  url: AddressInput,
  formula: LineInput,
  select: (props) => <OptionInput {...sharedOf(props)} {...optionOf(props)} valueLabel={props.valueLabel} />,
  combo_select: (props) => (
    <OptionInput {...sharedOf(props)} {...optionOf(props)} valueLabel={props.valueLabel} free />
  ),
  multi_select: (props) => <MultiOptionInput {...sharedOf(props)} {...optionOf(props)} />,
}

function ParagraphsInput(props: Props) {
  return (
    <Textarea
      {...sharedOf(props)}
      autosize
      minRows={props.bare ? 1 : 3}
      maxRows={18}
      {...limitOf(props)}
      value={textOf(props)}
      onChange={(event) => typedBy(props)(event.currentTarget.value)}
    />
  )
}

/** With the way to the page, where what is written is an address. */
function AddressInput(props: Props) {
  const { t } = useTranslation()
  const text = textOf(props)
  const address = readWebAddress(text)
  return (
    <TextInput
      {...sharedOf(props)}
      type="url"
      inputMode="url"
      placeholder="https://"
      spellCheck={false}
      value={text}
      rightSection={
        address && (
          <ActionIcon
            component="a"
            href={address.url}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            color="gray"
            aria-label={t('fields.openAddress', { address: address.text })}
          >
            <Icon name="outside" size={16} />
          </ActionIcon>
        )
      }
      onChange={(event) => typedBy(props)(event.currentTarget.value)}
    />
  )
}

function AnswerInput(props: Props) {
  const { t } = useTranslation()
  const text = textOf(props)
  return (
    <Select
      {...sharedOf(props)}
      clearable={!props.field.required}
      data={[
        { value: '1', label: t('fields.yes') },
        { value: '0', label: t('fields.no') },
      ]}
      value={text === '' ? null : Number(text) ? '1' : '0'}
      onChange={(chosen) => props.onChange(chosen)}
    />
  )
}

function LineInput(props: Props) {
  const { field } = props
  return isNumber(field) ? (
    <NumberTextInput
      {...sharedOf(props)}
      isWhole={isWhole(field)}
      value={textOf(props)}
      onChange={typedBy(props)}
    />
  ) : (
    <TextInput
      {...sharedOf(props)}
      {...limitOf(props)}
      value={textOf(props)}
      onChange={(event) => typedBy(props)(event.currentTarget.value)}
    />
  )
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
