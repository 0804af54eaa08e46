import { Text, TextInput } from '@mantine/core'
import { parseFuzzyDate } from '@trowel/contract/fuzzy-date.js'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateWords } from './fuzzy-date-words.js'
import { helpBelow } from './help-below.js'

/** A date as excavators write it; what it means stands beneath while it is typed, or why it is no date. */
export function FuzzyDateInput({
  text,
  error,
  onChange,
}: {
  text: string
  error?: string | undefined
  onChange: (text: string) => void
}) {
  const { t } = useTranslation()
  const words = useDateWords()
  const meaningId = useId()
  const read = parseFuzzyDate(text, words)
  return (
    <div>
      <TextInput
        label={t('dates.date')}
        description={t('dates.how')}
        {...helpBelow}
        placeholder="c4l BCE"
        autoComplete="off"
        maxLength={200}
        value={text}
        error={error}
        aria-describedby={meaningId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text
        size="xs"
        mt={5}
        id={meaningId}
        aria-live="polite"
        {...(read && { c: 'dimmed' })}
        fw={read ? 400 : 500}
      >
        {read
          ? text.trim() === ''
            ? t('dates.nothing')
            : [
                read.label,
                read.from !== read.to && yearsOf(read.from, read.to, words.year),
                (read.from === 0 || read.to === 0) && t('dates.noYearNought'),
              ]
                .filter(Boolean)
                .join(' · ')
          : t('dates.notRead')}
      </Text>
    </div>
  )
}

/** "400 BCE – 301 BCE"; an unknown end is left open. */
export const yearsOf = (from: number | null, to: number | null, year: (year: number) => string): string =>
  from === null && to === null ? '' : [from, to].map((one) => (one === null ? '…' : year(one))).join(' – ')
