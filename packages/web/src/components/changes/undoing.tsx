import { notifications } from '@mantine/notifications'
import { ApiError } from '@trowel/client'
import type { ChangeSet } from '@trowel/contract/changes.js'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, undoSteps } from '../../core/session.js'
import { showProblem } from '../notices.js'
import { UndoDialog, UndoProgress } from './undo-dialog.js'
import { endUndoRequest, forgetKeys, type UndoRequest } from './undo-request.js'
import { rowsOf, useUndo } from './use-undo.js'

/** Undoes what was wished, after a question where one is called for. */
export default function Undoing({ request }: { request: UndoRequest }) {
  const [set, setSet] = useState<ChangeSet>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    client.history.changeSet(request.set, { per_page: 1 }).then(
      ({ change_set }) => {
        setAsking(request.askFrom !== undefined && rowsOf(change_set) >= request.askFrom)
        setSet(change_set)
      },
      (error) => giveUp(request, error),
    )
  }, [request])
  useEffect(() => {
    if (isAsking) forgetKeys()
  }, [isAsking])
  if (!set) return null
  return isAsking ? (
    <UndoDialog set={set} onUndone={request.onDone} onClose={endUndoRequest} />
  ) : (
    <AtOnce set={set} request={request} onRefused={() => setAsking(true)} />
  )
}

/** Undoes a set without a question; what was changed again later, and what is in the way, has to be seen. */
function AtOnce({
  set,
  request,
  onRefused,
}: {
  set: ChangeSet
  request: UndoRequest
  onRefused: () => void
}) {
  const undo = useUndo(set, () => {
    request.onDone?.()
    endUndoRequest()
  })
  useProgressNotice(set, undo.progress)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    undo.mutate(undefined, {
      onError: (error) => {
        if (error instanceof ApiError && /^undo_(conflict|refused)$/.test(error.code)) onRefused()
        else giveUp(request, error)
      },
    })
  })
  return null
}

/** Says how far a long undo is, which goes on while the person does something else. */
function useProgressNotice({ undoes }: ChangeSet, progress: number | undefined): void {
  const id = useId()
  const { t } = useTranslation()
  useEffect(() => {
    if (progress === undefined) return
    const notice = { id, color: 'gray', autoClose: false as const, withCloseButton: false }
    const label = t(undoes === null ? 'history.undoing' : 'history.redoing')
    const message = <UndoProgress progress={progress} label={label} />
    // Shown once, and told again as it goes on.
    notifications.show({ ...notice, message })
    notifications.update({ ...notice, message })
  }, [id, undoes, progress, t])
  useEffect(() => () => void notifications.hide(id), [id])
}

/** The keys go on to the change before it. */
function giveUp({ set }: UndoRequest, error: unknown): void {
  if (error instanceof ApiError && [404, 409].includes(error.status)) undoSteps.forget(set)
  showProblem(error)
  endUndoRequest()
}
