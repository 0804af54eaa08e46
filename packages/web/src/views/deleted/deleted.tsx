import { Select, Stack } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Pages } from '../../components/pages.js'
import { Empty, Loaded, Waiting } from '../../components/states.js'
import { RestoredNotice } from '../../components/versions/restored-notice.js'
import type { Restored } from '../../components/versions/use-restore.js'
import { type Table, useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { historyQueries } from '../../queries/history.js'
import { recordQueries } from '../../queries/records.js'
import { searchQueries } from '../../queries/search.js'
import { DeletedRecord } from './deleted-record.js'

const perPage = 30

/** Records that were deleted, table by table, and the way back. */
export function Deleted() {
  const { t, i18n } = useTranslation()
  const { app, tables } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/deleted' })
  const [restored, setRestored] = useState<{ reply: Restored; name: string }>()
  const counts = useQueries({
    queries: tables.map(({ name }) => historyQueries.deleted(app, name, 1, 1)),
    combine: (replies) => ({
      totals: replies.map(({ data }) => data?.total),
      settled: replies.every(({ isPending }) => !isPending),
    }),
  })
  // Without a table in the address: the first one in which something was deleted.
  const chosen =
    tables.find(({ name }) => name === address.table) ??
    (counts.settled ? (tables.find((_, k) => (counts.totals[k] ?? 0) > 0) ?? tables[0]) : undefined)
  const page = address.page ?? 1
  const found = useQuery({
    ...historyQueries.deleted(app, chosen?.name ?? '', page, perPage),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
  })
  const showRestored = (reply: Restored, name: string) => {
    document.getElementById('content')?.scrollTo(0, 0)
    setRestored({ reply, name })
  }
  const number = (count: number) => count.toLocaleString(i18n.language)
  const total = found.data?.total
  return (
    <Page
      title={t('navigation.deleted')}
      note={
        <span className="numbers" role="status">
          {total === undefined ? '\u00a0' : t('deleted.count', { count: total, number: number(total) })}
        </span>
      }
      actions={
        <Select
          aria-label={t('deleted.table')}
          w={260}
          allowDeselect={false}
          searchable
          data={tables.map(({ name, label }, k) => {
            const count = counts.totals[k]
            return {
              value: name,
              label: count ? t('deleted.tableCount', { table: label, number: number(count) }) : label,
            }
          })}
          value={chosen?.name ?? null}
          onChange={(name) =>
            name && void navigate({ to: '/app/$app/deleted', params: { app }, search: { table: name } })
          }
        />
      }
    >
      {restored && (
        <RestoredNotice
          restored={restored.reply}
          name={restored.name}
          onClose={() => setRestored(undefined)}
        />
      )}
      {chosen === undefined ? (
        <Waiting />
      ) : (
        <Loaded query={found}>
          {({ deleted, total: all }) =>
            deleted.length === 0 ? (
              <Empty icon="bin" title={t('deleted.none')}>
                {t('deleted.noneText')}
              </Empty>
            ) : (
              <Stack gap="sm">
                <Records table={chosen} deleted={deleted} onRestored={showRestored} />
                <Pages
                  page={page}
                  total={all}
                  perPage={perPage}
                  onPage={(to) =>
                    void navigate({
                      to: '/app/$app/deleted',
                      params: { app },
                      search: { ...address, page: to },
                    })
                  }
                />
              </Stack>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

function Records({
  table,
  deleted,
  onRestored,
}: {
  table: Parameters<typeof useShortTexts>[0]
  deleted: Parameters<typeof useShortTexts>[1]
  onRestored: (reply: Restored, name: string) => void
}) {
  const shortOf = useShortTexts(table, deleted)
  return deleted.map((record) => (
    <DeletedRecord
      key={record.version_id}
      table={table}
      record={record}
      short={shortOf(record)}
      onRestored={onRestored}
    />
  ))
}

type Deleted = Awaited<ReturnType<typeof client.history.deleted>>['deleted']

/**
 * What deleted records were about, in the few fields by which the table is known: names in place of the ids
 * of lookups.
 */
function useShortTexts(table: Table, deleted: Deleted): (record: Deleted[number]) => string {
  const { app, table: tableOf } = useApplication()
  const config = useQuery(searchQueries.config(app, table.name))
  const fields = table.preview
    .filter((name) => name !== table.id_field)
    .flatMap((name) => config.data?.fields.find(({ value }) => value === `${table.name}:${name}`) ?? [])
    .map(({ value, ref_tb }) => ({ name: value.slice(table.name.length + 1), target: ref_tb }))
  const lookups = fields.flatMap(({ name, target }) => {
    const known = target == null ? undefined : tableOf(target)
    const ids = deleted.flatMap(({ content }) => content.core[name] ?? []).map(Number)
    return known ? [{ name, target: known, ids }] : []
  })
  const names = useQueries({
    queries: lookups.map(({ target, ids }) => recordQueries.names(app, target.name, target.id_field, ids)),
  })
  const nameOf = (field: string, id: number): string | undefined =>
    names[lookups.findIndex(({ name }) => name === field)]?.data?.get(id)
  return ({ content: { core } }) =>
    fields
      .map(({ name, target }) => {
        const value = core[name]
        if (value === null || value === undefined || value === '') return undefined
        // A lookup whose record is gone, or may not be seen, says nothing.
        return target == null ? String(value) : nameOf(name, Number(value))
      })
      .filter((text) => text !== undefined)
      .join(' · ')
}
