import { useReducer } from 'react'

/** A thing as it is now, with the way back and forth. */
interface Steps<Thing> {
  readonly now: Thing
  readonly past: readonly Thing[]
  readonly future: readonly Thing[]
  /** What the last step was about. */
  readonly about: string | undefined
}

type Act<Thing> =
  | { readonly kind: 'change'; readonly next: Thing; readonly about?: string | undefined }
  | { readonly kind: 'undo' | 'redo' }

const maxSteps = 100

export const stepsOf = <Thing>(now: Thing): Steps<Thing> => ({
  now,
  past: [],
  future: [],
  about: undefined,
})

export function stepped<Thing>(steps: Steps<Thing>, act: Act<Thing>): Steps<Thing> {
  const { now, past, future } = steps
  if (act.kind === 'change') {
    const { next, about } = act
    if (next === now) return steps
    // A word that is typed is one step, however many letters it has.
    const goesOn = about !== undefined && about === steps.about
    return { now: next, past: goesOn ? past : [...past, now].slice(-maxSteps), future: [], about }
  }
  if (act.kind === 'undo') {
    const before = past.at(-1)
    return before === undefined
      ? steps
      : { now: before, past: past.slice(0, -1), future: [now, ...future], about: undefined }
  }
  const [after, ...later] = future
  return after === undefined ? steps : { now: after, past: [...past, now], future: later, about: undefined }
}

/** @returns the thing, and what changes it, undoes that and does it again; nothing where there is no step */
export function useSteps<Thing>(begin: Thing) {
  const [{ now, past, future }, act] = useReducer(stepped<Thing>, begin, stepsOf)
  return {
    now,
    /** @param about changes of the same thing that follow each other are one step */
    change: (next: Thing, about?: string) => act({ kind: 'change', next, about }),
    undo: past.length > 0 ? () => act({ kind: 'undo' }) : undefined,
    redo: future.length > 0 ? () => act({ kind: 'redo' }) : undefined,
  }
}
