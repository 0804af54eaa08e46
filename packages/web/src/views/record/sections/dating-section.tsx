import { Box, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CertaintyMark } from '../../../components/fields/fuzzy-date-certainty.js'
import { yearsOf } from '../../../components/fields/fuzzy-date-input.js'
import { certaintyOf, dateInWords, useDateWords } from '../../../components/fields/fuzzy-date-words.js'
import { Section } from '../../../components/section.js'
import type { WholeRecord } from '../../../queries/records.js'
import { DatedBelow, useDatedBelow } from './dating-section-below.js'

/** Fields of a dating as they are stored; they are shown here and nowhere else. */
const numberIn = (value: unknown): number | null =>
  value === null || value === undefined || value === '' || !Number.isFinite(Number(value))
    ? null
    : Number(value)

export function datingOf({ core }: Pick<WholeRecord, 'core'>) {
  const text = (name: string) => {
    const value = core[name]?.val ?? null
    return value === null || value === '' ? null : String(value)
  }
  return {
    label: text('chrono_label'),
    from: numberIn(core['chrono_from']?.val),
    to: numberIn(core['chrono_to']?.val),
    certainty: text('chrono_certainty'),
    period: text('chrono_period'),
  }
}

/** When a record is of, and how what hangs under it is spread over time. */
export function DatingSection({ record, showEmpty }: { record: WholeRecord; showEmpty: boolean }) {
  const { t } = useTranslation()
  const words = useDateWords()
  const below = useDatedBelow(record)
  const dating = datingOf(record)
  const isDated = dating.label !== null || dating.from !== null || dating.to !== null
  const shows = record.schema.has_fuzzy_date && (isDated || dating.period !== null || showEmpty)
  if (!shows && below?.length === 0) return null
  const dateText = dateInWords(dating.label, dating, words)
  const years = yearsOf(dating.from, dating.to, words.year)
  return (
    <Section name="dating" title={t('dates.title')}>
      <Stack gap="sm">
        {shows && (
          <div>
            <Group gap="xs" align="baseline" justify="space-between">
              <Text fw={600} {...(!isDated && { c: 'dimmed' })}>
                {dateText}
              </Text>
              {isDated && (
                <Text size="sm" component="span">
                  <CertaintyMark certainty={certaintyOf(dating.certainty)} />
                </Text>
              )}
            </Group>
            {dating.period && <Text size="sm">{dating.period}</Text>}
            {isDated && (
              <Text size="xs" c="dimmed" className="numbers">
                {[years !== dateText && years, dating.label && t('dates.typed', { text: dating.label })]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            )}
          </div>
        )}
        {/* As high as the first of them will be. */}
        {below === undefined && <Box h={75} />}
        {below?.map((source) => (
          <DatedBelow key={source.tb_id + (source.fk_col ?? '')} source={source} />
        ))}
      </Stack>
    </Section>
  )
}
