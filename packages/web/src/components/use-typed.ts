import { useState } from 'react'
import type { Loose } from './settings.js'

/**
 * What is typed in a form, over what is stored: where nothing is typed, it follows what others store.
 *
 * @param served the same as the service gives it
 */
export function useTyped<Values extends object>(stored: Values, served: object = stored) {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [before, setBefore] = useState<Loose>({})
  const without = <Part extends object>(all: Part, names: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
  return {
    /** What is typed alone. */
    typed,
    /** What the person saw of it when they began to type. */
    before,
    draft: { ...stored, ...typed },
    change: (part: Partial<Values>) => {
      const draft = new Map<string, unknown>(Object.entries({ ...stored, ...typed }))
      const seen = new Map<string, unknown>(Object.entries(served))
      const changed = Object.entries(part).filter(([name, value]) => draft.get(name) !== value)
      setTyped((now) => ({ ...now, ...(Object.fromEntries(changed) as Partial<Values>) }))
      setBefore((now) => ({
        ...Object.fromEntries(changed.map(([name]) => [name, seen.get(name) ?? null])),
        ...now,
      }))
    },
    /** The person knows what others have stored, and what is typed may take its place. */
    learn: (now: Loose) => setBefore((known) => ({ ...known, ...now })),
    /** Of these nothing is typed any more; by itself of all. */
    forget: (names?: readonly string[]) => {
      setTyped((now) => (names ? (without(now, names) as Partial<Values>) : {}))
      setBefore((now) => (names ? without(now, names) : {}))
    },
  }
}
