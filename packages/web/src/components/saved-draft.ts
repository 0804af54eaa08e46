import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useApplication } from '../core/application.js'
import { drop, findOffline, keep, type OfflineEntry } from '../core/offline-store.js'

/** What was typed here and not saved, as an earlier visit left it on this machine. */
export interface SavedDraft<Content> {
  /** What waits for an answer: go on with it, or give it up? */
  readonly kept: OfflineEntry<Content> | undefined
  /** What the person goes on with. */
  readonly taken: Content | undefined
  readonly take: () => void
  readonly discard: () => void
  /** The question is answered by what the person does; nothing is gone on with any more. */
  readonly close: () => void
}

function useDraftStore<Content>(name: string) {
  const { app, user } = useApplication()
  const { email } = user
  return useMemo(() => {
    const person = { app, email }
    return {
      find: () => findOffline<Content>('drafts', person, name),
      keep: (content: Content) => void keep('drafts', person, name, content),
      drop: () => void drop('drafts', person, name),
    }
  }, [app, email, name])
}

/**
 * Keeps what is typed on this machine, for as long as it is not saved and nobody gives it up.
 * @param typed nothing while it is as it was
 * @returns gives it up
 */
export function useKeeping<Content>(name: string, typed: Content | undefined): () => void {
  const store = useDraftStore<Content>(name)
  const begun = useRef(false)
  const waiting = useRef<Content>(undefined)
  useEffect(() => {
    if (typed !== undefined) waiting.current = typed
    // What an earlier visit left behind stays until something is typed.
    else if (begun.current) {
      waiting.current = undefined
      store.drop()
    }
    begun.current = typed !== undefined
    return afterPaint(() => {
      if (waiting.current !== undefined) store.keep(waiting.current)
      waiting.current = undefined
    })
  }, [store, typed])
  useEffect(
    () => () => {
      if (waiting.current !== undefined) store.keep(waiting.current)
    },
    [store],
  )
  return useCallback(() => {
    waiting.current = undefined
    store.drop()
  }, [store])
}

/** Acts once the page is drawn: what is typed is seen before it is written down. @returns calls it off */
function afterPaint(act: () => void): () => void {
  let timer = 0
  // A hidden window is not drawn, and gets no animation frame.
  if (document.hidden) timer = window.setTimeout(act)
  const frame = requestAnimationFrame(() => {
    if (timer === 0) timer = window.setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    window.clearTimeout(timer)
  }
}

/** What an earlier visit left behind under this name. */
export function useSavedDraft<Content>(name: string): SavedDraft<Content> {
  const store = useDraftStore<Content>(name)
  const [kept, setKept] = useState<OfflineEntry<Content>>()
  const [taken, setTaken] = useState<Content>()
  useEffect(() => {
    let isWanted = true
    void store.find().then((found) => isWanted && setKept(found))
    return () => {
      isWanted = false
    }
  }, [store])
  const answer = (content?: Content) => {
    setKept(undefined)
    setTaken(() => content)
  }
  return {
    kept,
    taken,
    take: () => answer(kept?.content),
    close: () => answer(),
    discard: () => {
      store.drop()
      answer()
    },
  }
}
