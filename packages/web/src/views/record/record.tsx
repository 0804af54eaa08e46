import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '@trowel/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Empty, Failed, NoSuchPage, Waiting } from '../../parts/states.js'
import { type KeptDraft, useKeptDraft } from './kept-draft.js'
import { KeptNotice } from './kept-notice.js'
import { useLayoutChoice } from './layout-choice.js'
import { RecordForm } from './record-form.js'
import { recordQuery } from './record-query.js'
import { RecordSheet } from './record-sheet.js'
import { useEditing } from './use-editing.js'

/** A record, read or edited, or one that is about to be made. */
export function RecordView() {
  const { table, id } = useParams({ from: '/app/$app/record/$table/$id' })
  const { app, table: tableOf } = useApplication()
  if (!tableOf(table)) return <NoSuchPage />
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
  const query = useQuery({ ...recordQuery(app, table, id, layout), placeholderData: keepPreviousData })
  const { editing, begin, end } = useEditing()
  const { kept, take, discard } = useKeptDraft(table, id)
  const [taken, setTaken] = useState<KeptDraft>()
  if (query.data) {
    if (editing)
      return (
        <RecordForm
          record={query.data}
          begun={taken}
          onEnd={() => {
            setTaken(undefined)
            end()
          }}
        />
      )
    return (
      <>
        {kept && (
          <KeptNotice
            at={kept.at}
            onDiscard={discard}
            onTake={() => {
              setTaken(kept.content)
              take()
              begin()
            }}
          />
        )}
        <RecordSheet
          record={query.data}
          onEdit={() => {
            take()
            begin()
          }}
        />
      </>
    )
  }
  if (query.error instanceof ApiError && query.error.code === 'record_not_found')
    return (
      <Empty icon="record" isPage title={t('record.gone')}>
        {t('record.goneText')}
      </Empty>
    )
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Waiting lines={10} />
}

function NewRecord({ table }: { table: string }) {
  const { app } = useApplication()
  const query = useQuery({
    queryKey: [app, 'record', table, 'new', 'form'],
    queryFn: ({ signal }) => client.records.readNew(table, {}, { signal }),
    // What a new record begins with, a next number for instance, is asked for each time.
    staleTime: 0,
    gcTime: 0,
  })
  const { kept, take, discard } = useKeptDraft(table, null)
  const [taken, setTaken] = useState<KeptDraft>()
  if (query.data)
    return (
      <>
        {kept && (
          <KeptNotice
            at={kept.at}
            onDiscard={discard}
            onTake={() => {
              setTaken(kept.content)
              take()
            }}
          />
        )}
        <RecordForm key={taken ? 'taken up' : 'empty'} record={{ ...query.data, etag: null }} begun={taken} />
      </>
    )
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Waiting lines={10} />
}
