import { useLocalStorage } from '@mantine/hooks'
import { useCallback } from 'react'
import { useApplication } from '../../core/application.js'

export interface RecentOption {
  readonly value: string
  readonly label: string
}

/** So many of the options that were chosen last stand before all others. */
const maxRecent = 4
const none: readonly RecentOption[] = []

/** The options of a field that were chosen last on this machine, the newest first. */
export function useRecent(table: string, field: string) {
  const { app } = useApplication()
  const [recent, setRecent] = useLocalStorage<readonly RecentOption[]>({
    key: `trowel.recent.${app}.${table}.${field}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  const note = useCallback(
    (chosen: RecentOption) =>
      setRecent((before) =>
        [chosen, ...before.filter(({ value }) => value !== chosen.value)].slice(0, maxRecent),
      ),
    [setRecent],
  )
  return { recent, note }
}
