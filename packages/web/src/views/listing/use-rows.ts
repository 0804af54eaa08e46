import { useDebouncedCallback } from '@mantine/hooks'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { client } from '../../core/session.js'
import { pageSize, type RecordListing, recordQueries } from '../../queries/records.js'
import type { Found } from './cells/cell-text.js'
import { type Line, type Lines, linesOf } from './groups/lines.js'

/** So near to the window rows are asked for before they are seen. */
const ahead = 30
/** So long the window has to rest before rows far away are asked for, in milliseconds. */
const rest = 150
/** The window is noted again after so many rows. */
const step = 20

/** The records of a group, or all of them. */
export interface Records {
  readonly listing: RecordListing
  readonly hasHead: boolean
  /** How many are shown; those of a list without groups are known with its first page. */
  readonly shown: number | undefined
}

/** A page of the records of a stretch, counted from 0. */
interface Page {
  readonly stretch: number
  readonly page: number
}

export interface Rows {
  /** `undefined` while it is not known how many there are. */
  readonly lines: Lines | undefined
  readonly error: Error | null | undefined
  readonly retry: () => void
  /** The record at a line; nothing while it is on its way, and at the head of a group. */
  readonly at: (index: number) => Found | undefined
  /** The records of some lines, also those that were never seen. */
  readonly load: (first: number, last: number) => Promise<Found[]>
  /** Tells which lines are seen. */
  readonly see: (first: number, last: number) => void
}

/**
 * The lines of a list: only those around the window are asked for, never those that a user scrolls past.
 *
 * @param records `undefined` while the groups are on their way
 */
export function useRows(app: string, table: string, records: readonly Records[] | undefined): Rows {
  const queries = useQueryClient()
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const settle = useDebouncedCallback(setSeen, rest)
  const pageQuery = ({ stretch, page }: Page) =>
    recordQueries.page(app, table, records?.[stretch]?.listing ?? {}, page + 1)

  // The first page of a list without groups says how many records there are while others are on their way.
  const isPlain = records?.[0]?.hasHead === false
  const first = useQuery({ ...pageQuery({ stretch: 0, page: 0 }), enabled: isPlain })
  const total = isPlain ? first.data?.total : undefined
  const lines = useMemo(() => {
    if (!records || records.some(({ shown }) => shown === undefined && total === undefined)) return undefined
    return linesOf(records.map(({ hasHead, shown }) => ({ hasHead, records: shown ?? total ?? 0 })))
  }, [records, total])

  const wanted = pagesBetween(lines, seen.first - ahead, seen.last + ahead)
  const pages = useQueries({
    queries: wanted.map(pageQuery),
    combine: (answers) => new Map(answers.map(({ data }, k) => [nameOf(wanted[k]), data])),
  })
  const inPage = (data: PageData | undefined, place: number): Found | undefined => {
    const row = data?.data[place % pageSize]
    return row && data ? { row, labels: data.labels, picture: data.pictures?.[row.id] } : undefined
  }

  return {
    lines,
    error: lines ? undefined : first.error,
    retry: () => void first.refetch(),
    at: (index) => {
      const line = lines?.at(index)
      if (line?.kind !== 'record') return undefined
      const page = pageOf(line)
      return inPage(pages.get(nameOf(page)) ?? queries.getQueryData(pageQuery(page).queryKey), line.place)
    },
    load: async (from, until) => {
      await Promise.all(
        pagesBetween(lines, from, until).map((page) => queries.ensureQueryData(pageQuery(page))),
      )
      const found: Found[] = []
      for (let index = from; index <= until; index++) {
        const line = lines?.at(index)
        if (line?.kind !== 'record') continue
        const one = inPage(queries.getQueryData(pageQuery(pageOf(line)).queryKey), line.place)
        if (one) found.push(one)
      }
      return found
    },
    see: (from, until) => {
      const next = { first: from - (from % step), last: until - (until % step) + step }
      if (next.first === seen.first && next.last === seen.last) return
      const isNear = next.first <= seen.last + pageSize && next.last >= seen.first - pageSize
      if (isNear) setSeen(next)
      else settle(next)
    },
  }
}

type PageData = Awaited<ReturnType<typeof client.records.search>>

const pageOf = ({ stretch, place }: Extract<Line, { kind: 'record' }>): Page => ({
  stretch,
  page: Math.floor(place / pageSize),
})

const nameOf = (page: Page | undefined): string => `${page?.stretch} ${page?.page}`

/** The pages in which the records of some lines stand. */
function pagesBetween(lines: Lines | undefined, first: number, last: number): Page[] {
  const pages = new Map<string, Page>()
  const end = Math.min(last, (lines?.total ?? 0) - 1)
  for (let index = Math.max(first, 0); index <= end; index++) {
    const line = lines?.at(index)
    if (line?.kind === 'record') pages.set(nameOf(pageOf(line)), pageOf(line))
  }
  return [...pages.values()]
}
