import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  /** `YYYY-MM-DD`; empty where there is none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A day. The input keeps what is typed by itself: React would write it into the attribute of the input too,
 * and after that Firefox no longer knows that half a date stands there, which would be saved as none.
 */
export function DateInput({ value, onChange, ...input }: Props) {
  const place = useRef<HTMLInputElement>(null)
  const [first] = useState(value)
  useEffect(() => {
    // Another value than the one typed was put in from outside.
    if (place.current && place.current.value !== value) place.current.value = value
  }, [value])
  return (
    <TextInput
      {...input}
      ref={place}
      type="date"
      defaultValue={first}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
