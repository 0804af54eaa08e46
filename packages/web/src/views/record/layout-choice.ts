import { useLocalStorage } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApplication } from '../../app/application.js'

/**
 * In which layout records of a table are shown: the one that the address names, or else the one that was chosen last on this device.
 *
 * @returns `undefined` for the usual order
 */
export function useLayoutChoice(table: string) {
  const { app } = useApplication()
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  const [remembered, remember] = useLocalStorage({
    key: `trowel.layout.${app}.${table}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const layout = search.template ?? (remembered === '' ? undefined : remembered)
  return {
    layout,
    choose: (id: number, chosen: string | undefined) => {
      remember(chosen ?? '')
      if (search.template === undefined) return
      // What is remembered stands from now on, in place of what the address said.
      const { template: _said, ...others } = search
      void navigate({
        to: '/app/$app/record/$table/$id',
        params: { app, table, id: String(id) },
        search: others,
        replace: true,
      })
    },
    /** The one that was remembered is no longer there. */
    forget: useCallback(() => remember(''), [remember]),
  }
}
