import { Anchor, Text } from '@mantine/core'
import type { CurveSource } from '@trowel/contract/radiocarbon.js'
import type { Cell, FieldSchema } from '@trowel/contract/record.js'
import { useTranslation } from 'react-i18next'
import { useDateWords } from '../../../components/fields/fuzzy-date-words.js'
import { calendarYear } from '../../../components/years.js'

/** Calibrated ranges as the service stores them: calendar years before 1950, the younger bound first. */
const ranges = [
  ['1σ', 'cal_1s_from', 'cal_1s_to'],
  ['2σ', 'cal_2s_from', 'cal_2s_to'],
] as const
const rangeFields: ReadonlySet<string> = new Set(ranges.flatMap(([, from, to]) => [from, to]))

/** Are these the fields of radiocarbon dates? */
export const isRadiocarbon = (fields: readonly FieldSchema[]): boolean =>
  ['bp', 'bp_error', ...rangeFields].every((name) => fields.some((field) => field.name === name))

/** Is this one of the four bounds, which are shown together? */
export const isBound = (name: string): boolean => rangeFields.has(name)

/** What a radiocarbon age is in calendar years, or why nobody knows. */
export function CalibratedRanges({ row }: { row: Readonly<Record<string, Cell>> }) {
  const { t } = useTranslation()
  const words = useDateWords()
  const number = (name: string) => {
    const value = row[name]?.val ?? null
    return value === null || value === '' ? null : Number(value)
  }
  const known = ranges.flatMap(([sigma, young, old]) => {
    const from = number(old)
    const to = number(young)
    return from === null || to === null ? [] : [{ sigma, from, to }]
  })
  if (known.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(
          number('bp') === null || number('bp_error') === null
            ? 'radiocarbon.incomplete'
            : 'radiocarbon.none',
        )}
      </Text>
    )
  return known.map(({ sigma, from, to }) => (
    <div key={sigma} className="numbers">
      <Text size="sm" component="span">
        {sigma} {from}–{to} cal BP
      </Text>{' '}
      <Text size="sm" c="dimmed" component="span">
        {words.year(calendarYear(1950 - from))} – {words.year(calendarYear(1950 - to))}
      </Text>
    </div>
  ))
}

/** With which curves dates were calibrated, and whose work that is. */
export function CurveSources({ curves }: { curves: readonly CurveSource[] }) {
  const { t } = useTranslation()
  return curves.map(({ name, title, citation, doi }) => (
    <Text key={name} size="sm" c="dimmed" mt="xs">
      {t('radiocarbon.curve', { curve: title, citation })}{' '}
      {doi !== null && (
        <Anchor size="sm" href={`https://doi.org/${doi}`} target="_blank" rel="noreferrer">
          doi {doi}
        </Anchor>
      )}
    </Text>
  ))
}
