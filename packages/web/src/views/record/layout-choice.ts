import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApplication } from '../../core/application.js'

const remembering = (app: string, table: string) => ({
  key: `trowel.layout.${app}.${table}`,
  defaultValue: '',
  deserialize: nameIn,
})

/** The columns of a list were once kept under the same key: they are not the name of a layout. */
function nameIn(kept: string | undefined): string {
  try {
    const name: unknown = JSON.parse(kept ?? '')
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

/** The layout that was chosen last on this device for records of a table; `undefined` for the usual order. */
export const savedLayout = (app: string, table: string): string | undefined =>
  readLocalStorageValue(remembering(app, table)) || undefined

/**
 * In which layout records of a table are shown: the one that the address names, or else the one that was
 * chosen last on this device.
 *
 * @returns `undefined` for the usual order
 */
export function useLayoutChoice(table: string) {
  const { app } = useApplication()
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  const [remembered, remember] = useLocalStorage({
    ...remembering(app, table),
    getInitialValueInEffect: false,
  })
  const layout = search.template ?? (remembered === '' ? undefined : remembered)
  return {
    layout,
    choose: (id: number, chosen: string | undefined) => {
      remember(chosen ?? '')
      if (search.template === undefined) return
      // What is stored stands from now on, in place of that in the address.
      const { template: _chosen, ...others } = search
      void navigate({
        to: '/app/$app/record/$table/$id',
        params: { app, table, id: String(id) },
        search: others,
        replace: true,
      })
    },
    /** The one that was stored is no longer there. */
    forget: useCallback(() => remember(''), [remember]),
  }
}
