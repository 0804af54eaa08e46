import { useQuery } from '@tanstack/react-query'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { type Box, boxAround } from '../../components/map/bounds.js'
import { boundsOf, type MapView, showBox } from '../../components/map/map-canvas.js'
import { useAsOf } from '../../core/past.js'
import { mapQueries } from '../../queries/map.js'
import type { ShownLayer } from './layers/table-on-map.js'
import { type OnTheMap, type Place, placesOf } from './layers/use-features.js'
import { type MapSearch, viewIn, viewText } from './map-address.js'
import { isTableLayer, type MapDocument, type TableLayer } from './map-document.js'

/**
 * What the map shows, reported when it has come to rest. It goes where the address says when that comes from
 * elsewhere: a link was followed, or the way back.
 */
export function useMapView(
  map: MapLibre | undefined,
  { at }: MapSearch,
  document: MapDocument,
  onView: (at: string) => void,
) {
  const [box, setBox] = useState<Box>()
  // The place of the address, and those that will be in it soon.
  const own = useRef([at])
  const placed = useRef<MapDocument>(undefined)
  useEffect(() => {
    if (!map) return
    const notify = () => {
      const now = viewText(viewOf(map))
      if (own.current.at(-1) !== now) own.current.push(now)
      setBox(boundsOf(map))
      onView(now)
    }
    setBox(boundsOf(map))
    map.on('moveend', notify)
    return () => void map.off('moveend', notify)
  }, [map, onView])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on the map may change without its place
  useEffect(() => {
    const place = viewIn({ at })
    if (!map || !place) return
    const known = own.current.lastIndexOf(at)
    own.current.splice(0, known === -1 ? own.current.length : known)
    if (known !== -1) return
    placed.current = document
    goTo(map, place)
  }, [map, at])
  return {
    box,
    /** What was on the map when it was sent somewhere: it stays there while that is fetched. */
    placed,
  }
}

function goTo(map: MapLibre, { lng, lat, zoom, bearing }: MapView): void {
  map.jumpTo({ center: [lng, lat], zoom, bearing })
}

export function viewOf(map: MapLibre): MapView {
  const { lng, lat } = map.getCenter()
  return { lng, lat, zoom: map.getZoom(), bearing: map.getBearing() }
}

/** What is known of each layer that is drawn, as they report it. */
export function useShownLayers() {
  const [shown, setShown] = useState<ReadonlyMap<string, ShownLayer>>(new Map())
  const [report] = useState(() => (id: string, state: ShownLayer | undefined) => {
    setShown((before) => {
      const after = new Map(before)
      if (state) after.set(id, state)
      else after.delete(id)
      return after
    })
  })
  return [shown, report] as const
}

/** The configured layers that cannot be fetched now, as they report it. */
export function useFailedLayers() {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [report] = useState(() => (id: string, hasFailed: boolean) => {
    setFailed((before) => {
      if (before.has(id) === hasFailed) return before
      const after = new Set(before)
      if (hasFailed) after.add(id)
      else after.delete(id)
      return after
    })
  })
  return [failed, report] as const
}

/** The layer at hand: the one that the address names, else the first of features that is drawn. */
export function activeLayer(document: MapDocument, named: string | undefined): TableLayer | undefined {
  const tables = document.layers.filter(isTableLayer)
  return tables.find(({ id }) => id === named) ?? tables.find(({ shown }) => shown) ?? tables[0]
}

/** The feature of a layer that the address names; of a record alone, its first one. */
export function useChosen(
  app: string,
  state: ShownLayer | undefined,
  { feature, record }: MapSearch,
): Place | undefined {
  const asOf = useAsOf()
  const on = state?.on
  const known =
    feature !== undefined
      ? on?.byId.get(feature)
      : record === undefined
        ? undefined
        : on?.places.find(({ recordId }) => recordId === record)
  const { data } = useQuery({
    ...mapQueries.ofRecord(app, on?.table ?? '', record ?? 0, state?.further ?? [], asOf),
    // What is not among those that are here may still be on the map.
    enabled: on !== undefined && known === undefined && record !== undefined,
    select: placesOf,
  })
  if (known || record === undefined) return known
  return feature === undefined ? data?.[0] : data?.find(({ geoId }) => geoId === feature)
}

/**
 * Where the map begins: as the address or the view says; at the record that a user came from; or with
 * everything. Later searches are shown whole.
 */
export function useFirstView(
  map: MapLibre | undefined,
  {
    address,
    document,
    shown,
    chosen,
    view,
    placed,
  }: {
    address: MapSearch
    document: MapDocument
    placed: { readonly current: MapDocument | undefined }
    shown: ReadonlyMap<string, ShownLayer>
    chosen: Place | undefined
    /** Where the saved view begins that is open, and which one it is. */
    view: { readonly id: number; readonly at: MapView | undefined } | undefined
  },
): void {
  const known = useRef(new Map<string, OnTheMap['selection']>())
  const isPlaced = useRef(viewIn(address) !== undefined)
  const openView = useRef<number>(undefined)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!map || view?.id === openView.current) return
    const isFirst = openView.current === undefined && !hasBegun.current
    openView.current = view?.id
    if (!view?.at || (isFirst && isPlaced.current) || placed.current === document) return
    goTo(map, view.at)
    isPlaced.current = true
  }, [map, view, document, placed])
  useEffect(() => {
    if (!map) return
    const drawn = document.layers.filter(isTableLayer).filter((layer) => layer.shown)
    const settled = drawn.flatMap(({ id }) => {
      const state = shown.get(id)
      return state?.on && state.isSettled ? [{ id, on: state.on }] : []
    })
    const all = settled.flatMap(({ on }) => on.places.map(({ box }) => box))
    if (!hasBegun.current) {
      if (settled.length < drawn.length || drawn.length === 0) return
      const isAwaited = address.record !== undefined && !chosen && settled.some(({ on }) => on.isPart)
      if (isAwaited) return
      hasBegun.current = true
      for (const { id, on } of settled) known.current.set(id, on.selection)
      if (isPlaced.current || placed.current === document) return
      const around = chosen ? chosen.box : boxAround(all)
      if (around) showBox(map, around, false)
      return
    }
    for (const { id, on } of settled) {
      const before = known.current.get(id)
      known.current.set(id, on.selection)
      const around = boxAround(on.places.map(({ box }) => box))
      const isAnother = before !== undefined && before !== on.selection
      if (isAnother && placed.current !== document && around) showBox(map, around)
    }
  }, [map, document, shown, address.record, chosen, placed])
}
