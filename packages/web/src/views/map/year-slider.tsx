import { Button, Group, RangeSlider, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from './table-map.js'
import { useSpan } from './use-years.js'

type Years = readonly [number, number]

/** Only what may date between two years. */
export function YearSlider({
  app,
  table,
  years,
  onYears,
}: {
  app: string
  table: Table
  years: Years | undefined
  onYears: (years: Years | undefined) => void
}) {
  const { t } = useTranslation()
  const span = useSpan(app, table.name, table.fuzzy_date)
  const [[from, to], setMoved] = useState<Years>(years ?? span ?? [0, 0])
  const [first, last] = years ?? span ?? [0, 0]
  useEffect(() => setMoved([first, last]), [first, last])
  if (!span || span[0] === span[1]) return null
  const year = (value: number) =>
    value < 0 ? t('map.before', { year: -value }) : t('map.after', { year: value })
  return (
    <div className="whole">
      <Group justify="space-between" gap="xs">
        <Text size="xs" fw={500} className="numbers">
          {t('map.years')}: {year(from)} – {year(to)}
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
        min={span[0]}
        max={span[1]}
        minRange={0}
        step={stepOf(span)}
        label={year}
        value={[from, to]}
        thumbFromLabel={t('map.fromYear')}
        thumbToLabel={t('map.toYear')}
        onChange={setMoved}
        onChangeEnd={(chosen) => onYears(isWhole(chosen, span) ? undefined : chosen)}
      />
    </div>
  )
}

const isWhole = (chosen: Years, span: Years): boolean => chosen[0] <= span[0] && chosen[1] >= span[1]

/** About two hundred steps, of round numbers of years. */
const stepOf = ([first, last]: Years): number =>
  [1, 5, 10, 25, 50, 100, 250].find((step) => (last - first) / step <= 250) ?? 500
