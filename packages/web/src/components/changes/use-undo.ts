import { useMutation } from '@tanstack/react-query'
import type { ChangeSet } from '@trowel/contract/changes.js'
import type { Job } from '@trowel/contract/jobs.js'
import type { UndoBody, UndoReply } from '@trowel/contract/undo.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChanged, useRecordsWritten } from '../../core/application.js'
import { client } from '../../core/session.js'
import { inJournal } from '../../queries/history.js'
import { showDone, showProblem } from '../notices.js'
import { titleOf } from './change-set-words.js'

/** What becomes of what was changed again later. */
export type ConflictChoice = 'keep' | 'overwrite'

/** From so many rows on an undo goes on in the background, and says how far it is. */
const manyRows = 2_000

export const isLong = ({ counts }: ChangeSet): boolean =>
  Object.values(counts).reduce(
    (sum, { created, updated, deleted }) => sum + created + updated + deleted,
    0,
  ) >= manyRows

/** @returns the answer also where the work goes on in the background */
async function undo(
  set: ChangeSet,
  body: Pick<UndoBody, 'conflicts'>,
  onProgress?: (job: Job) => void,
): Promise<UndoReply> {
  if (!isLong(set)) return client.history.undo(set.id, body)
  const { job } = await client.history.undo(set.id, { ...body, background: true })
  const { result } = await client.jobs.wait(job.id, { onProgress })
  return result as UndoReply
}

/**
 * Undoes a set, says so, and offers to do it again. `progress` is that of a long one, from 0 to 1.
 */
export function useUndo(set: ChangeSet, onDone: (reply: UndoReply) => void) {
  const { t } = useTranslation()
  const written = useRecordsWritten()
  const changed = useChanged()
  const [progress, setProgress] = useState<number>()
  const settle = () => {
    void written()
    void changed(...inJournal)
  }
  const redo = async (made: ChangeSet) => {
    try {
      await undo(made, {})
      settle()
      showDone(t('history.redone', { title: titleOf(set) }))
    } catch (error) {
      showProblem(error)
    }
  }
  const mutation = useMutation({
    mutationFn: (conflicts: ConflictChoice | undefined) =>
      undo(set, { conflicts }, ({ done, total }) => setProgress(total > 0 ? done / total : 0)),
    onSuccess: (reply) => {
      settle()
      const { change_set: made } = reply
      if (made)
        showDone(t('history.isUndone', { title: titleOf(set) }), {
          label: t('history.redo'),
          act: () => void redo(made),
        })
      else showDone(t('history.nothingToUndo'))
      onDone(reply)
    },
    onSettled: () => setProgress(undefined),
  })
  return { ...mutation, progress }
}
