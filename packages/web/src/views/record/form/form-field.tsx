import { ActionIcon, Button, Text } from '@mantine/core'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../../components/fields/field-input.js'
import type { Value } from '../../../components/fields/value.js'
import { Icon } from '../../../components/icon.js'
import classes from './form-field.module.css'

interface Props {
  readonly field: FieldSchema
  readonly table: string
  readonly value: Value
  readonly valueLabel: string | null | undefined
  readonly error: string | undefined
  /** The number that is proposed in place of what was typed. */
  readonly next?: string | number | undefined
  /** What the fields are called on which its number waits. */
  readonly waitsFor?: string | undefined
  /** Does the next record begin with the value? Nothing where there is no next one. */
  readonly isKept?: boolean | undefined
  readonly onChange: (name: string, value: Value) => void
  readonly onReset: (name: string) => void
  readonly onKeep?: ((name: string) => void) | undefined
}

/** A field of a form; drawn again only when something about it is different. */
export const FormField = memo(function FormField(props: Props) {
  const { field, table, value, valueLabel, error, next, waitsFor, isKept, onChange, onReset, onKeep } = props
  const { t } = useTranslation()
  const { name, label } = field
  const keep = t('form.keep')
  return (
    <div
      className={classes['field']}
      data-wide={describeFieldType(field.type).holds === 'paragraphs' || undefined}
    >
      <FieldInput
        field={field}
        table={table}
        value={value}
        valueLabel={valueLabel}
        error={error}
        onChange={(changed) => onChange(name, changed)}
      />
      {next !== undefined && String(next) !== String(value ?? '') && (
        <Button
          className={classes['next'] ?? ''}
          variant="subtle"
          size="compact-sm"
          onClick={() => onReset(name)}
        >
          {t('form.nextNumber', { number: next })}
        </Button>
      )}
      {waitsFor !== undefined && value === null && (
        <Text size="xs" c="dimmed">
          {t('form.numberWaits', { fields: waitsFor })}
        </Text>
      )}
      {isKept !== undefined && (
        <ActionIcon
          className={classes['keep'] ?? ''}
          variant={isKept ? 'light' : 'subtle'}
          {...(!isKept && { color: 'gray' })}
          aria-label={keep}
          aria-description={label}
          aria-pressed={isKept}
          title={keep}
          onClick={() => onKeep?.(name)}
        >
          <Icon name="tack" size={15} />
        </ActionIcon>
      )}
    </div>
  )
})
