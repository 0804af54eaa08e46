import { queryOptions, useQueries } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { client } from '../../app/session.js'

/** Rows that are asked for at once. */
const pageSize = 100

const page = (app: string, table: string, listing: Listing, number: number) =>
  queryOptions({
    queryKey: [app, 'records', table, listing, number],
    queryFn: ({ signal }) =>
      client.records.search(table, { ...listing, page: number, per_page: pageSize }, { signal }),
  })

/** The rows of a listing that are near the window, of as many as there are. */
export function usePages(app: string, table: string, listing: Listing, first: number, last: number) {
  const from = Math.floor(first / pageSize)
  const until = Math.max(from, Math.floor(last / pageSize))
  // The first page stays, since it says how many records there are while others are on their way.
  const numbers = [...new Set([1, ...Array.from({ length: until - from + 1 }, (_, k) => from + k + 1)])]
  return useQueries({
    queries: numbers.map((number) => page(app, table, listing, number)),
    combine: (pages) => {
      const known = pages.find(({ data }) => data)?.data
      const failed = pages.find(({ isError }) => isError)
      return {
        total: known?.total,
        canAdd: known?.can_add ?? false,
        error: known ? undefined : failed?.error,
        retry: () => {
          for (const one of pages) void one.refetch()
        },
        /** The row at a place of the listing, with the names of what it refers to; nothing while it is on its way. */
        rowAt: (index: number) => {
          const data = pages[numbers.indexOf(Math.floor(index / pageSize) + 1)]?.data
          const row = data?.data[index % pageSize]
          return row && data ? { row, labels: data.labels } : undefined
        },
      }
    },
  })
}

export type Row = Awaited<ReturnType<typeof client.records.search>>['data'][number]
export type Labels = Awaited<ReturnType<typeof client.records.search>>['labels']
