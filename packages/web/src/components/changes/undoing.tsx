import { ApiError } from '@trowel/client'
import type { ChangeSet } from '@trowel/contract/changes.js'
import { useEffect, useRef, useState } from 'react'
import { client, undoSteps } from '../../core/session.js'
import { showProblem } from '../notices.js'
import { UndoDialog } from './undo-dialog.js'
import { endUndoRequest, forgetKeys, type UndoRequest } from './undo-request.js'
import { rowsOf, useUndo } from './use-undo.js'

/** Undoes what was wished, after a question where one is called for. */
export default function Undoing({ request }: { request: UndoRequest }) {
  const [set, setSet] = useState<ChangeSet>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    client.history.changeSet(request.set, { per_page: 1 }).then(
      ({ change_set }) => {
        setAsking(rowsOf(change_set) >= request.askFrom)
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

/** The keys go on to the change before it. */
function giveUp({ set }: UndoRequest, error: unknown): void {
  if (error instanceof ApiError && [404, 409].includes(error.status)) undoSteps.forget(set)
  showProblem(error)
  endUndoRequest()
}
