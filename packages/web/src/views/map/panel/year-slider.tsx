import { Button, Group, RangeSlider, Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateWords } from '../../../components/fields/fuzzy-date-words.js'
import { calendarYear, countedYear } from '../../../components/years.js'
import type { Table } from '../../../core/application.js'
import { useSpan } from '../layers/use-years.js'
import { type Ends, isWhole, moved, stepOf } from './year-steps.js'

/** Only what may date between two years. */
export function YearSlider({
  app,
  table,
  years,
  onYears,
}: {
  app: string
  table: Table
  years: Ends | undefined
  onYears: (years: Ends | undefined) => void
}) {
  const { t } = useTranslation()
  const words = useDateWords()
  const span = useSpan(app, table.name, table.fuzzy_date)
  const [first, last] = (years ?? span ?? [1, 1]).map(countedYear)
  const [chosen, setChosen] = useState<Ends>([first ?? 1, last ?? 1])
  useEffect(() => setChosen([first ?? 1, last ?? 1]), [first, last])
  if (!span || span[0] === span[1]) return null
  const whole: Ends = [countedYear(span[0]), countedYear(span[1])]
  const step = stepOf(whole)
  const yearText = (counted: number) => words.year(calendarYear(counted))
  const choose = (ends: Ends) =>
    onYears(isWhole(ends, whole) ? undefined : [calendarYear(ends[0]), calendarYear(ends[1])])
  /** Arrows are known to the slider itself. */
  const press = (end: 0 | 1) => (event: KeyboardEvent) => {
    const to = moved(event.key, end, chosen, whole, step)
    if (!to) return
    event.preventDefault()
    setChosen(to)
    choose(to)
  }
  return (
    <div className="whole">
      <Group justify="space-between" gap="xs">
        <Text size="xs" fw={500} className="numbers">
          {t('map.years')}: {yearText(chosen[0])} – {yearText(chosen[1])}
        </Text>
        {years && (
          <Button size="compact-xs" variant="subtle" onClick={() => onYears(undefined)}>
            {t('map.allYears')}
          </Button>
        )}
      </Group>
      <RangeSlider
        size="xs"
        mt={6}
        mb={4}
        min={whole[0]}
        max={whole[1]}
        minRange={0}
        step={step}
        // Both years stand above.
        label={null}
        value={[chosen[0], chosen[1]]}
        thumbFromLabel={t('map.fromYear')}
        thumbToLabel={t('map.toYear')}
        thumbValueText={yearText}
        thumbProps={(end) => ({ onKeyDown: press(end) })}
        onChange={setChosen}
        onChangeEnd={choose}
      />
    </div>
  )
}
