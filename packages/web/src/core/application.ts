import { type QueryClient, queryOptions, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { announceWrite, onWriteElsewhere } from './other-tabs.js'
import { isMadeOfRecords } from './query-kinds.js'
import { client } from './session.js'

export const applicationInfo = (app: string) =>
  queryOptions({ queryKey: [app, 'info'], queryFn: ({ signal }) => client.info.app({ signal }) })

export const tablesOf = (app: string) =>
  queryOptions({ queryKey: [app, 'tables'], queryFn: ({ signal }) => client.info.tables({ signal }) })

/** The application that this tab is in: who works here, on which tables, and what he may do. */
export function useApplication() {
  const { app } = useParams({ from: '/app/$app' })
  const [{ data: info }, { data: known }] = useSuspenseQueries({
    queries: [applicationInfo(app), tablesOf(app)],
  })
  const { user } = info
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
    /** Nothing can be changed while an administrator has frozen the application. */
    frozen: info.app_status === 'frozen',
  }
}

/** A table of the application as its lists and forms know it. */
export type Table = ReturnType<typeof useApplication>['tables'][number]

const refetchMadeOfRecords = (queries: QueryClient, app: string): Promise<unknown> =>
  queries.invalidateQueries({
    queryKey: [app],
    predicate: ({ queryKey }) => isMadeOfRecords(queryKey),
  })

/**
 * To be called when records were written: whatever is made of them is fetched again, in the other tabs as
 * well.
 */
export function useRecordsWritten(): () => Promise<unknown> {
  const { app } = useParams({ from: '/app/$app' })
  const queries = useQueryClient()
  return useCallback(() => {
    announceWrite(app)
    return refetchMadeOfRecords(queries, app)
  }, [app, queries])
}

/** What is made of records is fetched again when another tab has written some. */
export function useRecordsWrittenElsewhere(): void {
  const { app } = useParams({ from: '/app/$app' })
  const queries = useQueryClient()
  useEffect(() => onWriteElsewhere(app, () => void refetchMadeOfRecords(queries, app)), [app, queries])
}
