import { Anchor, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Empty, Loaded, NoSuchPage } from '../../components/states.js'
import { nameIn } from '../../components/versions/name-in.js'
import { RestoredNotice } from '../../components/versions/restored-notice.js'
import type { Restored } from '../../components/versions/use-restore.js'
import { momentText, operationText, personText } from '../../components/versions/version-words.js'
import { useApplication } from '../../core/application.js'
import { historyQueries } from '../../queries/history.js'
import { recordQueries } from '../../queries/records.js'
import { isRecordId } from './record-id.js'
import { titleOf } from './record-title.js'
import classes from './versions.module.css'
import { Life } from './versions-life.js'
import { Version } from './versions-one.js'

/** All that became of a record, and what it was before each change, also of one that is gone. */
export function Versions() {
  const { t, i18n } = useTranslation()
  const { table, id } = useParams({ from: '/app/$app/record/$table/$id/versions' })
  const search = useSearch({ from: '/app/$app/record/$table/$id/versions' })
  const { app, table: tableOf } = useApplication()
  const navigate = useNavigate()
  const [restored, setRestored] = useState<Restored>()
  const rowId = Number(id)
  const versions = useQuery(historyQueries.versions(app, table, rowId))
  const record = useQuery({ ...recordQueries.one(app, table, rowId, undefined), retry: false })
  const known = tableOf(table)
  const latest = versions.data?.versions[0]?.id
  const last = useQuery({
    ...historyQueries.version(app, latest ?? 0, 'change'),
    enabled: record.isError && latest !== undefined,
  })
  if (!known || !isRecordId(id)) return <NoSuchPage />
  const name = record.data
    ? titleOf(record.data)
    : last.data
      ? nameIn(known, rowId, last.data.version.content.core)
      : t('grid.nameless', { id })
  return (
    <Page
      title={t('versions.of', { name })}
      note={
        record.data ? (
          <Anchor component={Link} to={`/app/${app}/record/${table}/${id}`} size="sm" c="dimmed">
            {t('versions.toRecord', { table: known.label, name })}
          </Anchor>
        ) : record.isError ? (
          t('versions.recordGone', { table: known.label })
        ) : (
          known.label
        )
      }
      actions={
        <SegmentedControl
          aria-label={t('versions.show')}
          value={search.show ?? 'life'}
          data={[
            { value: 'life', label: t('versions.life') },
            { value: 'versions', label: t('versions.toBringBack') },
          ]}
          onChange={(value) =>
            void navigate({ to: '.', search: { show: value === 'versions' ? value : undefined } })
          }
        />
      }
    >
      {restored && <RestoredNotice restored={restored} name={name} onClose={() => setRestored(undefined)} />}
      {search.show === 'versions' ? (
        <Loaded query={versions}>
          {({ versions: list }) => {
            const chosen = list.find((one) => one.id === search.version) ?? list[0]
            if (!chosen)
              return (
                <Empty icon="history" title={t('versions.none')}>
                  {t('versions.noneText')}
                </Empty>
              )
            return (
              <div className={classes['columns']}>
                <nav aria-label={t('versions.list')} className={classes['list']}>
                  {list.map((version) => (
                    <Link
                      key={version.id}
                      to="/app/$app/record/$table/$id/versions"
                      params={{ app, table, id }}
                      search={{ ...search, version: version.id }}
                      className={classes['entry']}
                      aria-current={version === chosen ? 'true' : undefined}
                    >
                      <span className={classes['what']}>{operationText(t, version.operation)}</span>
                      <span>{momentText(version.time, i18n.language)}</span>
                      <Text component="span" size="xs" c="dimmed">
                        {personText(t, version)}
                      </Text>
                    </Link>
                  ))}
                </nav>
                <Version
                  key={`${chosen.id}${search.beside ?? ''}`}
                  table={known}
                  entry={chosen}
                  beside={search.beside}
                  name={name}
                  onRestored={setRestored}
                />
              </div>
            )
          }}
        </Loaded>
      ) : (
        <Life table={table} id={rowId} page={search.page ?? 1} />
      )}
    </Page>
  )
}
