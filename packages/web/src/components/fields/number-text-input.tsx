import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { heldText, numberText, readNumber } from './number-text.js'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** In the form of the wire; empty where there is none. */
  readonly value: string
  readonly isWhole?: boolean
  readonly onChange: (value: string) => void
}

/**
 * A number, typed as people write it. A text that is none is handed on as well, so that saving it is refused;
 * what is wrong with it is said when the input is left, and no longer as soon as it is mended.
 */
export function NumberTextInput({ value, isWhole = false, error, onChange, ...input }: Props) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const [typed, setTyped] = useState(() => numberText(value, language))
  const [isLeft, setLeft] = useState(true)
  // Another value than the one typed was put in from outside.
  const shown =
    heldText(typed, readNumber(typed, language, isWhole)) === value ? typed : numberText(value, language)
  const read = readNumber(shown, language, isWhole)
  const put = (text: string) => {
    const now = readNumber(text, language, isWhole)
    setTyped(text)
    setLeft(isLeft && 'problem' in read && 'problem' in now)
    onChange(heldText(text, now))
  }
  return (
    <TextInput
      {...input}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      error={isLeft && 'problem' in read ? t(`fields.${read.problem}`, { ...read }) : error}
      onChange={(event) => put(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (step === 0 || !isWhole || input.readOnly || 'problem' in read) return
        event.preventDefault()
        put(String(Number(read.value) + step))
      }}
    />
  )
}
