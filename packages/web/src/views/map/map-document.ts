import { isObject } from '@trowel/contract/json.js'
import type { MapColouring, MapViewDefinition, MapViewLayer } from '@trowel/contract/map-views.js'
import { classMethods } from '@trowel/contract/model/class-methods.js'
import { isNarrowed, type ListingSearch, listingIn, listingOf } from '../../core/listing-address.js'

/** Which of the records of a table are on the map. */
export type Narrowed = Pick<ListingSearch, 'q' | 'filter' | 'expert'>

/** The features of a table, and how they are drawn. */
export interface TableLayer {
  readonly kind: 'table'
  readonly id: string
  readonly table: string
  /** In place of the label of the table. */
  readonly name: string | undefined
  readonly shown: boolean
  /** 0 to 1. */
  readonly opacity: number
  readonly narrowed: Narrowed
  /** What the saved search is called that these records come from. */
  readonly search: string | undefined
  readonly years: readonly [number, number] | undefined
  /** Until a user chooses, the colours follow a field that suits. */
  readonly colouring: MapColouring | undefined
  /** The field that is written beside each feature; `null`: none; by itself, what names a record. */
  readonly labels: string | null | undefined
  /** Are points that lie together one circle? */
  readonly clusters: boolean
}

/** A configured layer: a plan, an orthophoto, a map server. */
export interface ConfiguredLayer {
  readonly kind: 'configured'
  /** That of the configuration. */
  readonly id: string
  readonly shown: boolean
  readonly opacity: number
}

export type StackLayer = TableLayer | ConfiguredLayer

/** What is on a map. */
export interface MapDocument {
  /** The topmost first. */
  readonly layers: readonly StackLayer[]
  /** The base layer; `null`: the plain ground; by itself, what was chosen on this machine. */
  readonly base: string | null | undefined
}

export const isTableLayer = (layer: StackLayer): layer is TableLayer => layer.kind === 'table'

export const plainLayer = (id: string, table: string): TableLayer => ({
  kind: 'table',
  id,
  table,
  name: undefined,
  shown: true,
  opacity: 1,
  narrowed: {},
  search: undefined,
  years: undefined,
  colouring: undefined,
  labels: undefined,
  clusters: true,
})

/** All records of a table. */
export const everything: Pick<TableLayer, 'narrowed' | 'search' | 'years'> = {
  narrowed: {},
  search: undefined,
  years: undefined,
}

/** Does it have a part of the records only? */
export const isPart = ({ narrowed, years }: TableLayer): boolean =>
  isNarrowed(narrowed) || years !== undefined

/** An id that no layer of the map has. */
export function freeId({ layers }: MapDocument): string {
  const taken = new Set(layers.map(({ id }) => id))
  for (let number = 1; ; number++) if (!taken.has(`t${number}`)) return `t${number}`
}

/** The map with one of its layers changed. */
export const withLayer = (
  document: MapDocument,
  id: string,
  change: (layer: StackLayer) => StackLayer | undefined,
): MapDocument => ({
  ...document,
  layers: document.layers.flatMap((layer) => (layer.id === id ? (change(layer) ?? []) : [layer])),
})

/** The map with its layers in another order. */
export const inOrder = (document: MapDocument, ids: readonly string[]): MapDocument => ({
  ...document,
  layers: [...document.layers].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
})

/** As the service stores it. What goes without saying is left out. */
export const definitionOf = ({ layers, base }: MapDocument): MapViewDefinition => ({
  layers: layers.map(layerToStore),
  ...(base !== undefined && { base }),
})

function layerToStore(layer: StackLayer): MapViewLayer {
  const { id, shown, opacity } = layer
  const shared = { ...(!shown && { shown }), ...(opacity !== 1 && { opacity }) }
  if (layer.kind === 'configured') return { id, layer: id, ...shared }
  const { table, name, narrowed, search, years, colouring, labels, clusters } = layer
  const select = listingOf(narrowed)
  return {
    id,
    tb: table,
    ...shared,
    ...(name !== undefined && { name }),
    ...(Object.keys(select).length > 0 && { select }),
    ...(search !== undefined && { search }),
    ...(years && { years }),
    ...(colouring && { colouring }),
    ...(labels !== undefined && { labels }),
    ...(!clusters && { clusters }),
  }
}

const maxLayers = 100

/** Reads what the service stored or what an address says; what cannot be understood is left out. */
export function documentOf(definition: unknown): MapDocument {
  const { layers, base } = isObject(definition) ? definition : {}
  const read = Array.isArray(layers)
    ? layers.slice(0, maxLayers).flatMap((layer) => layerOf(layer) ?? [])
    : []
  const seen = new Set<string>()
  return {
    layers: read.filter(({ id }) => !seen.has(id) && seen.add(id)),
    base: base === null || typeof base === 'string' ? base : undefined,
  }
}

function layerOf(stored: unknown): StackLayer | undefined {
  if (!isObject(stored)) return undefined
  const { id, tb, layer, shown, opacity } = stored
  const drawn = {
    shown: shown !== false,
    opacity: typeof opacity === 'number' && opacity >= 0 && opacity <= 1 ? opacity : 1,
  }
  if (typeof layer === 'string') return { kind: 'configured', id: layer, ...drawn }
  if (typeof tb !== 'string' || typeof id !== 'string' || id === '') return undefined
  const { name, select, search, years, colouring, labels, clusters } = stored
  const { filter, search: q, querytext } = isObject(select) ? select : {}
  const { q: words, filter: conditions, expert } = listingIn({ filter, q, expert: querytext })
  return {
    ...plainLayer(id, tb),
    ...drawn,
    name: textOf(name),
    narrowed: { q: words, filter: conditions, expert },
    search: textOf(search),
    years: yearsOf(years),
    colouring: colouringOfStored(colouring),
    labels: labels === null ? null : textOf(labels),
    clusters: clusters !== false,
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function yearsOf(value: unknown): readonly [number, number] | undefined {
  const [from, to] = Array.isArray(value) ? value : []
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) ? [from, to] : undefined
}

export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

function colouringOfStored(stored: unknown): MapColouring | undefined {
  if (!isObject(stored)) return undefined
  const { by, colour, field, method, classes, palette, colours } = stored
  if (by === 'one') return { by, ...(isColour(colour) && { colour }) }
  if (by !== 'field' || typeof field !== 'string') return undefined
  const known = classMethods.find((one) => one === method)
  const own = isObject(colours)
    ? Object.entries(colours).filter((entry): entry is [string, string] => isColour(entry[1]))
    : []
  return {
    by,
    field,
    ...(known && { method: known }),
    ...(Number.isSafeInteger(classes) && { classes: Number(classes) }),
    ...(typeof palette === 'string' && { palette }),
    ...(own.length > 0 && { colours: Object.fromEntries(own) }),
  }
}

/** Do two maps show the same? */
export const isSameMap = (one: MapDocument, other: MapDocument): boolean =>
  JSON.stringify(definitionOf(one)) === JSON.stringify(definitionOf(other))
