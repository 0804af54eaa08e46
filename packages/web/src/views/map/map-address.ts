import type { MapView } from '../../components/map/map-canvas.js'
import { type ListingSearch, listingIn, textIn } from '../../core/listing-address.js'
import { pastIn } from '../../core/past.js'

/** What the address of the map holds: which records are on it, and what is seen of them. */
export interface MapSearch extends Pick<ListingSearch, 'q' | 'filter' | 'expert' | 'as_of'> {
  readonly table?: string | undefined
  /** A record to begin with. */
  readonly record?: number | undefined
  /** What is being done with that record: a feature is added to it. */
  readonly draw?: 'new' | undefined
  /** The feature that is chosen, by its own id. */
  readonly feature?: number | undefined
  /** The field that gives the colours. */
  readonly by?: string | undefined
  /** `-300,200`: only what may date between these years. */
  readonly years?: string | undefined
  /** `11.417,43.059,17.5`: longitude and latitude of the middle, and the zoom. */
  readonly at?: string | undefined
}

const numberIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined

export function mapIn(search: Record<string, unknown>): MapSearch {
  const { q, filter, expert } = listingIn(search)
  return {
    q,
    filter,
    expert,
    table: textIn(search['table']),
    record: numberIn(search['record']),
    draw: search['draw'] === 'new' ? 'new' : undefined,
    feature: numberIn(search['feature']),
    by: textIn(search['by']),
    years: textIn(search['years']),
    at: textIn(search['at']),
    ...pastIn(search),
  }
}

/** So many numbers in a text with commas. */
function numbersIn(text: string | undefined, count: number): readonly number[] | undefined {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined
}

export function viewIn({ at }: MapSearch): MapView | undefined {
  const [lng, lat, zoom] = numbersIn(at, 3) ?? []
  if (lng === undefined || lat === undefined || zoom === undefined) return undefined
  return Math.abs(lat) <= 90 && zoom >= 0 && zoom <= 24 ? { lng, lat, zoom } : undefined
}

export const viewText = ({ lng, lat, zoom }: MapView): string =>
  `${lng.toFixed(6)},${lat.toFixed(6)},${zoom.toFixed(2)}`

export function yearsIn({ years }: MapSearch): readonly [number, number] | undefined {
  const [from, to] = numbersIn(years, 2) ?? []
  return from !== undefined && to !== undefined ? [from, to] : undefined
}
