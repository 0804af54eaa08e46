import { createClient, type Fetch } from '@trowel/client'
import { useSyncExternalStore } from 'react'
import { watchedFetch } from './connection.js'
import { wantMessages } from './messages.js'
import { forgetOthers } from './offline-store.js'
import { announceLogin, answerOtherTabs } from './other-tabs.js'
import { countingWrites, noteTabSet } from './tab-writes.js'
import { openUndoSteps } from './undo-steps.js'

/** Is the session of this tab over, while a view may still hold what a user typed? */
let ended = false
const listeners = new Set<() => void>()

/** @param listener called after each change. @returns ends that */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isSessionEnded = (): boolean => ended

function setEnded(now: boolean): void {
  ended = now
  for (const listener of listeners) listener()
}

const countedFetch = countingWrites(watchedFetch)

/** A refusal is shown in the language of the page, so its words are there before it is. */
const fetchWithWords: Fetch = async (address, init) => {
  const response = await countedFetch(address, init)
  // Without them the refusal is shown in English.
  if (!response.ok) await wantMessages().catch(() => {})
  return response
}

/** The one client of this tab. */
export const client = createClient({
  baseUrl: '',
  fetch: fetchWithWords,
  // The queries of the page know themselves when to ask again.
  retries: 0,
  onSignedOut: () => setEnded(true),
  onChangeSet: (id, route) => {
    noteTabSet(id)
    // Those of undo and redo are noted where they are asked for.
    if (route !== 'POST /api/change-set/:id/undo') undoSteps.made(id)
  },
})
answerOtherTabs(() => client.session)

/** What the person of this tab changed in it. */
export const undoSteps = openUndoSteps(
  () => sessionStorage,
  () => `${client.session.user?.app}/${client.session.user?.id}`,
  Date.now,
)

/** Enters with a token that was come by from another tab. */
export function enter(token: string): void {
  client.session.use(token)
  setEnded(false)
  const { user } = client.session
  if (user) void forgetOthers(user)
}

/** Enters with a token that was given to this tab, by a password or a provider. */
export function enterFirst(token: string): void {
  enter(token)
  announceLogin(client.session)
}

/** The token goes at once; the request to the service is not waited for. */
export function leave(): void {
  client.auth.logout().catch(() => {})
  client.session.forget()
  setEnded(false)
}

export const useSessionEnded = (): boolean => useSyncExternalStore(onSession, isSessionEnded)
