import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { type Aggregate, isAggregate } from '@trowel/contract/model/aggregates.js'
import { useEffect, useMemo } from 'react'
import type { ListingSearch } from '../../core/listing-address.js'
import { type Column, shownColumns } from './columns.js'
import { usualWidth } from './use-widths.js'

/** How a list is laid out; what is not said is as it is usually. */
export interface ListLayout {
  /** Names of the columns, in their order. */
  readonly columns?: readonly string[] | undefined
  /** In pixels, by column. */
  readonly widths?: Readonly<Record<string, number>> | undefined
  /** So many columns stay in sight while the others are scrolled. */
  readonly frozen?: number | undefined
  /** What is told below a column. */
  readonly totals?: Readonly<Record<string, Aggregate>> | undefined
}

type LayoutSearch = Pick<ListingSearch, 'columns' | 'widths' | 'frozen' | 'totals'>

/** Pairs such as `material:180,notes:320`. */
const pairsIn = (text: string): (readonly [string, string])[] =>
  text.split(',').flatMap((pair) => {
    const [name = '', value = ''] = pair.split(':')
    return name !== '' && value !== '' ? [[name, value] as const] : []
  })

const joined = (pairs: Readonly<Record<string, string | number>> | undefined): string | undefined => {
  const entries = Object.entries(pairs ?? {})
  return entries.length > 0 ? entries.map(([name, value]) => `${name}:${value}`).join(',') : undefined
}

const widest = 2000

/** What an address says, which a user may have typed; `undefined` where it says nothing. */
export function layoutIn({ columns, widths, frozen, totals }: LayoutSearch): ListLayout | undefined {
  if (columns === undefined && widths === undefined && frozen === undefined && totals === undefined)
    return undefined
  const drawn = pairsIn(widths ?? '').flatMap(([name, text]) => {
    const width = Number(text)
    return Number.isInteger(width) && width > 0 && width <= widest ? [[name, width] as const] : []
  })
  const told = pairsIn(totals ?? '').flatMap(([name, aggregate]) =>
    isAggregate(aggregate) ? [[name, aggregate] as const] : [],
  )
  return {
    columns: columns?.split(',').filter((name) => name !== ''),
    widths: drawn.length > 0 ? Object.fromEntries(drawn) : undefined,
    frozen,
    totals: told.length > 0 ? Object.fromEntries(told) : undefined,
  }
}

/** The same as an address says it. */
export const layoutAddress = ({ columns, widths, frozen, totals }: ListLayout): LayoutSearch => ({
  columns: columns && columns.length > 0 ? columns.join(',') : undefined,
  widths: joined(widths),
  frozen: frozen !== undefined && frozen > 1 ? frozen : undefined,
  totals: joined(totals),
})

const remembered = (app: string, table: string) => ({
  key: `trowel.layout.${app}.${table}`,
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
