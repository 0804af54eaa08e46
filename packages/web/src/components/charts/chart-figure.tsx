import { Button, Group, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Filter } from '@trowel/client'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { useAsOf } from '../../core/past.js'
import type { client } from '../../core/session.js'
import { chartQueries } from '../../queries/charts.js'
import { csvText } from '../csv-text.js'
import { Icon } from '../icon.js'
import { saveBlob } from '../save-file.js'
import { Empty, Loaded, Waiting } from '../states.js'
import { type ChartDraft, definitionOf } from './chart-draft.js'
import classes from './chart-figure.module.css'

const Drawing = lazyPart(() => import('./drawing.js'))

type Data = Awaited<ReturnType<typeof client.charts.data>>

/** A chart with the numbers of the state that is looked at, drawn and as a table. */
export function ChartFigure({
  draft,
  name,
  withTable = false,
}: {
  draft: ChartDraft
  name: string
  withTable?: boolean
}) {
  const { app } = useApplication()
  const query = useQuery({
    ...chartQueries.data(app, definitionOf(draft), useAsOf()),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes['figure']}>
      <Loaded query={query} lines={5}>
        {(data) => <Figure draft={draft} name={name} data={data} withTable={withTable} />}
      </Loaded>
    </div>
  )
}

function Figure({
  draft,
  name,
  data,
  withTable,
}: {
  draft: ChartDraft
  name: string
  data: Data
  withTable: boolean
}) {
  const { t, i18n } = useTranslation()
  const { app, table } = useApplication()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  const series = useMemo(
    () =>
      data.type === 'metric'
        ? undefined
        : {
            type: data.type,
            labels: data.labels.map((label) => label || t('charts.noValue')),
            values: data.data,
          },
    [data, t],
  )
  if (data.type === 'metric')
    return (
      <div className={classes['metric']}>
        <span className="numbers">
          {typeof data.value === 'number' ? data.value.toLocaleString(i18n.language) : (data.value ?? '–')}
        </span>
      </div>
    )
  if (!series || series.values.length === 0) return <Empty icon="chart" title={t('charts.nothing')} />
  const listingAt = (place: number) =>
    groupListing(draft, data.keys[place] ?? null, table(draft.tb) !== undefined)
  const open = (place: number) => {
    const search = listingAt(place)
    if (search) void navigate({ to: '/app/$app/records/$table', params: { app, table: draft.tb }, search })
  }
  const isOpen = withTable || opened
  return (
    <>
      <Suspense
        fallback={
          <div className={classes['drawing']}>
            <Waiting lines={5} />
          </div>
        }
      >
        <Drawing series={series} style={draft.style} name={name} onGroup={listingAt(0) && open} />
      </Suspense>
      {data.truncated && (
        <Text size="xs" c="dimmed">
          {t('charts.truncated')}
        </Text>
      )}
      <Group gap="xs" justify="flex-end">
        {!withTable && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {t(opened ? 'charts.hideNumbers' : 'charts.numbers')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="export" size={13} />}
          onClick={() =>
            saveBlob(
              csvText([
                [t('charts.group'), name],
                ...series.labels.map((label, place) => [label, series.values[place] ?? null]),
              ]),
              `${name}.csv`,
            )
          }
        >
          CSV
        </Button>
      </Group>
      {isOpen && (
        <section className={classes['numbers']} aria-label={t('charts.numbersOf', { name })}>
          <Table verticalSpacing={4} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('charts.group')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('charts.value')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {series.labels.map((label, place) => {
                const search = listingAt(place)
                return (
                  <Table.Tr key={place}>
                    <Table.Th scope="row" fw={400}>
                      {search ? (
                        <Link
                          to="/app/$app/records/$table"
                          params={{ app, table: draft.tb }}
                          search={search}
                          className="reference"
                        >
                          {label}
                        </Link>
                      ) : (
                        label
                      )}
                    </Table.Th>
                    <Table.Td ta="right" className="numbers">
                      {series.values[place]?.toLocaleString(i18n.language) ?? '–'}
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </>
  )
}

/**
 * The listing of the records that make one group of a chart.
 *
 * @param isMain is the chart one of a main table? Rows of plugin tables have no listing.
 * @returns `undefined` where a listing cannot ask for them
 */
function groupListing(
  { groupedBy, filter }: ChartDraft,
  key: string | number | null,
  isMain: boolean,
): ListingSearch | undefined {
  if (!isMain) return undefined
  const own: Filter = { [groupedBy]: key === null ? { _empty: true } : { _eq: key } }
  if (filter === undefined) return { filter: own }
  if (filter.filter !== undefined && Object.keys(filter.filter).length > 0)
    return { filter: { _and: [filter.filter, own] } }
  if (filter.search_type === 'sqlExpert' && filter.querytext)
    return { expert: `(${filter.querytext}) AND ${expertOf(groupedBy, key)}` }
  return filter.search_type === 'fast' && filter.search ? undefined : { filter: own }
}

function expertOf(field: string, key: string | number | null): string {
  if (key === null) return `(${field} IS NULL OR ${field} = '')`
  return `${field} = ${typeof key === 'number' ? key : `'${key.replaceAll("'", "''")}'`}`
}
