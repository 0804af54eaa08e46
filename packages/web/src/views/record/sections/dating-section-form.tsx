import { Select, TextInput } from '@mantine/core'
import type { Problem } from '@trowel/client'
import { parseFuzzyDate } from '@trowel/contract/fuzzy-date.js'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertaintyMark } from '../../../components/fields/fuzzy-date-certainty.js'
import { FuzzyDateInput } from '../../../components/fields/fuzzy-date-input.js'
import { certainties, certaintyOf } from '../../../components/fields/fuzzy-date-words.js'
import { helpBelow } from '../../../components/fields/help-below.js'
import { NumberTextInput } from '../../../components/fields/number-text-input.js'
import type { Value } from '../../../components/fields/value.js'
import { problemText } from '../../../components/refusal.js'
import { Section } from '../../../components/section.js'
import type { WholeRecord } from '../../../queries/records.js'
import { type Draft, withField } from '../draft.js'
import classes from '../record-form.module.css'

/** A dating to be written: as one text, from which its years come; by its years where the text is no date. */
export const DatingForm = memo(
  WrittenDating,
  // Of the draft it shows these values alone.
  (before, now) =>
    before.record === now.record &&
    before.problems === now.problems &&
    before.onChange === now.onChange &&
    dated.every((name) => before.draft.core[name] === now.draft.core[name]),
)

const dated = ['chrono_label', 'chrono_from', 'chrono_to', 'chrono_certainty', 'chrono_period'] as const

function WrittenDating({
  record,
  draft,
  problems,
  onChange,
}: {
  record: WholeRecord
  draft: Draft
  problems: readonly Problem[]
  onChange: (change: (now: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const [wasRefused, setWasRefused] = useState(false)
  if (!record.schema.has_fuzzy_date) return null
  const textOf = (name: string): string => {
    const value = name in draft.core ? draft.core[name] : record.core[name]?.val
    return value === null || value === undefined ? '' : String(value)
  }
  const problem = (name: string) =>
    problemText(
      problems.find(
        (one) => one.field === name && (one['tb'] ?? record.metadata.tb_id) === record.metadata.tb_id,
      ),
    )
  const put = (values: Readonly<Record<string, Value>>) =>
    onChange((now) =>
      Object.entries(values).reduce((next, [name, value]) => withField(next, record, name, value), now),
    )
  const date = textOf('chrono_label')
  const write = (text: string) => {
    const read = parseFuzzyDate(text)
    put({
      chrono_label: text === '' ? null : text,
      chrono_from: read?.from ?? null,
      chrono_to: read?.to ?? null,
    })
  }
  // Years that nobody could read out of the text are entered by hand, and so are those that were refused,
  // until they are saved.
  const isRefused = problem('chrono_from') !== undefined || problem('chrono_to') !== undefined
  if (isRefused && !wasRefused) setWasRefused(true)
  const byHand =
    parseFuzzyDate(date) === undefined ||
    (date === '' && (textOf('chrono_from') !== '' || textOf('chrono_to') !== '')) ||
    wasRefused
  return (
    <Section name="dating" title={t('dates.title')}>
      <div className={classes['fields']}>
        <FuzzyDateInput text={date} error={problem('chrono_label')} onChange={write} />
        <Select
          label={t('dates.howSure')}
          description={t('dates.howSureText')}
          {...helpBelow}
          clearable
          data={certainties.map((one) => ({ value: String(one), label: t(`dates.certainty.${one}`) }))}
          renderOption={({ option }) => <CertaintyMark certainty={certaintyOf(option.value)} />}
          value={textOf('chrono_certainty') === '' ? null : String(certaintyOf(textOf('chrono_certainty')))}
          error={problem('chrono_certainty')}
          onChange={(chosen) => put({ chrono_certainty: chosen === null ? null : Number(chosen) })}
        />
        <TextInput
          label={t('dates.period')}
          description={t('dates.periodText')}
          {...helpBelow}
          maxLength={200}
          value={textOf('chrono_period')}
          error={problem('chrono_period')}
          onChange={(event) => put({ chrono_period: event.currentTarget.value || null })}
        />
        {byHand &&
          (['chrono_from', 'chrono_to'] as const).map((name) => (
            <NumberTextInput
              key={name}
              label={t(name === 'chrono_from' ? 'dates.firstYear' : 'dates.lastYear')}
              {...helpBelow}
              description={t(textOf(name) === '0' ? 'dates.noYearNought' : 'dates.yearHint')}
              isWhole
              value={textOf(name)}
              error={problem(name)}
              onChange={(typed) => put({ [name]: typed || null })}
            />
          ))}
      </div>
    </Section>
  )
}
