import { Group } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberTextInput } from '../../components/fields/number-text-input.js'

/** Between which years records are wanted; negative years are BCE. */
export function YearFields({
  from,
  to,
  onChange,
}: {
  from: number | undefined
  to: number | undefined
  onChange: (years: { from: number | undefined; to: number | undefined }) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ from: from ?? '', to: to ?? '' })
  const submit = useDebouncedCallback(
    (now: typeof typed) => onChange({ from: yearOf(now.from), to: yearOf(now.to) }),
    500,
  )
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={t('timeline.years')}>
      {(['from', 'to'] as const).map((end) => (
        <NumberTextInput
          key={end}
          w={112}
          isWhole
          aria-label={t(`timeline.${end}`)}
          placeholder={t(`timeline.${end}`)}
          title={t('dates.yearHint')}
          value={String(typed[end])}
          onChange={(value) => {
            const now = { ...typed, [end]: value }
            setTyped(now)
            submit(now)
          }}
        />
      ))}
    </Group>
  )
}

const yearOf = (text: string | number): number | undefined =>
  text === '' || !Number.isSafeInteger(Number(text)) ? undefined : Number(text)
