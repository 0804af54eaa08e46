import { type Aggregate, isAggregate } from '@trowel/contract/model/aggregates.js'
import type { ListingSearch } from '../core/listing-address.js'

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

export type LayoutSearch = Pick<ListingSearch, 'columns' | 'widths' | 'frozen' | 'totals'>

/** Pairs such as `material:180,notes:320`, by name. */
const pairsIn = (text: string): (readonly [string, string])[] =>
  text
    .split(',')
    .flatMap((pair) => {
      const [name = '', value = ''] = pair.split(':')
      return name !== '' && value !== '' ? [[name, value] as const] : []
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))

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
