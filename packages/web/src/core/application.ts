import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useAsOf } from './past.js'
import { describeQuery, type Source, touchedBy } from './query.js'
import { client } from './session.js'

/** Who works in an application, and on which tables. */
export const applicationQueries = {
  info: (app: string) =>
    describeQuery({
      key: [app, 'info'],
      fetch: (signal) => client.info.app({ signal }),
      offline: true,
      madeOf: [{ of: 'user' }, { of: 'configuration' }],
    }),

  tables: (app: string) =>
    describeQuery({
      key: [app, 'tables'],
      fetch: (signal) => client.info.tables({ signal }),
      offline: true,
      madeOf: [{ of: 'user' }, { of: 'configuration' }],
    }),
}

/** The application that this tab is in: who works here, on which tables, and what he may do. */
export function useApplication() {
  const { app } = useParams({ from: '/app/$app' })
  const [{ data: info }, { data: known }] = useSuspenseQueries({
    queries: [applicationQueries.info(app), applicationQueries.tables(app)],
  })
  const { user } = info
  const isPast = useAsOf() !== undefined
  return {
    app,
    info,
    user,
    tables: known.tables,
    table: (name: string) => known.tables.find((table) => table.name === name),
    /**
     * Is the person's level as strong as this one, or stronger? What it means for a table, `table.privilege`
     * says.
     */
    mayAct: (level: number) => user.privilege_value <= level,
    /**
     * Nothing can be changed while an administrator has frozen the application, and of an earlier state
     * never.
     */
    frozen: info.app_status === 'frozen' || isPast,
  }
}

/** A table of the application as its lists and forms know it. */
export type Table = ReturnType<typeof useApplication>['tables'][number]

/** To be called when something was changed: the answers that are made of it are fetched again. */
export function useChanged(): (...changes: readonly Source[]) => Promise<void> {
  const { app } = useParams({ from: '/app/$app' })
  const queries = useQueryClient()
  return useCallback((...changes) => queries.invalidateQueries(touchedBy(app, ...changes)), [app, queries])
}

/** To be called when records were written: whatever is made of them is fetched again. */
export function useRecordsWritten(): () => Promise<void> {
  const changed = useChanged()
  return useCallback(() => changed({ of: 'record' }), [changed])
}
