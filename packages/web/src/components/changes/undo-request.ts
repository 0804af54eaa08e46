import { useSyncExternalStore } from 'react'

/** A wish to undo a change set, from wherever on the page. */
export interface UndoRequest {
  /** Id of the set. */
  readonly set: number
  /** From so many rows on the person sees first what would become of them; 0: always, by default never. */
  readonly askFrom?: number | undefined
  /** After it was undone. */
  readonly onDone?: (() => void) | undefined
}

/** The first is at work, the others wait for it. */
let wanted: readonly UndoRequest[] = []
const listeners = new Set<() => void>()

function setWanted(now: readonly UndoRequest[]): void {
  wanted = now
  for (const listener of listeners) listener()
}

/** Undoes a set at once, unless what it changed was changed again: then it asks. */
export const requestUndo = (set: number, options: Omit<UndoRequest, 'set'> = {}): void =>
  setWanted([...wanted, { set, ...options }])

/** Says what undoing a set would change, before it does so. */
export const askToUndo = (set: number): void => requestUndo(set, { askFrom: 0 })

/** A key that was pressed while something was being undone. */
let pressed: (() => void) | undefined

/** Does what a key asks for, once nothing else is being undone; of several keys meanwhile the last counts. */
export function afterUndoing(act: () => void): void {
  if (wanted.length === 0) act()
  else pressed = act
}

/** A question is open: a key pressed before it appeared is no answer. */
export function forgetKeys(): void {
  pressed = undefined
}

export function endUndoRequest(): void {
  setWanted(wanted.slice(1))
  const next = wanted.length === 0 ? pressed : undefined
  if (next) pressed = undefined
  next?.()
}

/** What is to be undone at this moment, if anything is. */
export const useUndoRequest = (): UndoRequest | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted[0],
  )
