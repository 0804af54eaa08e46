import { useMutation } from '@tanstack/react-query'
import type { ChangeSet } from '@trowel/contract/changes.js'
import type { Job } from '@trowel/contract/jobs.js'
import type { UndoBody, UndoReply } from '@trowel/contract/undo.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChanged, useRecordsWritten } from '../../core/application.js'
import { client, undoSteps } from '../../core/session.js'
import { inJournal } from '../../queries/history.js'
import { showDone } from '../notices.js'
import { titleOf } from './change-set-words.js'
import { hideOffer } from './show-changed.js'
import { requestUndo } from './undo-request.js'

/** What becomes of what was changed again later. */
export type ConflictChoice = 'keep' | 'overwrite'

/** From so many rows on an undo goes on in the background, and says how far it is. */
const manyRows = 2_000

/** Takes away what was said of the undo before. */
let hideNotice: (() => void) | undefined

/** How many rows a set changed. */
export const rowsOf = ({ counts }: ChangeSet): number =>
  Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0)

/** @returns the answer also where the work goes on in the background */
async function undo(
  set: ChangeSet,
  body: Pick<UndoBody, 'conflicts'>,
  onProgress: (job: Job) => void,
): Promise<UndoReply> {
  if (rowsOf(set) < manyRows) return client.history.undo(set.id, body)
  const { job } = await client.history.undo(set.id, { ...body, background: true })
  const { result } = await client.jobs.wait(job.id, { onProgress })
  return result as UndoReply
}

/**
 * Undoes a set, says so, and offers to do it again; undoing the set of an undo is to do it again. `progress`
 * is that of a long one, from 0 to 1.
 */
export function useUndo(set: ChangeSet, onDone: () => void) {
  const { t } = useTranslation()
  const written = useRecordsWritten()
  const changed = useChanged()
  const [progress, setProgress] = useState<number>()
  const mutation = useMutation({
    mutationFn: async (conflicts: ConflictChoice | undefined) => {
      const { undoes } = set
      const before = undoes === null ? undefined : await client.history.changeSet(undoes, { per_page: 1 })
      const { change_set: made } = await undo(set, { conflicts }, ({ done, total }) =>
        setProgress(total > 0 ? done / total : 0),
      )
      return { made, redone: before?.change_set }
    },
    onSuccess: ({ made, redone }) => {
      void written()
      void changed(...inJournal)
      // What the notice before offered is over.
      hideNotice?.()
      hideOffer(set.id)
      if (!made) {
        undoSteps.forget(set.id)
        hideNotice = showDone(t('history.nothingToUndo'))
      } else if (redone) {
        undoSteps.redid(set.id)
        const title = titleOf(redone)
        hideNotice = showDone(t('history.redone', { title }), () => requestUndo(redone.id))
      } else {
        undoSteps.undid(set.id, made.id)
        const redo = { label: t('history.redo'), act: () => requestUndo(made.id) }
        hideNotice = showDone(t('history.isUndone', { title: titleOf(set) }), redo)
      }
      onDone()
    },
    onSettled: () => setProgress(undefined),
  })
  return { ...mutation, progress }
}
