import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useMemo } from 'react'

/** The fields of a table whose values the next new record begins with, as this machine remembers them. */
export function useKeptFields(app: string, table: string) {
  const [names, setNames] = useLocalStorage<readonly string[]>({
    key: `trowel.kept.${app}.${table}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const toggle = useCallback(
    (name: string) =>
      setNames((before) =>
        before.includes(name) ? before.filter((one) => one !== name) : [...before, name],
      ),
    [setNames],
  )
  return { kept: useMemo(() => new Set(names), [names]), toggle }
}
