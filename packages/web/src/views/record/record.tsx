import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '@trowel/client'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Page } from '../../components/page.js'
import { useSavedDraft } from '../../components/saved-draft.js'
import { Empty, Failed, NoSuchPage, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { useAsOf } from '../../core/past.js'
import { recordQueries } from '../../queries/records.js'
import type { Draft } from './draft.js'
import { useLayoutChoice } from './layout-choice.js'
import { type BegunRecord, draftName, filesName, RecordForm } from './record-form.js'
import { isRecordId } from './record-id.js'
import { RecordSheet } from './record-sheet.js'

/** A record, read or edited, or one that is about to be made. */
export function RecordView() {
  const { table, id } = useParams({ from: '/app/$app/record/$table/$id' })
  const { app, table: tableOf } = useApplication()
  if (!tableOf(table) || (id !== 'new' && !isRecordId(id))) return <NoSuchPage />
  return id === 'new' ? (
    <NewRecord key={`${app}/${table}`} table={table} />
  ) : (
    <Known key={`${table}/${id}`} table={table} id={Number(id)} />
  )
}

function Known({ table, id }: { table: string; id: number }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { layout } = useLayoutChoice(table)
  const asOf = useAsOf()
  const query = useQuery({
    ...recordQueries.one(app, table, id, layout, asOf),
    placeholderData: keepPreviousData,
  })
  const { editing, begin, end } = useEditing()
  const draft = useSavedDraft<BegunRecord>(draftName(table, id))
  if (query.data) {
    if (editing && asOf === undefined)
      return (
        <RecordForm
          record={query.data}
          begun={draft.taken}
          onEnd={() => {
            draft.close()
            end()
          }}
        />
      )
    return (
      <>
        {asOf === undefined && <DraftNotice draft={draft} onTake={begin} />}
        <RecordSheet
          record={query.data}
          onEdit={() => {
            draft.close()
            begin()
          }}
        />
      </>
    )
  }
  if (query.isError && asOf !== undefined) return <NotThen table={table} id={id} error={query.error} />
  if (query.error instanceof ApiError && query.error.code === 'record_not_found')
    return (
      <Empty icon="record" isPage title={t('record.gone')}>
        <p>{t('record.goneText')}</p>
        <Button component={Link} to={`/app/${app}/records/${table}`} variant="default" size="xs">
          {t('listing.showAll')}
        </Button>
      </Empty>
    )
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Waiting lines={10} />
}

/** What cannot be shown of the record at an earlier time, with the way to other times. */
function NotThen({ table, id, error }: { table: string; id: number; error: Error }) {
  const { t } = useTranslation()
  const { table: tableOf } = useApplication()
  return (
    <Page title={tableOf(table)?.label ?? table} past={{ table, record: id }}>
      {error instanceof ApiError && error.code === 'record_not_found' ? (
        <Empty icon="record" title={t('past.gone')}>
          {t('past.goneText')}
        </Empty>
      ) : (
        <Failed error={error} />
      )}
    </Page>
  )
}

function NewRecord({ table }: { table: string }) {
  const { app } = useApplication()
  const query = useQuery(recordQueries.initial(app, table))
  const text = useSavedDraft<BegunRecord>(draftName(table, null))
  const files = useSavedDraft<readonly File[]>(filesName(table))
  // They were left together, and go on or are given up together.
  const draft = {
    ...text,
    take: () => {
      text.take()
      files.take()
    },
    discard: () => {
      text.discard()
      files.discard()
    },
  }
  const [made, setMade] = useState<{ readonly count: number; readonly carried?: Draft }>({ count: 0 })
  if (query.data)
    return (
      <>
        <DraftNotice draft={draft} />
        <RecordForm
          key={text.taken ? 'taken up' : made.count}
          record={{ ...query.data, etag: null }}
          begun={text.taken}
          begunFiles={files.taken}
          carried={made.carried}
          onAnother={(carried) => {
            text.close()
            files.close()
            setMade({ count: made.count + 1, carried })
          }}
        />
      </>
    )
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Waiting lines={10} />
}

/** Is the record being read, or edited? Reading is what a person comes for. */
function useEditing() {
  const [editing, setEditing] = useState(false)
  return {
    editing,
    begin: useCallback(() => setEditing(true), []),
    end: useCallback(() => setEditing(false), []),
  }
}
