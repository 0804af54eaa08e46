import { useDebouncedCallback } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { client } from '../../core/session.js'
import { pageSize, type RecordListing, recordQueries } from '../../queries/records.js'

/** So near to the window rows are asked for before they are seen. */
const ahead = 30
/** So long the window has to rest before pages far away are asked for, in milliseconds. */
const rest = 150

interface Pages {
  readonly from: number
  readonly until: number
}

/** The pages around the window, from 0. Those that a user scrolls past are never asked for. */
export function useNearPages() {
  const [pages, setPages] = useState<Pages>({ from: 0, until: 0 })
  const settle = useDebouncedCallback(setPages, rest)
  const see = (first: number, last: number) => {
    const next = {
      from: Math.max(0, Math.floor((first - ahead) / pageSize)),
      until: Math.floor((last + ahead) / pageSize),
    }
    if (next.from === pages.from && next.until === pages.until) return
    const isNear = next.from <= pages.until + 1 && next.until >= pages.from - 1
    if (isNear) setPages(next)
    else settle(next)
  }
  return [pages, see] as const
}

/** The rows of some pages of a listing, and how many records it has. */
export function usePages(app: string, table: string, listing: RecordListing, { from, until }: Pages) {
  // The first page stays, since it says how many records there are while others are on their way.
  const numbers = [...new Set([1, ...Array.from({ length: until - from + 1 }, (_, k) => from + k + 1)])]
  return useQueries({
    queries: numbers.map((number) => recordQueries.page(app, table, listing, number)),
    combine: (pages) => {
      const known = pages.find(({ data }) => data)?.data
      const failed = pages.find(({ isError }) => isError)
      return {
        total: known?.total,
        error: known ? undefined : failed?.error,
        retry: () => {
          for (const one of pages) void one.refetch()
        },
        /**
         * The row at a place of the listing, with the names of what it refers to; nothing while it is on its
         * way.
         */
        rowAt: (index: number) => {
          const data = pages[numbers.indexOf(Math.floor(index / pageSize) + 1)]?.data
          const row = data?.data[index % pageSize]
          return row && data ? { row, labels: data.labels, picture: data.pictures?.[row.id] } : undefined
        },
      }
    },
  })
}

export type Row = Awaited<ReturnType<typeof client.records.search>>['data'][number]
export type Labels = Awaited<ReturnType<typeof client.records.search>>['labels']
