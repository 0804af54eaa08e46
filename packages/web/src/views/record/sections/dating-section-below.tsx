import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DatedSource } from '@trowel/contract/chronology.js'
import { isObject } from '@trowel/contract/json.js'
import { useTranslation } from 'react-i18next'
import { DensityLine } from '../../../components/density-line.js'
import { densityOf } from '../../../components/density-of.js'
import { useDateWords } from '../../../components/fields/fuzzy-date-words.js'
import { calendarYear } from '../../../components/years.js'
import { type Table, useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import { chronologyQueries } from '../../../queries/chronology.js'
import type { WholeRecord } from '../../../queries/records.js'
import { relatedOf } from '../first-related.js'

/** May dated records hang under one? */
export const mayHaveDatedBelow = (record: WholeRecord, tables: readonly Table[]): boolean =>
  relatedOf(record).some(({ tb_id }) => tables.some(({ name, fuzzy_date }) => name === tb_id && fuzzy_date))

/** The dated records that hang under one, source by source; nothing while they are on their way. */
export function useDatedBelow(record: WholeRecord): readonly DatedSource[] | undefined {
  const { app, tables } = useApplication()
  const isPast = useAsOf() !== undefined
  const { tb_id: table, rec_id: id } = record.metadata
  const { data, isPending, isFetching } = useQuery({
    ...chronologyQueries.below(app, table, id ?? 0),
    // They are known of now alone.
    enabled: id !== null && !isPast && tables.some((one) => one.fuzzy_date),
  })
  if (isPast) return []
  if (isPending && isFetching && mayHaveDatedBelow(record, tables)) return undefined
  return (data?.sources ?? []).filter(({ records }) => records.length > 0)
}

/** How many records of a table hang under this one, and of which time they are. */
export function DatedBelow({ source }: { source: DatedSource }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const words = useDateWords()
  const density = densityOf(source.records)
  const dated = source.records.filter(({ from, to }) => from !== null || to !== null).length
  if (!density) return null
  const summary = t('dates.spread', {
    count: dated,
    number: dated.toLocaleString(i18n.language),
    from: words.year(calendarYear(density.from)),
    to: words.year(calendarYear(density.to)),
  })
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" component="span">
          <Link
            to="/app/$app/records/$table"
            params={{ app, table: source.tb_id }}
            search={isObject(source.filter) ? { filter: source.filter } : {}}
            className="reference"
          >
            {source.tb_label}
          </Link>
        </Text>
        <Text size="xs" c="dimmed" className="numbers">
          {t('dates.dated', { count: dated, number: dated.toLocaleString(i18n.language) })}
        </Text>
      </Group>
      <DensityLine density={density} label={`${source.tb_label}: ${summary}`} height={34} />
      <Group justify="space-between" aria-hidden="true">
        <Text size="xs" c="dimmed" className="numbers">
          {words.year(calendarYear(density.from))}
        </Text>
        <Text size="xs" c="dimmed" className="numbers">
          {words.year(calendarYear(density.to))}
        </Text>
      </Group>
    </div>
  )
}
