import { Input, Slider } from '@mantine/core'
import type { FieldSchema } from '@trowel/contract/record.js'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { helpBelow } from './help-below.js'
import classes from './slider-input.module.css'
import type { Value } from './value.js'

/** A value between two bounds, or none: then the thumb is hollow. */
export function SliderInput({
  field,
  value,
  error,
  bare,
  onChange,
}: {
  field: FieldSchema
  value: Value
  error: string | undefined
  bare: boolean
  onChange: (value: Value) => void
}) {
  const { t } = useTranslation()
  const labelId = useId()
  const thumb = useRef<HTMLDivElement>(null)
  const { label, readonly, required } = field
  const isEmpty = value === null || value === ''
  const low = Number(field.min ?? 0)
  const mayClear = !isEmpty && !required && !readonly
  const clear = () => {
    // The button goes with the value.
    thumb.current?.focus()
    onChange(null)
  }
  return (
    <Input.Wrapper
      labelElement="div"
      label={bare ? undefined : label}
      labelProps={{ id: labelId }}
      description={bare ? undefined : field.help}
      {...helpBelow}
      error={error}
      required={required}
    >
      <div className={classes['line']} data-bare={bare || undefined}>
        <Slider
          className={classes['slider'] ?? ''}
          data-empty={isEmpty || undefined}
          label={null}
          min={low}
          max={Number(field.max ?? 100)}
          disabled={readonly}
          value={isEmpty ? low : Number(value)}
          onChange={onChange}
          thumbLabel={label}
          {...(isEmpty && { thumbValueText: t('fields.noValue') })}
          thumbProps={{
            ref: thumb,
            'aria-invalid': error !== undefined,
            onKeyDown: ({ key }: KeyboardEvent) => {
              if (mayClear && (key === 'Delete' || key === 'Backspace')) clear()
            },
          }}
        />
        <output className={classes['value']} aria-hidden="true">
          {isEmpty ? '–' : value}
        </output>
        <div className={classes['clear']}>
          {mayClear && <Input.ClearButton aria-label={t('fields.clear', { field: label })} onClick={clear} />}
        </div>
      </div>
    </Input.Wrapper>
  )
}
