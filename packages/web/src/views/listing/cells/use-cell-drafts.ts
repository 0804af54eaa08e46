import { useMutation } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { useRecordsWritten } from '../../../core/application.js'
import { wantMessages } from '../../../core/messages.js'
import { client } from '../../../core/session.js'
import {
  bodyOf,
  type Draft,
  type Drafts,
  draftsIn,
  draftsToSend,
  type NewCell,
  noDrafts,
  reasonOf,
  refusedDrafts,
  withDrafts,
} from './cell-drafts.js'

/** What was typed into cells and is not in the list yet; it is written as it comes, one set after another. */
export function useCellDrafts(table: string) {
  const { t } = useTranslation()
  const written = useRecordsWritten()
  const [drafts, setDrafts] = useState<Drafts>(noDrafts)
  const [reason, setReason] = useState<string>()
  const now = useRef(drafts)
  const hideSaved = useRef<() => void>(undefined)
  useEffect(() => {
    now.current = drafts
  })
  const change = useCallback((to: (drafts: Drafts) => Drafts) => {
    now.current = to(now.current)
    setDrafts(now.current)
  }, [])

  const { mutate } = useMutation({
    // Two sets of one list follow each other: the second builds on what the first has written.
    scope: { id: `cells of ${table}` },
    mutationFn: async (sent: readonly Draft[]) => {
      try {
        return await withChangeSet((options) => client.records.editCells(table, bodyOf(sent), options))
      } catch (error) {
        await wantMessages().catch(() => {})
        throw error
      }
    },
    onSuccess: async ({ changeSet }, sent) => {
      hideSaved.current?.()
      hideSaved.current =
        sent.length > 1 ? showChanged(t('cells.saved', { count: sent.length }), changeSet) : undefined
      await written()
      change((drafts) => withDrafts(drafts, [], sent))
    },
    onError: (error, sent) => {
      const changedTo = (value: unknown) =>
        value === null || value === '' ? t('cells.emptied') : t('cells.changedTo', { value: String(value) })
      const isCurrent = (draft: Draft) => now.current.get(draft.id)?.get(draft.field) === draft
      const refused = refusedDrafts(sent.filter(isCurrent), error, changedTo)
      change((drafts) => withDrafts(drafts, refused))
      setReason(reasonOf(error))
      void written()
    },
  })

  const write = useCallback(
    (cells: readonly NewCell[]) => {
      const sent = draftsToSend(now.current, cells)
      if (sent.length === 0) return
      change((drafts) => withDrafts(drafts, sent))
      setReason(undefined)
      mutate(sent)
    },
    [change, mutate],
  )
  const refused = draftsIn(drafts).filter(({ isSaving }) => !isSaving)
  return {
    drafts,
    write,
    refused,
    /** Why nothing of them was saved, where that is no matter of single cells. */
    reason,
    retry: () => write([]),
    discard: () => change((drafts) => withDrafts(drafts, [], refused)),
  }
}
