/** What is looked at, in the order in which it is told. */
export type CheckName =
  | 'node'
  | 'settings'
  | 'proxy'
  | 'open files'
  | 'data folder'
  | 'room'
  | 'clock'
  | 'database'
  | 'applications'
  | 'backups'
  | 'service'

/** One thing that was looked at. */
export interface Finding {
  readonly check: CheckName
  /** `note`: it works, and could be better. */
  readonly state: 'ok' | 'note' | 'wrong'
  readonly found: string
  /** What to do, where it is not `ok`. */
  readonly advice?: string
}

export const ok = (check: CheckName, found: string): Finding => ({ check, state: 'ok', found })

export const note = (check: CheckName, found: string, advice: string): Finding => ({
  check,
  state: 'note',
  found,
  advice,
})

export const wrong = (check: CheckName, found: string, advice: string): Finding => ({
  check,
  state: 'wrong',
  found,
  advice,
})
