import { Button, Chip, Group, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberTextInput } from '../../components/fields/number-text-input.js'
import { Narrowed } from '../../components/narrowed.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded } from '../../components/states.js'
import { ToolLine } from '../../components/tool-line.js'
import { useApplication } from '../../core/application.js'
import { isNarrowed, listingOf } from '../../core/listing-address.js'
import { chronologyQueries } from '../../queries/chronology.js'
import { DatedTable } from './dated-table.js'
import { Plot } from './plot.js'
import type { TimelineSearch } from './timeline-address.js'

/** All dated records beside each other. */
export function Timeline() {
  const { t, i18n } = useTranslation()
  const { app, tables, table: tableOf } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/timeline' })
  const { table, from, to, as, as_of } = address
  const dated = tables.filter((one) => one.fuzzy_date)
  const handedOver = table !== undefined && isNarrowed(address)
  const chosen = (handedOver ? [table] : (address.tables ?? (table ? [table] : undefined)))?.filter((name) =>
    dated.some((one) => one.name === name),
  )
  const go = (search: TimelineSearch) => void navigate({ to: '/app/$app/timeline', params: { app }, search })
  const query = useQuery({
    ...chronologyQueries.timeline(app, {
      from,
      to,
      tb: chosen,
      as_of,
      ...(handedOver && listingOf(address)),
    }),
    enabled: dated.length > 0,
  })
  const count = query.data?.tables.reduce((sum, { records }) => sum + records.length, 0)
  if (dated.length === 0)
    return (
      <Page title={t('navigation.timeline')}>
        <Empty icon="timeline" title={t('timeline.noTable')}>
          {t('timeline.noTableText')}
        </Empty>
      </Page>
    )
  return (
    <Page
      fill
      title={t('navigation.timeline')}
      past={{ table: chosen?.length === 1 ? chosen[0] : undefined }}
      note={
        <span role="status" className="numbers">
          {count === undefined
            ? '\u00a0'
            : t('timeline.count', { count, number: count.toLocaleString(i18n.language) })}
          {query.data?.truncated && ` · ${t('timeline.truncated')}`}
        </span>
      }
      actions={
        <ToolLine>
          <YearFields from={from} to={to} onChange={(years) => go({ ...address, ...years })} />
          <SegmentedControl
            data={[
              { value: 'drawing', label: t('timeline.asDrawing') },
              { value: 'table', label: t('timeline.asTable') },
            ]}
            value={as ?? 'drawing'}
            onChange={(one) => go({ ...address, as: one === 'table' ? 'table' : undefined })}
          />
        </ToolLine>
      }
    >
      <Group mb="sm" gap="xs">
        {handedOver ? (
          <>
            <Text size="sm" fw={600}>
              {tableOf(table)?.label ?? table}
            </Text>
            <Narrowed
              table={table}
              address={address}
              onChange={(rest) => go({ table, from, to, as, ...rest })}
            />
          </>
        ) : (
          <Chip.Group
            multiple
            value={[...(chosen ?? dated.map(({ name }) => name))]}
            onChange={(names) =>
              go({
                from,
                to,
                as,
                tables: names.length === 0 || names.length === dated.length ? undefined : names,
              })
            }
          >
            <ToolLine>
              {dated.map(({ name, label }) => (
                <Chip key={name} value={name} size="sm" variant="outline">
                  {label}
                </Chip>
              ))}
            </ToolLine>
          </Chip.Group>
        )}
      </Group>
      <Loaded query={query}>
        {({ tables: found }) =>
          found.length === 0 ? (
            <Empty icon="timeline" title={t('timeline.nothing')}>
              {t('timeline.nothingText')}
              <br />
              <Button component={Link} variant="default" size="xs" mt="sm" to={`/app/${app}/timeline`}>
                {t('timeline.all')}
              </Button>
            </Empty>
          ) : as === 'table' ? (
            <DatedTable tables={found} />
          ) : (
            // Who looks closely goes on doing so while others write.
            <Plot key={JSON.stringify({ ...address, as: undefined })} tables={found} />
          )
        }
      </Loaded>
    </Page>
  )
}

/** Between which years records are wanted; negative years are BCE. */
function YearFields({
  from,
  to,
  onChange,
}: {
  from: number | undefined
  to: number | undefined
  onChange: (years: { from: number | undefined; to: number | undefined }) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Readonly<Record<'from' | 'to', string | number>>>({
    from: from ?? '',
    to: to ?? '',
  })
  const asked = useRef({ from, to })
  useEffect(() => {
    // What is typed stays as it is; other years come from elsewhere, as by the way back.
    if (asked.current.from === from && asked.current.to === to) return
    asked.current = { from, to }
    setTyped({ from: from ?? '', to: to ?? '' })
  }, [from, to])
  const submit = useDebouncedCallback((now: typeof typed) => {
    asked.current = { from: yearOf(now.from), to: yearOf(now.to) }
    onChange(asked.current)
  }, 500)
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
