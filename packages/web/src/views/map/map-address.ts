import type { MapViewLayer } from '@trowel/contract/map-views.js'
import type { MapView } from '../../components/map/map-canvas.js'
import { type ListingSearch, listingIn, textIn } from '../../core/listing-address.js'
import { pastIn } from '../../core/past.js'
import {
  type ConfiguredLayer,
  definitionOf,
  documentOf,
  isSameMap,
  type MapDocument,
  plainLayer,
  type TableLayer,
} from './map-document.js'

/**
 * What the address of the map holds. One table in its usual dress is named by itself, as links from lists and
 * records do; a saved view by its number; everything else layer by layer.
 */
export interface MapSearch extends Pick<ListingSearch, 'q' | 'filter' | 'expert' | 'as_of'> {
  readonly table?: string | undefined
  /** The field that gives the colours. */
  readonly by?: string | undefined
  /** `-300,200`: only what may date between these years. */
  readonly years?: string | undefined
  /** The number of a saved view. */
  readonly view?: number | undefined
  /** What is on the map, where that is not the table or the view alone. */
  readonly layers?: readonly MapViewLayer[] | undefined
  readonly base?: string | null | undefined
  /** The layer that is worked with. */
  readonly layer?: string | undefined
  /** A record to begin with. */
  readonly record?: number | undefined
  /** What is being done with that record: a feature is added to it. */
  readonly draw?: 'new' | undefined
  /** The feature that is chosen, by its own id. */
  readonly feature?: number | undefined
  /** `11.417,43.059,17.5,30`: longitude and latitude of the middle, the zoom, and how far it is turned. */
  readonly at?: string | undefined
}

const numberIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined

export function mapIn(search: Record<string, unknown>): MapSearch {
  const { q, filter, expert } = listingIn(search)
  const { layers, base } = documentOf({ layers: search['layers'], base: search['base'] })
  return {
    q,
    filter,
    expert,
    table: textIn(search['table']),
    by: textIn(search['by']),
    years: textIn(search['years']),
    view: numberIn(search['view']),
    layers: Array.isArray(search['layers']) ? definitionOf({ layers, base }).layers : undefined,
    base,
    layer: textIn(search['layer']),
    record: numberIn(search['record']),
    draw: search['draw'] === 'new' ? 'new' : undefined,
    feature: numberIn(search['feature']),
    at: textIn(search['at']),
    ...pastIn(search),
  }
}

/** In place of a field: one colour for all. */
export const oneColour = '-'

/** What is on the map where its address does not say it layer by layer. */
export interface Usual {
  /** The table of a map that names none. */
  readonly table: string | undefined
  /** The configured layers that are drawn below it, as they were chosen on this machine. */
  readonly configured: readonly ConfiguredLayer[]
}

/** The map that an address means. @param saved the view that it names */
export function documentIn(search: MapSearch, saved: MapDocument | undefined, usual: Usual): MapDocument {
  if (search.layers) return documentOf({ layers: search.layers, base: search.base })
  if (saved) return saved
  const table = search.table ?? usual.table
  return {
    layers: table === undefined ? usual.configured : [singleLayer(search, table), ...usual.configured],
    base: undefined,
  }
}

function singleLayer(search: MapSearch, table: string): TableLayer {
  const { q, filter, expert, by } = search
  return {
    ...plainLayer('t1', table),
    narrowed: { q, filter, expert },
    years: yearsIn(search),
    colouring: by === undefined ? undefined : by === oneColour ? { by: 'one' } : { by: 'field', field: by },
  }
}

const ofOneTable = {
  table: undefined,
  q: undefined,
  filter: undefined,
  expert: undefined,
  by: undefined,
  years: undefined,
} satisfies Partial<MapSearch>

/** The same, written. @param saved the view that the map comes from */
export function searchOf(
  document: MapDocument,
  saved: MapDocument | undefined,
  usual: Usual,
): Partial<MapSearch> {
  const spelledOut = { ...ofOneTable, layers: undefined, base: undefined }
  if (saved && isSameMap(document, saved)) return spelledOut
  const single = saved ? undefined : singleSearch(document, usual)
  if (single) return { ...spelledOut, ...single }
  const { layers, base } = definitionOf(document)
  return { ...spelledOut, layers, base }
}

/** One table in its usual dress, above what is usual below it. */
function singleSearch(document: MapDocument, usual: Usual): Partial<MapSearch> | undefined {
  const [first] = document.layers
  if (first?.kind !== 'table') return undefined
  const { table, narrowed, years, colouring } = first
  const by = colouring === undefined ? undefined : colouring.by === 'one' ? oneColour : colouring.field
  const single = { table, ...narrowed, by, years: years?.join(',') }
  const again = documentIn(single, undefined, usual)
  return isSameMap(again, document) && again.base === document.base ? single : undefined
}

/** So many numbers in a text with commas. */
function numbersIn(text: string | undefined): readonly number[] {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return numbers.every(Number.isFinite) ? numbers : []
}

export function viewIn({ at }: Pick<MapSearch, 'at'>): MapView | undefined {
  const [lng, lat, zoom, bearing = 0, ...more] = numbersIn(at)
  if (lng === undefined || lat === undefined || zoom === undefined || more.length > 0) return undefined
  return Math.abs(lat) <= 90 && zoom >= 0 && zoom <= 24 ? { lng, lat, zoom, bearing } : undefined
}

export const viewText = ({ lng, lat, zoom, bearing }: MapView): string =>
  [lng.toFixed(6), lat.toFixed(6), zoom.toFixed(2), ...(bearing === 0 ? [] : [bearing.toFixed(1)])].join()

function yearsIn({ years }: MapSearch): readonly [number, number] | undefined {
  const [from, to, ...more] = numbersIn(years)
  return from !== undefined && to !== undefined && more.length === 0 ? [from, to] : undefined
}
