import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { type LayoutSearch, type ListLayout, layoutAddress, layoutIn } from '../../components/list-layout.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { type Column, shownColumns } from './columns.js'
import { usualWidth } from './use-widths.js'

const remembered = (app: string, table: string) => ({
  key: `trowel.list.${app}.${table}`,
  defaultValue: {} as LayoutSearch,
})

/** As the address says, else as a user left it on this machine. */
const layoutOf = (address: LayoutSearch, before: LayoutSearch): ListLayout =>
  layoutIn(address) ?? layoutIn(before) ?? {}

/** The columns that a list shows first. */
export const firstColumns = (
  { app, table, preview }: { app: string; table: string; preview: readonly string[] },
  all: readonly Column[],
  address: ListingSearch,
): Column[] =>
  shownColumns(layoutOf(address, readLocalStorageValue(remembered(app, table))).columns, all, preview)

/**
 * How a list is laid out, and how that is changed. It stands in the address, so that links and the way back
 * keep it; this machine remembers what a user made of the list itself, not of its saved views.
 *
 * @param go to the list with another layout, in the place of the address that there is
 */
export function useListLayout(
  { app, table, preview }: { app: string; table: string; preview: readonly string[] },
  all: readonly Column[],
  address: ListingSearch,
  go: (address: ListingSearch) => void,
) {
  const [before, remember] = useLocalStorage({ ...remembered(app, table), getInitialValueInEffect: false })
  const isOfView = address.view !== undefined
  const said = isOfView ? (layoutIn(address) ?? {}) : layoutOf(address, before)
  const key = JSON.stringify(said)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is another one when its text is
  const layout = useMemo(() => said, [key])
  const columns = useMemo(() => shownColumns(layout.columns, all, preview), [layout.columns, all, preview])

  const isBare = !isOfView && layoutIn(address) === undefined && layoutIn(before) !== undefined
  useEffect(() => {
    if (isBare) go({ ...address, ...layoutAddress(layout) })
  })

  const change = (next: Partial<ListLayout>) => {
    const search = layoutAddress({ ...layout, ...next })
    if (!isOfView) remember(search)
    go({ ...address, ...search })
  }
  return {
    columns,
    frozen: Math.min(layout.frozen ?? 1, columns.length),
    totals: layout.totals ?? {},
    isUsual: layout.columns === undefined,
    widthOf: (column: Column): number => layout.widths?.[column.name] ?? usualWidth(column),
    change,
    draw: (column: Column, width: number) =>
      change({ widths: { ...layout.widths, [column.name]: Math.round(width) } }),
  }
}
