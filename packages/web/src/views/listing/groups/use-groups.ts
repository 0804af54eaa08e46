import { useQuery } from '@tanstack/react-query'
import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import type { GroupsBody, RecordGroup } from '@trowel/contract/record-groups.js'
import { useEffect, useMemo, useState } from 'react'
import { type RecordListing, recordQueries } from '../../../queries/records.js'
import { askedTotals } from '../totals.js'
import type { Records } from '../use-rows.js'

/** Which groups are open: all but these, or these alone. */
interface Folding {
  readonly isOpen: boolean
  readonly except: ReadonlySet<string>
}

const allFolded: Folding = { isOpen: false, except: new Set() }

/** The list that was left last, and which of its groups were open. */
let left: { readonly list: string; readonly folding: Folding } | undefined

const keyText = (key: RecordGroup['key']): string => JSON.stringify(key)

/**
 * The records of a list, group by group where it is grouped. Groups are folded until a user opens them: what
 * there is and how much of it is seen first.
 *
 * @param totals what is told of each group, by field
 */
export function useGroups(
  { app, table, listing }: { app: string; table: string; listing: RecordListing },
  by: string | undefined,
  order: GroupsBody['group_order'],
  totals: Readonly<Record<string, Aggregate>>,
) {
  const list = JSON.stringify([app, table, by])
  const [state, setState] = useState(() => (left?.list === list ? left : { list, folding: allFolded }))
  const { folding } = state.list === list ? state : { folding: allFolded }
  const fold = (next: Folding) => setState({ list, folding: next })
  useEffect(() => {
    left = { list, folding }
  })

  const body = useMemo(() => {
    const { columns: _columns, pictures: _pictures, ...asked } = listing
    const { sort: _sort, sort_field: _field, sort_dir: _dir, ...selection } = asked
    return { ...selection, group_by: by ?? '', group_order: order, totals: askedTotals(totals) }
  }, [listing, by, order, totals])
  const { data, error, refetch } = useQuery({
    ...recordQueries.groups(app, table, body),
    enabled: by !== undefined,
  })
  const isOpen = (key: RecordGroup['key']): boolean => folding.isOpen !== folding.except.has(keyText(key))
  const records = useMemo((): readonly Records[] | undefined => {
    if (by === undefined) return [{ listing, hasHead: false, shown: undefined }]
    return data?.groups.map(({ key, count }) => ({
      listing: { ...listing, group_by: by, group_key: key },
      hasHead: true,
      shown: folding.isOpen !== folding.except.has(keyText(key)) ? count : 0,
    }))
  }, [by, listing, data, folding])

  return {
    records,
    groups: by === undefined ? [] : (data?.groups ?? []),
    isTruncated: data?.truncated ?? false,
    error: by === undefined || data ? null : error,
    retry: () => void refetch(),
    isOpen,
    /** Tells apart what is folded. */
    folded: `${folding.isOpen} ${[...folding.except].join()}`,
    toggle: (key: RecordGroup['key']) => {
      const except = new Set(folding.except)
      if (!except.delete(keyText(key))) except.add(keyText(key))
      fold({ isOpen: folding.isOpen, except })
    },
    foldAll: () => fold(allFolded),
    openAll: () => fold({ isOpen: true, except: new Set() }),
  }
}
